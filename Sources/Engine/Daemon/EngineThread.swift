package import LinuxSystem
package import Reconciliation
import Synchronization

/// The engine's own thread: it owns the libraries, runs their cycles one after the other, and
/// carries requests out between two of them. Nobody else touches a library.
package final class EngineThread: Sendable {
  /// What is done on the engine's thread.
  package typealias Job = @Sendable (Libraries, Moment) -> Void

  private struct Mailbox {
    var jobs: [Job] = []
    /// Those who wait until all jobs before them are done and the status is published.
    var waiting: [WakePipe] = []
    var isStopping = false
  }

  private let mailbox = Mutex(Mailbox())
  private let board = Mutex<[(root: [UInt8], status: LibraryStatus)]>([])
  private let wakePipe: WakePipe
  private let thread = Mutex<DedicatedThread?>(nil)
  private let heartbeat = Atomic<Int64>(0)

  /// - Parameter claims: a folder that all daemons of one user share, for the roots' locks.
  /// - Parameter onEvents: called on the engine's thread with what was just recorded.
  /// - Parameter onStatus: called on the engine's thread when a status was published.
  package init(
    claims: [UInt8], onEvents: @escaping @Sendable (_ library: String, [Event]) -> Void,
    onStatus: @escaping @Sendable ([LibraryStatus]) -> Void
  ) throws(SystemError) {
    wakePipe = try WakePipe()
    let started = try DedicatedThread(name: "engine", stackSize: 8 << 20) { [self] in
      run(claims: claims, onEvents: onEvents, onStatus: onStatus)
    }
    thread.withLock { $0 = started }
  }

  /// Has something done on the engine's thread, in the order of the calls.
  package func perform(_ job: @escaping Job) {
    mailbox.withLock { $0.jobs.append(job) }
    wakePipe.wake()
  }

  /// Waits until what was asked for so far is done. Never called on the engine's own thread, nor on
  /// one that serves others.
  package func finishPending() throws(SystemError) {
    let pipe = try WakePipe()
    mailbox.withLock { $0.waiting.append(pipe) }
    wakePipe.wake()
    var entries = [pipe.entry]
    while try wait(for: &entries, milliseconds: nil) == 0 {}
  }

  /// What every library said of itself last.
  package var statuses: [(root: [UInt8], status: LibraryStatus)] { board.withLock { $0 } }

  /// The steady time at which the engine last began a turn, for a watchdog.
  package var lastTurn: Int64 { heartbeat.load(ordering: .relaxed) }

  /// Ends the thread after its turn, everything made durable.
  package func stop() throws(SystemError) {
    mailbox.withLock { $0.isStopping = true }
    wakePipe.wake()
    try thread.withLock { $0 }?.join()
  }

  // MARK: On the engine's thread

  private func run(
    claims: [UInt8], onEvents: @Sendable (String, [Event]) -> Void,
    onStatus: @Sendable ([LibraryStatus]) -> Void
  ) {
    let libraries = Libraries(claims: claims) { [wakePipe] in wakePipe.wake() }
    libraries.whenChanged = { [self, unowned libraries] in post(libraries) }
    while true {
      wakePipe.drain()
      let now = Moment(wall: wallClock(), steady: steadyClock())
      heartbeat.store(now.steady, ordering: .relaxed)
      let mail = mailbox.withLock { box in
        defer {
          box.jobs.removeAll()
          box.waiting.removeAll()
        }
        return box
      }
      for job in mail.jobs { job(libraries, now) }
      if !mail.waiting.isEmpty {
        post(libraries)
        for pipe in mail.waiting { pipe.wake() }
      }
      if mail.isStopping { break }
      libraries.cycle(at: now)
      publish(libraries, onEvents, onStatus)
      sleep(until: libraries.nextDeadline)
    }
    libraries.close()
    publish(libraries, onEvents, onStatus)
  }

  private func publish(
    _ libraries: Libraries, _ onEvents: (String, [Event]) -> Void,
    _ onStatus: ([LibraryStatus]) -> Void
  ) {
    let statuses = post(libraries)
    for (name, events) in libraries.takeEvents() { onEvents(name, events) }
    onStatus(statuses.map(\.status))
  }

  @discardableResult
  private func post(
    _ libraries: Libraries
  ) -> [(root: [UInt8], status: LibraryStatus)] {
    let statuses = libraries.statuses()
    board.withLock { $0 = statuses }
    return statuses
  }

  private func sleep(until deadline: Int64?) {
    var entries = [wakePipe.entry]
    var milliseconds: Int32?
    if let deadline {
      let left = deadline - steadyClock()
      if left <= 0 { return }
      // Rounded up, so that the thread doesn't spin through the last part of a millisecond.
      milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
    }
    do throws(SystemError) {
      try wait(for: &entries, milliseconds: milliseconds)
    } catch {
      // Only a lack of memory comes here; the next turn tries again.
      return
    }
  }
}
