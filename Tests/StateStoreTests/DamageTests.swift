import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct DamageTests {
  static let count = 6

  static var limits: StoreLimits {
    var limits = StoreLimits()
    limits.segmentBytes = 250
    limits.largeContentBytes = 120
    return limits
  }

  static func length(_ number: Int) -> Int { number == 4 ? 150 : 30 }

  static func content(_ number: Int) -> [UInt8] { Sample.content(number, length: length(number)) }

  static func digest(_ number: Int) -> Digest { Sample.digest(number, length: length(number)) }

  /// Six documents, each of them a batch with an event and a content.
  static func disk() throws -> SimulatedStateDisk {
    let disk = SimulatedStateDisk()
    let store = try StateStore.open(on: disk, limits: limits).store
    for number in 0..<count {
      try store.keep(content(number), as: digest(number))
      let base = Base(
        digest: digest(number), readability: .readable, fingerprint: Sample.fingerprint(number))
      try store.commit([
        .setBase(try Sample.path(number), base), .event(try Sample.event(number)),
      ])
    }
    try store.sync()
    return disk
  }

  /// Which documents' bases are missing.
  static func missing(_ store: StateStore) throws -> [Int] {
    try (0..<count).filter { store.bases[try Sample.path($0)] == nil }
  }

  /// How many contents are missing; none may be wrong.
  static func missingContents(_ store: StateStore, _ comment: Comment) throws -> Int {
    var missing = 0
    for number in 0..<count {
      let found = try store.content(digest(number))
      if found == nil { missing += 1 } else { #expect(found == content(number), comment) }
    }
    return missing
  }

  @Test(arguments: ["journal", "mark", "contents/00000001", "contents/00000001.index"])
  func `a flipped bit in any byte is noticed and costs one change or one content`(
    name: String
  ) throws {
    let whole = try Self.disk()
    let bytes = try #require(whole[name])
    for index in bytes.indices {
      let comment = Comment("\(name), byte \(index)")
      let disk = whole.copy()
      var broken = bytes
      broken[index] ^= 1 << UInt8(index % 8)
      disk[name] = broken
      let opened = try StateStore.open(on: disk, limits: Self.limits)
      let missing = try Self.missing(opened.store)
      #expect(missing.count <= (name == "journal" && index >= 16 ? 1 : 0), comment)
      let events = opened.store.events(after: 0, limit: 100).map(\.path)
      #expect(try events == (0..<Self.count).filter { !missing.contains($0) }.map(Sample.path))
      let lost = try Self.missingContents(opened.store, comment)
      #expect(lost <= (name == "contents/00000001" && index >= 16 ? 1 : 0), comment)
      let damage = try opened.damage + opened.store.check().damage
      #expect(!damage.isEmpty, comment)
      if name == "journal" { #expect(disk["damaged/journal-1"] == broken, comment) }
      try expectSettled(disk, missing: missing, comment)
    }
  }

  /// Once set aside, damage is not told again, and the store works.
  private func expectSettled(
    _ disk: SimulatedStateDisk, missing: [Int], _ comment: Comment
  ) throws {
    let store = try StateStore.open(on: disk, limits: Self.limits).store
    for number in 0..<Self.count { try store.keep(Self.content(number), as: Self.digest(number)) }
    try store.commit([.setBase(try Sample.path(9), Sample.base(9))])
    for _ in 0..<3 { _ = try store.thin(now: 1) }
    try store.sync()
    _ = try store.check()
    for number in 0..<Self.count { try store.keep(Self.content(number), as: Self.digest(number)) }
    for _ in 0..<3 { _ = try store.thin(now: 1) }
    let again = try StateStore.open(on: disk, limits: Self.limits)
    #expect(again.damage == [], comment)
    #expect(try Self.missing(again.store) == missing, comment)
    #expect(again.store.bases[try Sample.path(9)] == Sample.base(9), comment)
    #expect(try again.store.check().damage == [], comment)
  }

  @Test func `a large content that is damaged is not returned, set aside, and can be kept again`()
    throws
  {
    let whole = try Self.disk()
    let name = "large/\(Self.digest(4))"
    let bytes = try #require(whole[name])
    for index in bytes.indices {
      let disk = whole.copy()
      disk[name]?[index] ^= 0x10
      let store = try StateStore.open(on: disk, limits: Self.limits).store
      #expect(try store.content(Self.digest(4)) == nil)
      #expect(store.takeDamage().count == 1)
      #expect(!store.has(Self.digest(4)))
      #expect(disk["damaged/\(Self.digest(4))-1"]?.count == bytes.count)
      try store.keep(Self.content(4), as: Self.digest(4))
      #expect(try store.content(Self.digest(4)) == Self.content(4))
    }
  }

  @Test func `a journal cut at any byte keeps the changes before, and is set aside`() throws {
    let whole = try Self.disk()
    let bytes = try #require(whole["journal"])
    for length in bytes.indices {
      let disk = whole.copy()
      disk["journal"] = Array(bytes[..<length])
      let opened = try StateStore.open(on: disk, limits: Self.limits)
      let missing = try Self.missing(opened.store)
      #expect(missing == Array((Self.count - missing.count)..<Self.count), "length \(length)")
      #expect(!missing.isEmpty && !opened.damage.isEmpty, "length \(length)")
      #expect(disk["damaged/journal-1"] == Array(bytes[..<length]), "length \(length)")
      #expect(opened.store.lastEvent >= UInt64(Self.count), "length \(length)")
    }
  }

  @Test func `an end that a crash tore off is no damage`() throws {
    let whole = try Self.disk()
    let bytes = try #require(whole["journal"])
    let disk = whole.copy()
    disk["mark"] = nil
    disk["journal"] = Array(bytes.dropLast(5))
    let opened = try StateStore.open(on: disk, limits: Self.limits)
    #expect(opened.damage == [])
    #expect(try Self.missing(opened.store) == [Self.count - 1])
    #expect(opened.store.lastEvent == UInt64(Self.count - 1))
  }

  @Test(arguments: ["contents/00000001", "contents/00000002", "contents/00000001.index"])
  func `a file of contents cut at any byte returns no wrong content`(name: String) throws {
    let whole = try Self.disk()
    let bytes = try #require(whole[name])
    for length in bytes.indices {
      let comment = Comment("\(name), length \(length)")
      let disk = whole.copy()
      disk[name] = Array(bytes[..<length])
      let store = try StateStore.open(on: disk, limits: Self.limits).store
      #expect(try Self.missing(store) == [], comment)
      _ = try Self.missingContents(store, comment)
      try expectSettled(disk, missing: [], comment)
    }
  }

  @Test(arguments: seeds(1...40))
  func `a journal of any bytes is set aside, and the state begins anew`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let disk = SimulatedStateDisk()
    // Every second one starts as a journal does.
    let header: [UInt8] =
      seed % 2 == 0 ? Array(try #require(try Self.disk()["journal"])[..<16]) : []
    let bytes = header + (0..<(1 + chance.below(3_000))).map { _ in UInt8(chance.below(256)) }
    disk["journal"] = bytes
    let opened = try StateStore.open(on: disk)
    #expect(!opened.damage.isEmpty, "seed \(seed)")
    #expect(opened.store.bases.isEmpty && disk["damaged/journal-1"] == bytes, "seed \(seed)")
  }
}
