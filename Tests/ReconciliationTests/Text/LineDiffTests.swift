import Reconciliation
import TestSupport
import Testing

@Suite struct LineDiffTests {
  @Test func `equal texts have no hunks`() {
    #expect(diff("a b c", "a b c").hunks == [])
    #expect(diff("", "").hunks == [])
  }

  @Test func `hunks are ranges in both texts`() {
    #expect(
      diff("a b c d e f", "a X c e f g").hunks == [
        LineDiff.Hunk(old: 1..<2, new: 1..<2), LineDiff.Hunk(old: 3..<4, new: 3..<3),
        LineDiff.Hunk(old: 6..<6, new: 5..<6),
      ])
  }

  @Test func `everything is one hunk when nothing is common`() {
    #expect(diff("a b", "c d e").hunks == [LineDiff.Hunk(old: 0..<2, new: 0..<3)])
  }

  @Test func `an added block comes to lie after its equal`() {
    #expect(diff("x { y } z", "x { y } { y } z").hunks == [LineDiff.Hunk(old: 4..<4, new: 4..<7)])
  }

  @Test func `two groups that can touch become one`() {
    #expect(diff("a b a b a", "a").hunks == [LineDiff.Hunk(old: 1..<5, new: 1..<1)])
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `putting the hunks into the old text gives the new one`(seed: UInt64) {
    var seeds = SeededChance(seed: seed)
    for _ in 0..<300 {
      let caseSeed = seeds.next()
      var texts = RandomTexts(seed: caseSeed)
      let (old, new, _) = texts.threeVersions(ofLinesBelow: 40)
      let difference = LineDiff(old: Lines(old), new: Lines(new))
      #expect(patched(old, new, difference) == new, "seed \(caseSeed)")
      #expect(difference.isComplete)
    }
  }

  // MARK: Hostile texts

  /// In a debug build each of these takes well under a second; a search that looks at every pair
  /// of lines would take hours.
  @Test func `large texts without a common line are one hunk`() {
    let (old, new) = (numbered(100_000, "old"), numbered(100_000, "new"))
    let difference = LineDiff(old: Lines(old), new: Lines(new))
    #expect(difference.hunks == [LineDiff.Hunk(old: 0..<100_000, new: 0..<100_000)])
  }

  @Test func `large texts of one repeated line differ at the end`() {
    let old = Array(repeating: UInt8(ascii: "\n"), count: 200_000)
    let difference = LineDiff(old: Lines(old), new: Lines(old.dropLast(1000)))
    #expect(difference.hunks == [LineDiff.Hunk(old: 199_000..<200_000, new: 199_000..<199_000)])
  }

  @Test func `one huge line is one changed line`() {
    let old = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
    let difference = LineDiff(old: Lines(old), new: Lines(old + [UInt8(ascii: "y")]))
    #expect(difference.hunks == [LineDiff.Hunk(old: 0..<1, new: 0..<1)])
  }

  @Test func `shuffled lines are compared without looking at every pair`() {
    var chance = SeededChance(seed: 5)
    let lines = (0..<4000).map { "line \($0)\n" }
    let old = Array(lines.joined().utf8)
    let new = Array(lines.shuffled(using: &chance).joined().utf8)
    let difference = LineDiff(old: Lines(old), new: Lines(new))
    #expect(patched(old, new, difference) == new)
  }

  private func diff(_ old: String, _ new: String) -> LineDiff {
    LineDiff(old: lines(old), new: lines(new))
  }

  private func lines(_ words: String) -> Lines {
    Lines(Array(words.split(separator: " ").map { $0 + "\n" }.joined().utf8))
  }

  private func numbered(_ count: Int, _ word: String) -> [UInt8] {
    Array((0..<count).map { "\(word) \($0)\n" }.joined().utf8)
  }

  /// The old text with the new lines of each hunk in the place of its old ones.
  private func patched(_ old: [UInt8], _ new: [UInt8], _ difference: LineDiff) -> [UInt8] {
    let (oldLines, newLines) = (Lines(old), Lines(new))
    var text: [UInt8] = []
    var copied = 0
    for hunk in difference.hunks {
      text += oldLines[copied..<hunk.old.lowerBound]
      text += newLines[hunk.new]
      copied = hunk.old.upperBound
    }
    return text + oldLines[copied..<oldLines.count]
  }
}
