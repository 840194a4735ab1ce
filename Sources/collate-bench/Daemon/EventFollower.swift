import Control
import LinuxSystem
import Synchronization

/// A subscriber: follows the daemon's events and notes when each came.
final class EventFollower: Sendable {
  struct Arrival: Sendable {
    var path: String
    var kind: String
    var digest: String?
    /// Steady time.
    var time: Int64
  }

  private struct State {
    var arrivals: [Arrival] = []
    var failure: String?
    var isEnding = false
  }

  private let state = Mutex(State())
  private let arrived: WakePipe
  private let address: DaemonAddress

  /// Follows from an event on, so that none falls between.
  init(_ address: DaemonAddress, after number: Int64) throws {
    self.address = address
    arrived = try WakePipe()
    // It ends with the daemon, or with its first event after `end`.
    _ = try DedicatedThread(name: "subscriber") { [self] in follow(after: number) }
  }

  private func follow(after number: Int64) {
    do throws(ClientError) {
      let client = try Client(address)
      try client.call(more: Monitor.self, .init(after: number)) { reply in
        let time = steadyClock()
        let isEnding = state.withLock { state in
          state.arrivals += reply.events.map {
            Arrival(path: $0.path, kind: $0.kind, digest: $0.digest, time: time)
          }
          return state.isEnding
        }
        arrived.wake()
        return !isEnding
      }
    } catch {
      state.withLock { $0.failure = "\(error)" }
      arrived.wake()
    }
  }

  func end() { state.withLock { $0.isEnding = true } }

  /// What came since the last call; waits for something.
  func next(within milliseconds: Int32 = 30_000) throws -> [Arrival] {
    let deadline = steadyClock() + Int64(milliseconds) * 1_000_000
    while steadyClock() < deadline {
      let (arrivals, failure) = state.withLock { state in
        defer { state.arrivals = [] }
        return (state.arrivals, state.failure)
      }
      if !arrivals.isEmpty { return arrivals }
      if let failure { throw BenchError(description: "the subscriber ended: \(failure)") }
      var entries = [arrived.entry]
      try wait(for: &entries, milliseconds: 1_000)
      arrived.drain()
    }
    throw BenchError(description: "no event came within \(milliseconds) ms")
  }
}
