import LinuxSystem
import Synchronization

/// How soon the kernel tells a program of an edit: a thread that does nothing but read the queue.
final class NotificationFloor: Sendable {
  private let inotify: Inotify
  private let arrivals = Mutex<[Int64]>([])
  private let arrived: WakePipe
  private let ending: WakePipe

  init() throws(SystemError) {
    inotify = try Inotify()
    arrived = try WakePipe()
    ending = try WakePipe()
  }

  func watch(_ directory: borrowing Descriptor) throws(SystemError) {
    _ = try inotify.addWatch(on: directory, [.closedAfterWriting, .movedTo])
  }

  /// Runs `body` while a thread reads the queue.
  func whileReading(_ body: () throws -> Void) throws {
    let thread = try DedicatedThread(name: "floor") { [self] in read() }
    defer { ending.wake() }
    try body()
    ending.wake()
    try thread.join()
  }

  /// When the next edit was told.
  func nextArrival() throws(SystemError) -> Int64 {
    while true {
      let time = arrivals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let time { return time }
      var entries = [arrived.entry]
      try wait(for: &entries, milliseconds: 5_000)
      arrived.drain()
    }
  }

  private func read() {
    do throws(SystemError) {
      while true {
        var entries = [PollEntry(inotify.descriptor.raw, .readable), ending.entry]
        try wait(for: &entries, milliseconds: nil)
        if !entries[1].result.isEmpty { return }
        let events = try inotify.readEvents()
        let time = steadyClock()
        let edits = events.filter { !$0.name.suffix(4).elementsEqual(".tmp".utf8) }
        arrivals.withLock { $0 += edits.map { _ in time } }
        arrived.wake()
      }
    } catch {
      complain("the floor's thread ended: \(error)")
    }
  }
}
