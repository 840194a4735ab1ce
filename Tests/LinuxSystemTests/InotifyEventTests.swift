import LinuxSystem
import TestSupport
import Testing

@Suite struct InotifyEventTests {
  private func record(_ event: InotifyEvent, padding: Int) -> [UInt8] {
    let name = event.name + Array(repeating: 0, count: padding)
    let numbers = [
      UInt32(bitPattern: event.watch), event.mask.rawValue, event.cookie, UInt32(name.count),
    ]
    return numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } } + name
  }

  @Test func `records of any length follow each other`() {
    let events = [
      InotifyEvent(watch: 1, mask: .created, name: Array("a.md".utf8)),
      InotifyEvent(watch: 7, mask: [.movedFrom, .isDirectory], cookie: 99, name: [0xFF, 0x0A]),
      InotifyEvent(watch: -1, mask: .overflow),
      InotifyEvent(watch: 2, mask: .closedAfterWriting, name: Array(repeating: 120, count: 255)),
    ]
    let paddings = [12, 1, 0, 17]
    let bytes = zip(events, paddings).flatMap { record($0, padding: $1) }
    #expect(InotifyEvent.decode(bytes) == events)
  }

  @Test func `a record that is cut off is left out, wherever it is cut`() {
    let first = record(InotifyEvent(watch: 1, mask: .created, name: [97]), padding: 15)
    let second = record(InotifyEvent(watch: 2, mask: .deleted, name: [98]), padding: 15)
    for count in 0..<second.count {
      #expect(InotifyEvent.decode(first + second.prefix(count)).map(\.watch) == [1])
    }
  }

  @Test func `a size beyond everything ends the list`() {
    var bytes = record(InotifyEvent(watch: 1, mask: .created), padding: 0)
    bytes.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(InotifyEvent.decode(bytes) == [])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any bytes decode to something that fits into them`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    var bytes = (0..<chance.below(4096)).map { _ in UInt8(chance.below(256)) }
    // Small sizes, or the first record would mostly be the last.
    if chance.oneIn(2) {
      for index in bytes.indices where chance.oneIn(2) { bytes[index] = 0 }
    }
    let events = InotifyEvent.decode(bytes)
    #expect(events.reduce(0) { $0 + 16 + $1.name.count } <= bytes.count, "seed \(seed)")
    #expect(events.allSatisfy { !$0.name.contains(0) }, "seed \(seed)")
  }
}
