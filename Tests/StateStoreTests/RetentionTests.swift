import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct RetentionTests {
  /// 2026-11-30 00:00:00 UTC.
  static let midnight: Int64 = 1_795_996_800
  /// 2026-11-30 14:30:00 UTC.
  static let now = time(0, "14:30")

  /// A time on that day, or so many days before it.
  static func time(_ daysAgo: Int64, _ clock: String) -> Int64 {
    let parts = clock.split(separator: ":").compactMap { Int64($0) }
    return Nanoseconds.seconds(
      midnight - daysAgo * 86_400 + parts[0] * 3_600 + parts[1] * 60)
  }

  /// Newest first: when a version stopped being the content, and whether it stays.
  static let table: [(daysAgo: Int64, clock: String, stays: Bool)] = [
    (0, "15:00", true),  // From a clock that was ahead.
    (0, "14:30", true), (0, "14:29", true), (0, "14:28", true), (0, "13:31", true),
    (0, "13:30", true),  // An hour old: the newest of its hour that is.
    (0, "13:29", false), (0, "13:05", false),
    (0, "12:59", true), (0, "12:58", false), (0, "12:00", false),
    (0, "11:00", true),
    (0, "00:10", true),
    (1, "23:50", true), (1, "23:10", false),
    (1, "14:31", true),
    (1, "14:30", true),  // A day old: the newest of its day that is.
    (1, "14:29", false), (1, "00:01", false),
    (2, "23:00", true), (2, "08:00", false),
    (5, "12:00", true),
    (29, "01:00", true), (29, "00:59", false),
    (30, "14:31", true),
    (30, "14:30", false),  // Thirty days old.
    (31, "09:00", false), (400, "09:00", false),
  ]

  static func history(_ rows: [(daysAgo: Int64, clock: String, stays: Bool)]) -> [HistoryEntry] {
    rows.reversed().map { Sample.entry(1, time: time($0.daysAgo, $0.clock)) }
  }

  @Test func `everything stays for an hour, then one an hour for a day, one a day for a month`() {
    let dropped = Retention().dropped(from: Self.history(Self.table), now: Self.now)
    #expect(dropped == Self.history(Self.table.filter { !$0.stays }))
  }

  @Test func `what stays now stays when it is asked again`() {
    let staying = Self.history(Self.table.filter(\.stays))
    #expect(Retention().dropped(from: staying, now: Self.now) == [])
  }

  @Test func `a version a minute for a week leaves one an hour and one a day`() {
    var history: [HistoryEntry] = []
    for minute in 0..<Int64(7 * 24 * 60) {
      let time = Self.now + Nanoseconds.seconds(minute * 60)
      history.append(Sample.entry(1, time: time))
      let dropped = Set(Retention().dropped(from: history, now: time).map(\.time))
      history.removeAll { dropped.contains($0.time) }
    }
    // The last hour, the hours of the day before it, and the days before that.
    #expect(history.count == 60 + 24 + 7)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func `no time is too far away`(time: Int64) {
    let history = [Int64.min, -1, 0, 1, .max].map { Sample.entry(1, time: $0) }
    #expect(Retention().dropped(from: history, now: time).count <= 5)
  }

  @Test func `retention can be set`() {
    var retention = Retention()
    retention.all = 0
    retention.hourly = 0
    retention.daily = Nanoseconds.seconds(2 * 86_400)
    let dropped = retention.dropped(from: Self.history(Self.table), now: Self.now)
    let staying: [(Int64, String)] = [(0, "15:00"), (0, "14:30"), (1, "23:50"), (2, "23:00")]
    #expect(dropped.count == Self.table.count - staying.count)
    #expect(!dropped.contains { entry in staying.contains { Self.time($0, $1) == entry.time } })
  }
}
