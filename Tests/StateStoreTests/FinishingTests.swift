import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct FinishingTests {
  static let segment = "contents/00000001"

  /// A finished state with five contents.
  static func disk() throws -> SimulatedStateDisk {
    let disk = SimulatedStateDisk()
    let store = try StateStore.open(on: disk).store
    try store.keep((0..<5).map { (Sample.content($0), Sample.digest($0)) })
    try store.commit(try (0..<5).map { .setBase(try Sample.path($0), Sample.base($0)) })
    try store.finish()
    return disk
  }

  @Test func `a finished state is opened without reading its contents`() throws {
    let disk = try Self.disk()
    let bytes = try #require(disk[Self.segment])
    disk[Self.segment] = bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]
    let opened = try StateStore.open(on: disk)
    #expect(opened.damage == [])
    // It is noticed when it is asked for.
    #expect(try opened.store.content(Sample.digest(4)) == nil)
    #expect(opened.store.takeDamage().count == 1)
  }

  @Test func `what was added after it was finished is found too`() throws {
    let disk = try Self.disk()
    for round in 0..<3 {
      let store = try StateStore.open(on: disk).store
      try store.keep(Sample.content(10 + round), as: Sample.digest(10 + round))
      try store.commit([.setBase(try Sample.path(10 + round), Sample.base(10 + round))])
      try round == 1 ? store.finish() : store.sync()
      let opened = try StateStore.open(on: disk)
      #expect(opened.damage == [])
      for number in [0, 1, 2, 3, 4] + (10...(10 + round)) {
        #expect(try opened.store.content(Sample.digest(number)) == Sample.content(number))
      }
    }
    #expect(
      try disk.names().filter { $0.hasPrefix("contents/") }.sorted() == [
        Self.segment, Self.segment + ".index",
      ])
  }

  @Test func `without its index, or with a damaged one, nothing is missing`() throws {
    for damaged in [nil, [1, 2, 3]] as [[UInt8]?] {
      let disk = try Self.disk()
      disk[Self.segment + ".index"] = damaged
      let opened = try StateStore.open(on: disk)
      #expect(opened.damage.count == (damaged == nil ? 0 : 1))
      for number in 0..<5 {
        #expect(try opened.store.content(Sample.digest(number)) == Sample.content(number))
      }
    }
  }

  @Test func `a segment that is shorter than its index is read`() throws {
    let disk = try Self.disk()
    let bytes = try #require(disk[Self.segment])
    disk[Self.segment] = Array(bytes.dropLast(10))
    let store = try StateStore.open(on: disk).store
    for number in 0..<4 {
      #expect(try store.content(Sample.digest(number)) == Sample.content(number))
    }
    #expect(!store.has(Sample.digest(4)))
  }

  @Test func `contents that are kept together are each there once`() throws {
    let disk = SimulatedStateDisk()
    let store = try StateStore.open(on: disk).store
    let numbers = [1, 2, 1, 3]
    try store.keep(numbers.map { (Sample.content($0), Sample.digest($0)) })
    let size = disk[Self.segment]?.count
    try store.keep(numbers.map { (Sample.content($0), Sample.digest($0)) })
    #expect(disk[Self.segment]?.count == size)
    for number in numbers {
      #expect(try store.content(Sample.digest(number)) == Sample.content(number))
    }
  }
}
