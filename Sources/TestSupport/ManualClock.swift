package import Reconciliation

/// A clock that stands still until it is told to go on.
package final class ManualClock {
  /// The present moment on both clocks.
  package private(set) var now: Moment

  /// Starts at a Monday in November 2026 unless told otherwise.
  package init(wall: Int64 = 1_795_000_000_000_000_000, steady: Int64 = 0) {
    now = Moment(wall: wall, steady: steady)
  }

  /// Lets time pass on both clocks, in nanoseconds; never backwards.
  package func advance(by nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    now.wall += nanoseconds
    now.steady += nanoseconds
  }

  /// Sets the wall clock by this much, forwards or backwards, as NTP or a person does.
  package func jumpWall(by nanoseconds: Int64) {
    now.wall += nanoseconds
  }
}
