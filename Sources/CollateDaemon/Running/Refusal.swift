import LinuxSystem
import Synchronization

/// Says that the daemon has to end since it may keep nothing of what it was asked to keep.
final class Refusal: Sendable {
  private let made = Atomic<Bool>(false)

  var isMade: Bool { made.load(ordering: .acquiring) }

  /// Has the daemon end as if it was told to. On any thread.
  func end() {
    made.store(true, ordering: .releasing)
    do throws(SystemError) {
      try send(.terminate, to: currentProcess())
    } catch {
      // A process may always signal itself; else the daemon stays, and says why it keeps nothing.
    }
  }
}
