import StateStore
import TestSupport
import Testing

@Suite struct SimulatedStateDiskTests {
  let disk = SimulatedStateDisk()

  /// What a file may be after a power cut, over many chances.
  func outcomes(_ prepare: (SimulatedStateDisk) throws -> Void) throws -> Set<[String: [UInt8]]> {
    var found: Set<[String: [UInt8]]> = []
    for seed in 0..<300 as Range<UInt64> {
      let disk = SimulatedStateDisk()
      try prepare(disk)
      var chance = SeededChance(seed: seed)
      disk.crash(powerLoss: true, using: &chance)
      found.insert(
        Dictionary(uniqueKeysWithValues: try disk.names().map { ($0, disk[$0] ?? []) }))
    }
    return found
  }

  @Test func `a power cut tears an append at any byte, and keeps what was synced`() throws {
    let found = try outcomes { disk in
      try disk.append([1, 2], to: "a")
      try disk.sync("a")
      try disk.append([3, 4], to: "a")
    }
    let expected: Set<[UInt8]> = [[1, 2], [1, 2, 3], [1, 2, 3, 4]]
    let zeros: Set<[UInt8]> = [[1, 2, 0], [1, 2, 0, 0], [1, 2, 3, 0]]
    #expect(Set(found.compactMap { $0["a"] }) == expected.union(zeros))
  }

  @Test func `a power cut keeps a replacement as a whole or not at all`() throws {
    let found = try outcomes { disk in
      try disk.replace("a", with: [1])
      try disk.sync("a")
      try disk.replace("a", with: [2, 3])
    }
    #expect(found == [["a": [1]], ["a": [2, 3]]])
  }

  @Test func `a power cut loses the changes of names from the last one backwards`() throws {
    let found = try outcomes { disk in
      try disk.replace("a", with: [1])
      try disk.sync("a")
      try disk.rename("a", to: "b")
      try disk.remove("b")
    }
    #expect(found == [["a": [1]], ["b": [1]], [:]])
  }

  @Test func `a power cut may bring back what was cut off`() throws {
    let found = try outcomes { disk in
      try disk.replace("a", with: [1, 2])
      try disk.sync("a")
      try disk.truncate("a", to: 1)
    }
    #expect(found == [["a": [1]], ["a": [1, 2]]])
  }

  @Test func `a killed process keeps all that returned, and nothing works until the crash`() throws
  {
    try disk.append([1], to: "a")
    disk.fault = { operation, _, _ in operation == .append ? .killed(kept: 1) : nil }
    #expect(throws: StateDiskError.self) { try disk.append([2, 3], to: "a") }
    disk.fault = nil
    #expect(throws: StateDiskError.self) { try disk.names() }
    var chance = SeededChance(seed: 1)
    disk.crash(powerLoss: false, using: &chance)
    #expect(try disk.read("a", from: 0, count: 9) == [1, 2])
  }
}
