import LinuxSystem
import Synchronization

/// What the writers of a torture test wrote, and when the daemon ran: together they say which
/// versions must not be lost.
final class Diary: Sendable {
  struct Version {
    var path: String
    var digest: String
    var how: String
    var completed: Int64
    /// When the next save of the document began; nil for its last.
    var replaced: Int64?
    /// Whether the daemon said that it has it.
    var wasSeen = false
  }

  private struct State {
    var versions: [Version] = []
    var last: [String: Int] = [:]
    var uptimes: [(from: Int64, to: Int64)] = []
    var upSince: Int64?
  }

  /// How long a running daemon may take to see a version, on a machine that is busy.
  private static let slack: Int64 = 2_000_000_000

  private let state = Mutex(State())

  var isUp: Bool { state.withLock { $0.upSince != nil } }

  func daemonRuns() { state.withLock { $0.upSince = steadyClock() } }

  /// To be called before it is killed.
  func daemonEnds() {
    state.withLock { state in
      if let since = state.upSince { state.uptimes.append((since, steadyClock())) }
      state.upSince = nil
    }
  }

  func beginSave(of path: String) {
    state.withLock { state in
      guard let last = state.last[path] else { return }
      state.versions[last].replaced = steadyClock()
    }
  }

  /// Returns a number for `saw`.
  @discardableResult
  func completed(_ digest: String, of path: String, _ how: String, wasSeen: Bool = false) -> Int {
    state.withLock { state in
      state.versions.append(
        Version(
          path: path, digest: digest, how: how, completed: steadyClock(), wasSeen: wasSeen))
      state.last[path] = state.versions.count - 1
      return state.versions.count - 1
    }
  }

  func saw(_ number: Int) { state.withLock { $0.versions[number].wasSeen = true } }

  /// The versions that the daemon was told of, or had the time to see, or that were the last.
  var due: [Version] {
    state.withLock { state in
      state.versions.filter { version in
        version.wasSeen || version.replaced == nil
          || state.uptimes.contains { uptime in
            max(uptime.from, version.completed) + Self.slack
              < min(uptime.to, version.replaced ?? .max)
          }
      }
    }
  }
}
