import Glibc

/// Nanoseconds since 1970 by the wall clock, which a person or the network may set.
///
/// Wraps `clock_gettime(2)`.
package func wallClock() -> Int64 {
  nanoseconds(CLOCK_REALTIME)
}

/// Nanoseconds since some start by a clock that never goes back, and stands still while the
/// machine sleeps.
///
/// Wraps `clock_gettime(2)`.
package func steadyClock() -> Int64 {
  nanoseconds(CLOCK_MONOTONIC)
}

/// Lets this thread rest, or until a signal comes.
///
/// Wraps `poll(2)` on nothing.
package func pause(milliseconds: Int32) throws(SystemError) {
  var nothing: [PollEntry] = []
  try wait(for: &nothing, milliseconds: milliseconds)
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  // It fails only for clocks that don't exist.
  clock_gettime(clock, &time)
  return clampedNanoseconds(Int64(time.tv_sec), Int64(time.tv_nsec))
}

/// What a clock on the wall shows.
package struct LocalTime: Hashable, Sendable {
  package var year: Int
  /// From 1.
  package var month: Int
  /// From 1.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// Seconds ahead of UTC.
  package var offset: Int
}

/// What the wall shows here at a moment in nanoseconds since 1970, by the time zone of `TZ` or
/// the system.
///
/// Wraps `localtime_r(3)`.
package func localTime(at nanoseconds: Int64) -> LocalTime {
  var seconds = timespec(nanoseconds: nanoseconds).tv_sec
  var parts = tm()
  // It fails only for years beyond 32 bits, which nanoseconds in 64 bits can't reach.
  localtime_r(&seconds, &parts)
  return LocalTime(
    year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
    hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
    offset: parts.tm_gmtoff)
}
