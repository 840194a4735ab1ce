import Reconciliation
import TestSupport
import Testing

@Suite struct ConflictNameTests {
  /// 2026-11-30 14:05:12 UTC.
  private static let moment: Int64 = 1_796_047_512_000_000_000

  @Test(arguments: [
    ("Report.md", "Report (conflict 2026-11-30 14.05.12 laptop).md"),
    ("Makefile", "Makefile (conflict 2026-11-30 14.05.12 laptop)"),
    (".bashrc", ".bashrc (conflict 2026-11-30 14.05.12 laptop)"),
    (".config.json", ".config (conflict 2026-11-30 14.05.12 laptop).json"),
    ("notes.tar.gz", "notes (conflict 2026-11-30 14.05.12 laptop).tar.gz"),
    ("weekend.checklist.json", "weekend.checklist (conflict 2026-11-30 14.05.12 laptop).json"),
    ("Mr. Smith and co", "Mr. Smith and co (conflict 2026-11-30 14.05.12 laptop)"),
    ("odd.", "odd. (conflict 2026-11-30 14.05.12 laptop)"),
    ("Novel.notebook", "Novel (conflict 2026-11-30 14.05.12 laptop).notebook"),
    ("plan (a).md", "plan (a) (conflict 2026-11-30 14.05.12 laptop).md"),
  ])
  func `the name comes first and the ending last`(name: String, expected: String) {
    #expect(made(name, origin: "laptop") == expected)
  }

  @Test func `a number is added where the name is taken`() {
    #expect(
      made("a.md", origin: "laptop", number: 2)
        == "a (conflict 2026-11-30 14.05.12 laptop 2).md")
  }

  @Test(arguments: [
    "a (conflict 2025-01-01 00.00.00 nas).md", "a.sync-conflict-20240501-101112-ABCDEFG.md",
    "a (conflict 2025-01-01 00.00.00 nas) (conflict 2025-01-02 00.00.00 nas).md",
  ])
  func `the copy of a copy is named from the document`(name: String) {
    #expect(made(name, origin: "laptop") == "a (conflict 2026-11-30 14.05.12 laptop).md")
  }

  @Test(arguments: [
    ("a/b\\c:d", "a-b-c-d"), ("*?\"<>|", "------"), ("(x)", "-x-"), ("  my  mac ", "my mac"),
    ("tab\there\u{202E}", "tab-here-"), ("laptop 2", "laptop-2"), ("Büro", "Büro"),
  ])
  func `an origin has no character that some file system refuses`(origin: String, shown: String) {
    #expect(made("a.md", origin: origin) == "a (conflict 2026-11-30 14.05.12 \(shown)).md")
  }

  @Test func `without an origin there is no blank for one`() {
    #expect(made("a.md", origin: " ") == "a (conflict 2026-11-30 14.05.12).md")
  }

  @Test(arguments: [
    (Int64(0), 0, "1970-01-01 00.00.00"), (-1, 0, "1969-12-31 23.59.59"),
    (951_782_400_000_000_000, 0, "2000-02-29 00.00.00"),
    (1_709_164_800_000_000_000, -3600, "2024-02-28 23.00.00"),
    (4_107_542_400_000_000_000, 0, "2100-03-01 00.00.00"),
    (1_796_047_512_999_999_999, 19800, "2026-11-30 19.35.12"),
    (.max, 0, "2262-04-11 23.47.16"), (.min, 0, "1677-09-21 00.12.43"),
  ])
  func `the time is what the person's clock showed`(time: Int64, offset: Int, shown: String) {
    let name = ConflictName.make(
      for: Array("a.md".utf8), at: time, utcOffsetSeconds: offset, origin: "x")
    #expect(String(decoding: name, as: UTF8.self) == "a (conflict \(shown) x).md")
  }

  @Test func `a long name is cut between characters and keeps its ending`() {
    let name = String(repeating: "é", count: 125) + ".md"
    let made = ConflictName.make(
      for: Array(name.utf8), at: Self.moment, utcOffsetSeconds: 0, origin: "laptop")
    #expect(made.count <= 255)
    #expect(made.count >= 254)
    #expect(
      String(validating: made, as: UTF8.self)?.hasSuffix(
        "é (conflict 2026-11-30 14.05.12 laptop).md") == true)
  }

  @Test func `bytes that are not UTF-8 stay as they are`() {
    let made = ConflictName.make(
      for: [0xE9, 0x2E, 0x6D, 0x64], at: Self.moment, utcOffsetSeconds: 0, origin: "x")
    #expect(made == [0xE9] + Array(" (conflict 2026-11-30 14.05.12 x).md".utf8))
  }

  @Test(arguments: [21, 22, 23] as [UInt64])
  func `any name can be read back`(seed: UInt64) {
    var seeds = SeededChance(seed: seed)
    for _ in 0..<200 {
      let caseSeed = seeds.next()
      var chance = SeededChance(seed: caseSeed)
      let name = randomName(&chance)
      let number = 1 + chance.below(12)
      let made = ConflictName.make(
        for: name, at: Int64.random(in: .min ... .max, using: &chance),
        utcOffsetSeconds: chance.below(86400) - 43200, origin: randomOrigin(&chance),
        number: number)
      #expect(made.count <= 255, "seed \(caseSeed)")
      #expect(RelativePath.isName(made), "seed \(caseSeed)")
      let copy = ConflictCopyName.parse(made)
      #expect(copy?.tool == .collate, "seed \(caseSeed)")
      let document = ConflictCopyName.root(of: name)
      if document.count <= 150 {
        #expect(copy?.original == document, "seed \(caseSeed)")
        #expect(ConflictCopyName.root(of: made) == document, "seed \(caseSeed)")
      } else {
        #expect(document.starts(with: (copy?.original ?? []).prefix(100)), "seed \(caseSeed)")
      }
    }
  }

  private func made(_ name: String, origin: String, number: Int = 1) -> String {
    let bytes = ConflictName.make(
      for: Array(name.utf8), at: Self.moment, utcOffsetSeconds: 0, origin: origin, number: number)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func randomName(_ chance: inout SeededChance) -> [UInt8] {
    let pieces = [
      ".", ".md", ".tar.gz", " ", "a", "plan", "é", "🙂", "(", ")", " (conflict ", "2026-11-30",
      ".sync-conflict-20240501-101112", " (conflict 2026-11-30 14.05.12 laptop)", "-", "_", "1",
      ".variant-ab12", "conflicted copy",
    ].map { Array($0.utf8) }
    var name: [UInt8] = []
    for _ in 0...chance.below(chance.oneIn(4) ? 60 : 6) {
      name += chance.oneIn(20) ? [0xFF] : pieces[chance.below(pieces.count)]
    }
    name = Array(name.prefix(255))
    return RelativePath.isName(name) ? name : Array("plain.md".utf8)
  }

  private func randomOrigin(_ chance: inout SeededChance) -> String {
    let pieces = ["laptop", " ", "2", "(", ")", "/", ":", "é", "🙂", "\u{0}", ".", " 17", "'s "]
    return (0..<chance.below(chance.oneIn(8) ? 40 : 5))
      .map { _ in pieces[chance.below(pieces.count)] }.joined()
  }
}
