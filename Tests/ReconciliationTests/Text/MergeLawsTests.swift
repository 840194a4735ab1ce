import Reconciliation
import TestSupport
import Testing

@Suite struct MergeLawsTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `merging obeys its laws`(seed: UInt64) {
    var seeds = SeededChance(seed: seed)
    for _ in 0..<400 {
      let caseSeed = seeds.next()
      var texts = RandomTexts(seed: caseSeed)
      let (base, ours, theirs) = texts.threeVersions(ofLinesBelow: 20)
      let outcome = mergeLines(base: base, ours: ours, theirs: theirs)
      #expect(
        outcome == mergeLines(base: base, ours: theirs, theirs: ours)
          || (isConflict(outcome)
            && isConflict(mergeLines(base: base, ours: theirs, theirs: ours))),
        "sides can be swapped: seed \(caseSeed)")
      #expect(
        mergeLines(base: base, ours: ours, theirs: base) == .merged(ours),
        "one side's edit is taken whole: seed \(caseSeed)")
      #expect(
        mergeLines(base: base, ours: ours, theirs: ours) == .merged(ours),
        "the same edit is taken once: seed \(caseSeed)")
      guard case .merged(let merged) = outcome else { continue }
      let known = lines(base) + lines(ours) + lines(theirs)
      #expect(
        Set(lines(merged)).isSubset(of: known), "nobody's line is invented: seed \(caseSeed)")
      for line in Set(lines(ours) + lines(theirs)).subtracting(lines(base)) {
        #expect(lines(merged).contains(line), "no new line is lost: seed \(caseSeed)")
      }
    }
  }

  private func isConflict(_ outcome: MergeOutcome) -> Bool {
    if case .conflict = outcome { true } else { false }
  }

  /// Without the breaks, since a final one may be joined.
  private func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  // MARK: In words

  @Test(arguments: [
    ("a b c", "a B c", "a X c", "both changed line 2"),
    ("a b c d", "a c d", "a X c d", "one side removed line 2, the other changed it"),
    ("a b c d", "a d", "a X Y d", "one side removed lines 2 to 3, the other changed them"),
    ("a b", "a x b", "a y b", "both added other lines after line 1"),
    ("a b", "x a b", "y a b", "both added other lines at the start"),
    (
      "a b c d e", "A b c d E", "X b c d Y", "both changed line 1, and there is one more such place"
    ),
    (
      "a b c d e", "A b C d E", "X b Y d Z", "both changed line 1, and there are 2 more such places"
    ),
  ])
  func `a conflict says where it is`(base: String, ours: String, theirs: String, reason: String) {
    #expect(
      mergeLines(base: text(base), ours: text(ours), theirs: text(theirs))
        == .conflict(reason: reason))
  }

  private func text(_ words: String) -> [UInt8] {
    Array(words.split(separator: " ").map { $0 + "\n" }.joined().utf8)
  }

  // MARK: What is no text

  @Test func `a side that is no text is a conflict`() {
    let base = text("a b c d e")
    #expect(
      mergeLines(base: base, ours: text("a b c d E"), theirs: [0x41, 0] + base)
        == .conflict(reason: "not all three versions are text with the same line breaks"))
  }

  @Test func `a byte of a UTF-16 text that went missing is a conflict`() {
    let base: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x0A, 0, 0x63, 0]
    let ours: [UInt8] = [0xFF, 0xFE, 0x41, 0, 0x0A, 0, 0x62, 0, 0x0A, 0, 0x63, 0]
    #expect(isConflict(mergeLines(base: base, ours: ours, theirs: base.dropLast())))
  }

  @Test func `UTF-32 is never cut`() {
    let base: [UInt8] = [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0x0A, 0, 0, 0]
    #expect(isConflict(mergeLines(base: base, ours: base + base, theirs: base + [1, 0, 0, 0])))
  }
}
