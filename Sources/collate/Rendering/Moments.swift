/// Says when something was: as a person would, or exactly.
struct Moments: Sendable {
  /// Nanoseconds since 1970.
  var now: Int64
  var isExact: Bool
  /// What a clock on the wall shows at a moment in nanoseconds since 1970.
  var local: @Sendable (Int64) -> CivilTime

  /// "2 minutes ago"; with `isExact` the local time in brackets behind it.
  func said(_ time: Int64) -> String {
    let relative = relative(time)
    return isExact ? "\(relative) (\(exact(time)))" : relative
  }

  /// The distance from now in its largest unit. The clock may jump, so it may lie ahead.
  func relative(_ time: Int64) -> String {
    let (difference, overflow) = now.subtractingReportingOverflow(time)
    guard !overflow else { return "at an unknown time" }
    let seconds = difference.magnitude / 1_000_000_000
    if seconds < 2 { return "just now" }
    let distance = Self.span(seconds: seconds)
    return difference < 0 ? "in \(distance)" : "\(distance) ago"
  }

  /// "2026-11-30 14:05:12 +0100".
  func exact(_ time: Int64) -> String {
    local(time).description
  }

  /// A length of time in its largest unit: "3 hours".
  static func span(seconds: UInt64) -> String {
    let units: [(UInt64, String)] = [
      (365 * 86400, "year"), (30 * 86400, "month"), (7 * 86400, "week"), (86400, "day"),
      (3600, "hour"), (60, "minute"),
    ]
    for (length, name) in units where seconds >= length {
      return counted(Int64(seconds / length), name)
    }
    return counted(Int64(seconds), "second")
  }
}

/// A date and time of day somewhere.
struct CivilTime: Hashable, Sendable, CustomStringConvertible {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// Seconds east of UTC.
  var offset: Int

  var description: String {
    let zone = (offset < 0 ? "-" : "+") + two(abs(offset) / 3600) + two(abs(offset) / 60 % 60)
    return "\(year)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute)):\(two(second)) \(zone)"
  }

  private func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
