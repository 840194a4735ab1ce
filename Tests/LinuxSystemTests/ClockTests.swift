import LinuxSystem
import Testing

@Suite struct ClockTests {
  @Test func `the steady clock does not go back`() {
    let first = steadyClock()
    #expect(steadyClock() >= first)
    // Between 2020 and 2100.
    #expect((1_577_836_800_000_000_000..<4_102_444_800_000_000_000).contains(wallClock()))
  }

  @Test(arguments: [Int64.min, -1, 0, 1_078_056_000_000_000_000, 4_102_444_800_000_000_000, .max])
  func `a local time less its offset is the moment`(moment: Int64) {
    let local = localTime(at: moment)
    // Days since 1970 by the civil calendar: March-based years of 400-year eras.
    let year = local.month <= 2 ? local.year - 1 : local.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((local.month + 9) % 12) + 2) / 5 + local.day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds =
      days * 86_400 + local.hour * 3600 + local.minute * 60 + local.second - local.offset
    let (whole, rest) = moment.quotientAndRemainder(dividingBy: 1_000_000_000)
    #expect(Int64(seconds) == (rest < 0 ? whole - 1 : whole))
  }
}
