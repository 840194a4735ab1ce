import Foundation
import Reconciliation
import TestSupport
import Testing

/// Wherever git is clean, so are we, with the same bytes; elsewhere only where one side changed
/// nothing but the layout.
///
/// `COLLATE_SEED` replays one seed; `COLLATE_MERGE_CASES` makes the run longer.
@Suite struct MergeAgainstGitTests {
  @Test(
    .enabled(if: GitBatch.git != nil, "git is not installed, so nothing can be compared with it"),
    arguments: [(limit: 14, count: 500), (limit: 60, count: 200), (limit: 400, count: 40)])
  func `a merge that is clean for git has the same bytes here`(limit: Int, count: Int) throws {
    let seed = Self.seed ?? UInt64(limit)
    var seeds = SeededChance(seed: seed)
    let cases = (0..<(Self.caseCount ?? count)).map { _ in
      var texts = RandomTexts(seed: seeds.next())
      return texts.threeVersions(ofLinesBelow: limit)
    }
    let results = try GitBatch.merge(cases)
    try #require(results.count == cases.count)
    for (index, (versions, expected)) in zip(cases, results).enumerated() {
      let outcome = mergeLines(
        base: versions.base, ours: versions.ours, theirs: versions.theirs)
      if let expected {
        #expect(outcome == .merged(expected), "case \(index) of seed \(seed), below \(limit)")
      } else if case .merged(let text) = outcome {
        #expect(isLayoutJoined(versions, text), "case \(index) of seed \(seed), below \(limit)")
      }
    }
    // Were nothing clean, nothing would have been compared.
    #expect(results.count { $0 != nil } > cases.count / 8)
  }

  /// Stricter than merges, few of which depend on how lines are aligned.
  @Test(
    .enabled(if: GitBatch.git != nil, "git is not installed, so nothing can be compared with it"),
    arguments: [(isLarge: false, size: 60, count: 200), (true, 4000, 12), (true, 40000, 2)])
  func `lines are aligned as git aligns them`(isLarge: Bool, size: Int, count: Int) throws {
    let seed = Self.seed ?? 1
    var seeds = SeededChance(seed: seed)
    let cases = (0..<(Self.caseCount ?? count)).map { _ in
      var texts = RandomTexts(seed: seeds.next())
      if isLarge { return texts.twoLargeVersions(lineCount: size) }
      let versions = texts.threeVersions(ofLinesBelow: size)
      return (old: versions.base, new: versions.ours)
    }
    let results = try GitBatch.diff(cases)
    try #require(results.count == cases.count)
    for (index, (versions, expected)) in zip(cases, results).enumerated() {
      let difference = unifiedDiff(old: versions.old, new: versions.new)
      // Not compared by the macro: it would look for what differs for minutes.
      let isSame = difference == expected
      #expect(isSame, "case \(index) of seed \(seed), size \(size)")
    }
    #expect(results.contains { !$0.isEmpty })
  }

  private static let seed = environment("COLLATE_SEED").flatMap(UInt64.init)
  private static let caseCount = environment("COLLATE_MERGE_CASES").flatMap(Int.init)

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// Whether one side only added the final line break, and the result is the other with it.
  private func isLayoutJoined(
    _ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8]), _ text: [UInt8]
  ) -> Bool {
    let (base, ours, theirs) = versions
    let breaks = [Array("\n".utf8), Array("\r\n".utf8)]
    return breaks.contains { added in
      (ours == base + added && text == theirs + added)
        || (theirs == base + added && text == ours + added)
    }
  }
}
