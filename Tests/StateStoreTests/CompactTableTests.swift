import TestSupport
import Testing

@testable import StateStore

@Suite struct CompactTableTests {
  /// Keys whose hashes are few, so that searches meet each other's places and go round the end.
  struct Key: Hashable {
    var number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % 7) }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `it holds what a dictionary holds after any inserts and removals`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    var table = CompactTable<Key, Int>()
    var dictionary: [Key: Int] = [:]
    if chance.oneIn(2) { table.reserveCapacity(chance.below(50)) }
    for step in 0..<400 {
      let key = Key(number: chance.below(40))
      if chance.oneIn(3) {
        #expect(table.removeValue(forKey: key) == dictionary.removeValue(forKey: key))
      } else {
        let before = table.updateValue(step, forKey: key)
        #expect(before == dictionary.updateValue(step, forKey: key))
      }
      #expect(table.count == dictionary.count, "seed \(seed), step \(step)")
    }
    for number in 0..<40 {
      let key = Key(number: number)
      #expect(table[key] == dictionary[key], "seed \(seed), key \(number)")
    }
    let held = Dictionary(uniqueKeysWithValues: zip(table.keys, table.values))
    #expect(held == dictionary, "seed \(seed)")
  }

  @Test func `nothing is found in an empty one`() {
    var table = CompactTable<Int, Int>()
    #expect(table[1] == nil && table.removeValue(forKey: 1) == nil && table.count == 0)
  }

  @Test func `entries stay in the order in which they came, and the last fills a gap`() {
    var table = CompactTable<Int, String>()
    for (number, word) in ["a", "b", "c", "d"].enumerated() { table[number] = word }
    table[1] = nil
    #expect(table.keys == [0, 3, 2] && table.values == ["a", "d", "c"])
  }
}
