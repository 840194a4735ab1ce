/// A point in time on both clocks: what a person's clock said, and what can't jump.
package struct Moment: Hashable, Sendable {
  /// Nanoseconds since 1970 by the wall clock; may jump in either direction. For people only.
  package var wall: Int64
  /// Nanoseconds since some start by a clock that never goes back. For every deadline.
  package var steady: Int64

  package init(wall: Int64, steady: Int64) {
    self.wall = wall
    self.steady = steady
  }
}

/// Lengths of time in nanoseconds, for reading.
package enum Nanoseconds {
  package static func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }
  package static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}
