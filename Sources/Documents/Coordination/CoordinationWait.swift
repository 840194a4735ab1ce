import FoundationEssentials
import LinuxSystem
import Synchronization

/// Waits for the locks of one coordination, and can be told to stop.
///
/// The kernel's own waiting can't be ended from another thread, so it tries again and again: at once
/// when a lock of this process goes, else within 20 ms, and within 100 ms after some seconds.
final class CoordinationWait: Sendable {
  private static let all = Mutex<[ObjectIdentifier: CoordinationWait]>([:])
  private static let longestPause: Int32 = 100

  private let wake: WakePipe
  private let isOver = Atomic(false)

  /// Throws where the process has too many files open.
  init() throws(SystemError) {
    wake = try WakePipe()
  }

  /// Makes all that wait in this process try again.
  static func wakeAll() {
    for wait in all.withLock({ Array($0.values) }) { wait.wake.wake() }
  }

  /// Ends the waiting, that of the future too.
  func stop() {
    isOver.store(true, ordering: .releasing)
    wake.wake()
  }

  /// Takes the locks of all requests, or waits until it can. While it waits, it holds none, so that
  /// two who want the same in another order don't wait for each other.
  ///
  /// Locks among `held` are joined. Each is to be left by the caller. Throws `CancellationError` once it is stopped. It blocks the
  /// thread.
  func locks(
    for requests: [LockRequest], within held: [ItemLock]
  ) throws -> [ItemLock] {
    Self.all.withLock { $0[ObjectIdentifier(self)] = self }
    defer { Self.all.withLock { $0[ObjectIdentifier(self)] = nil } }
    // A writing first: a reading of the same item joins it.
    let requests =
      requests.filter { $0.mode == .exclusive } + requests.filter { $0.mode == .shared }
    var pause: Int32 = 1
    var turns = 0
    while true {
      if isOver.load(ordering: .acquiring) { throw CancellationError() }
      wake.drain()
      switch try attempt(requests, within: held) {
      case .held(let locks): return locks
      case .overtaken where turns < 10: turns += 1
      case .busy, .overtaken:
        turns = 0
        var entries = [wake.entry]
        try wait(for: &entries, milliseconds: Int32.random(in: (pause / 2)...pause))
        pause = pause < 16 ? pause * 2 : min(pause + 1, Self.longestPause)
      }
    }
  }

  private enum Attempt {
    case held([ItemLock])
    case busy
    case overtaken
  }

  private func attempt(
    _ requests: [LockRequest], within held: [ItemLock]
  ) throws -> Attempt {
    var locks: [ItemLock] = []
    for request in requests {
      do throws(SystemError) {
        switch try request.attempt(within: held + locks) {
        case .held(let lock):
          locks.append(lock)
          continue
        case .busy:
          for lock in locks { lock.leave() }
          return .busy
        case .overtaken:
          for lock in locks { lock.leave() }
          return .overtaken
        }
      } catch {
        for lock in locks { lock.leave() }
        throw request.explained(error)
      }
    }
    return .held(locks)
  }
}

extension [LockRequest] {
  /// What this process lacks: descriptors, threads.
  func explained(_ error: SystemError) -> any Error {
    first?.explained(error) ?? CocoaError(.fileReadUnknown)
  }
}

extension LockRequest {
  fileprivate func explained(_ error: SystemError) -> CocoaError {
    if error.errno == .deadlock {
      return .file(
        .write, .fileLocking,
        "it is being read by the same work. Coordinate the reading and the writing together.",
        at: path)
    }
    return .file(mode == .shared ? .read : .write, error, at: path)
  }
}
