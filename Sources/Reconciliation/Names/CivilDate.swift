/// A day and time as a calendar and a clock on the wall show them, in the Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// From 1.
  package let month: Int
  /// From 1.
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// What the clock shows at a moment, in a place that is so far ahead of UTC.
  ///
  /// - Parameter nanoseconds: Nanoseconds since 1970.
  package init(nanoseconds: Int64, utcOffsetSeconds: Int) {
    let seconds = Self.divided(Int(nanoseconds), by: 1_000_000_000).quotient + utcOffsetSeconds
    let (days, rest) = Self.divided(seconds, by: 86400)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    (year, month, day) = Self.date(daysSince1970: days)
  }

  /// Counts from the 1st of March of the year 0, so that the leap day is the last of a year, and in
  /// periods of 400 years, which are all equally long.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (period, dayOfPeriod) = divided(days + 719_468, by: 146_097)
    // Takes the leap days out: one in 4 years, none in 100, one in 400.
    let yearOfPeriod =
      (dayOfPeriod - dayOfPeriod / 1460 + dayOfPeriod / 36524 - dayOfPeriod / 146_096) / 365
    let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
    // From March on, five months have 153 days, again and again.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (period * 400 + yearOfPeriod + (month <= 2 ? 1 : 0), month, day)
  }

  /// The quotient rounded down, so that moments before 1970 are right too.
  private static func divided(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// As in `2026-11-30`.
  package var dateText: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// As in `14.05.12`: Windows allows no colon in a name.
  package var timeTextForNames: String {
    "\(padded(hour, 2)).\(padded(minute, 2)).\(padded(second, 2))"
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
