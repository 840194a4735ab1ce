package import Reconciliation

/// Which versions stay in a document's history: all of the last hour, then the newest of each
/// hour for a day, then the newest of each day for a month.
///
/// Hours and days are those of UTC, not lengths counted back from now, so that the same versions
/// stay however often it is applied.
package struct Retention: Hashable, Sendable {
  /// How long, in nanoseconds, every version stays.
  package var all = Nanoseconds.seconds(3_600)
  /// How long one a hour stays.
  package var hourly = Nanoseconds.seconds(24 * 3_600)
  /// How long one a day stays.
  package var daily = Nanoseconds.seconds(30 * 24 * 3_600)

  package init() {}

  /// The entries to let go of, from a history that is ordered oldest first.
  package func dropped(from history: [HistoryEntry], now: Int64) -> [HistoryEntry] {
    var hours: Set<Int64> = []
    var days: Set<Int64> = []
    var dropped: [HistoryEntry] = []
    for entry in history.reversed() {
      // A clock that was set back leaves entries from the future: they count as new.
      let (age, overflow) = now.subtractingReportingOverflow(entry.time)
      if overflow ? entry.time > now : age < all { continue }
      let stays =
        if overflow || age >= daily {
          false
        } else if age < hourly {
          hours.insert(Self.number(entry.time, of: 3_600)).inserted
        } else {
          days.insert(Self.number(entry.time, of: 24 * 3_600)).inserted
        }
      if !stays { dropped.append(entry) }
    }
    return dropped.reversed()
  }

  /// The number of the hour or day that a time falls in, also before 1970.
  private static func number(_ time: Int64, of seconds: Int64) -> Int64 {
    let length = Nanoseconds.seconds(seconds)
    let quotient = time / length
    return time % length < 0 ? quotient - 1 : quotient
  }
}
