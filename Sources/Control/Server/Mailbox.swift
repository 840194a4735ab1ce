import LinuxSystem
import Synchronization

/// Where other threads leave word for the server's: which connections have answers, and whether
/// it is time to stop.
final class Mailbox: Sendable {
  private struct State {
    var answered: Set<UInt64> = []
    var isStopping = false
  }

  private let state = Mutex(State())
  private let pipe: WakePipe

  init() throws(SystemError) {
    pipe = try WakePipe()
  }

  var entry: PollEntry { pipe.entry }

  /// A connection's call has answers to fetch.
  func announce(_ connection: UInt64) {
    let isFirst = state.withLock { state in
      let isFirst = state.answered.isEmpty
      state.answered.insert(connection)
      return isFirst
    }
    if isFirst { pipe.wake() }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    pipe.wake()
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// The connections that have answers, each once, and none of them again.
  func takeAnswered() -> Set<UInt64> {
    pipe.drain()
    return state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
  }
}
