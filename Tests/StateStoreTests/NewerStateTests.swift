import Reconciliation
import StateStore
import TestSupport
import Testing

/// Journals as a later version might write them, put together here by the format's description.
@Suite struct NewerStateTests {
  static func number(_ value: UInt64, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// The first eight bytes of the SHA-256, as a big-endian number written little-endian.
  static func check(_ bytes: [UInt8]) -> [UInt8] {
    SHA256.digest(bytes).bytes.prefix(8).reversed()
  }

  static func header(_ letter: Character, version: UInt64) -> [UInt8] {
    let front = Array("COLLATE\(letter)".utf8) + number(version, bytes: 4)
    return front + check(front).prefix(4)
  }

  static func batch(_ entries: [(tag: UInt8, body: [UInt8])]) -> [UInt8] {
    let payload = entries.flatMap { [$0.tag] + number(UInt64($0.body.count), bytes: 4) + $0.body }
    let front =
      [0xC0, 0x11, 0xA7, 0xE1] + number(UInt64(payload.count), bytes: 4) + number(1, bytes: 8)
      + check(payload)
    return front + check(front) + payload
  }

  static func text(_ value: String) -> [UInt8] {
    number(UInt64(value.utf8.count), bytes: 4) + Array(value.utf8)
  }

  func expectRefused(_ disk: SimulatedStateDisk) throws {
    let names = try disk.names()
    let files = names.map { disk[$0] }
    let error = #expect(throws: StateDiskError.self) { try StateStore.open(on: disk) }
    #expect(error?.message.contains("the state is newer") == true)
    #expect(error?.isFull == false)
    #expect(try disk.names() == names)
    #expect(names.map { disk[$0] } == files)
  }

  @Test func `what is put together here is what the store reads`() throws {
    let disk = SimulatedStateDisk()
    disk["journal"] =
      Self.header("J", version: 1) + Self.batch([(tag: 2, body: Self.text("notes/a.md"))])
    #expect(try StateStore.open(on: disk).damage == [])
  }

  @Test(arguments: [("J", "journal"), ("S", "contents/00000001"), ("M", "mark")])
  func `a file in a newer format is refused, and nothing is changed`(
    letter: String, name: String
  ) throws {
    let disk = try DamageTests.disk()
    disk["contents/00000001.index"] = nil
    let rest = try #require(disk[name]).dropFirst(16)
    disk[name] = Self.header(try #require(letter.first), version: 2) + rest
    try expectRefused(disk)
  }

  @Test func `a segment's index in a newer format is refused`() throws {
    let disk = try DamageTests.disk()
    disk["contents/00000001.index"] = Self.header("I", version: 2)
    try expectRefused(disk)
  }

  @Test func `an entry of an unknown kind is refused, and nothing is changed`() throws {
    let disk = SimulatedStateDisk()
    disk["journal"] =
      Self.header("J", version: 1)
      + Self.batch([(tag: 2, body: Self.text("a.md")), (tag: 200, body: [1, 2, 3])])
    try expectRefused(disk)
  }

  @Test func `an event of an unknown kind is refused`() throws {
    let event =
      Self.number(1, bytes: 8) + Self.number(0, bytes: 8) + Self.text("levitated")
      + Self.text("a.md") + [0, 0] + Self.number(0, bytes: 4)
    let disk = SimulatedStateDisk()
    disk["journal"] = Self.header("J", version: 1) + Self.batch([(tag: 6, body: event)])
    try expectRefused(disk)
  }

  @Test func `fields that a newer version added behind the known ones are passed over`() throws {
    let event =
      Self.number(1, bytes: 8) + Self.number(77, bytes: 8) + Self.text("changed")
      + Self.text("a.md") + [0, 0] + Self.number(0, bytes: 4)
    let disk = SimulatedStateDisk()
    disk["journal"] =
      Self.header("J", version: 1)
      + Self.batch([(tag: 6, body: event + Self.text("mood: content"))])
    let opened = try StateStore.open(on: disk)
    #expect(opened.damage == [])
    let path = try #require(RelativePath("a.md"))
    #expect(
      opened.store.events(after: 0, limit: 9)
        == [Event(number: 1, time: 77, kind: .changed, path: path)])
  }

  @Test(arguments: ["../a.md", "/a.md", "a//b", "a\u{0}"])
  func `a path that leaves the root makes no sense`(text: String) throws {
    let disk = SimulatedStateDisk()
    disk["journal"] = Self.header("J", version: 1) + Self.batch([(tag: 2, body: Self.text(text))])
    #expect(try StateStore.open(on: disk).damage.count == 2)
  }

  @Test(arguments: seeds(1...200))
  func `entries of any bytes with the right checksum do no harm`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let disk = SimulatedStateDisk()
    let entries = (0...chance.below(4)).map { _ in
      (
        tag: UInt8(1 + chance.below(11)),
        body: (0..<chance.below(80)).map { _ in
          chance.oneIn(2) ? UInt8(chance.below(3)) : UInt8(chance.below(256))
        }
      )
    }
    disk["journal"] = Self.header("J", version: 1) + Self.batch(entries)
    do {
      let opened = try StateStore.open(on: disk)
      #expect(try opened.store.check().damage == [], "seed \(seed)")
    } catch {
      #expect(error.message.contains("the state is newer"), "seed \(seed)")
    }
  }
}
