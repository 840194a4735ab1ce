/// Joins two texts with the one they both changed from, line by line: clean, or not at all.
///
/// Wherever `git merge-file ours base theirs` is clean, the result has the same bytes. Beyond that
/// it is clean only where one side changed nothing but the layout (see `mergeLayout`), and where
/// git sees no lines at all (UTF-16, carriage returns alone). There are never markers, line breaks
/// stay what they were, and a missing last one stays missing. Swapping the sides gives the same
/// bytes.
package func mergeLines(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> MergeOutcome {
  if ours == theirs || theirs == base { return .merged(ours) }
  if ours == base { return .merged(theirs) }
  guard let lineBreak = LineBreak(sharedBy: [base, ours, theirs]) else {
    return .conflict(reason: "not all three versions are text with the same line breaks")
  }
  let merge = LineMerge(
    base: Lines(base, endedBy: lineBreak), ours: Lines(ours, endedBy: lineBreak),
    theirs: Lines(theirs, endedBy: lineBreak))
  if case .conflict = merge.outcome, lineBreak == .lineFeed,
    let joined = mergeLayout(base: base, ours: ours, theirs: theirs)
  {
    return .merged(joined)
  }
  return merge.outcome
}

/// One three-way merge of lines.
struct LineMerge {
  let outcome: MergeOutcome

  init(base: Lines, ours: Lines, theirs: Lines) {
    var numbering = LineNumbering()
    let baseNumbers = numbering.numbers(of: base)
    let ourNumbers = numbering.numbers(of: ours)
    let theirNumbers = numbering.numbers(of: theirs)
    let count = numbering.distinctCount
    let ourDiff = LineDiff(old: baseNumbers, new: ourNumbers, distinctCount: count)
    let theirDiff = LineDiff(old: baseNumbers, new: theirNumbers, distinctCount: count)
    guard ourDiff.isComplete && theirDiff.isComplete else {
      outcome = .conflict(reason: "the versions are too large and too different to be compared")
      return
    }
    var regions = MergeRegions(ourNumbers, theirNumbers)
    regions.join(ourDiff.hunks, theirDiff.hunks)
    let conflicts = regions.conflicts
    outcome =
      if let first = conflicts.first {
        .conflict(reason: Self.words(for: first, others: conflicts.count - 1))
      } else {
        .merged(Self.text(ours, theirs, regions.found))
      }
  }

  private static func text(_ ours: Lines, _ theirs: Lines, _ regions: [MergeRegion]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(max(ours.bytes.count, theirs.bytes.count))
    var copied = 0
    for region in regions where region.side == .theirs {
      text += ours[copied..<region.ours.lowerBound]
      text += theirs[region.theirs]
      copied = region.ours.upperBound
    }
    return text + ours[copied..<ours.count]
  }

  private static func words(for region: MergeRegion, others: Int) -> String {
    let place = lineWords(region.base)
    let clash =
      if region.base.isEmpty {
        "both added other lines " + place
      } else if region.ours.isEmpty || region.theirs.isEmpty {
        "one side removed \(place), the other changed "
          + (region.base.count == 1 ? "it" : "them")
      } else {
        "both changed \(place)"
      }
    switch others {
    case 0: return clash
    case 1: return clash + ", and there is one more such place"
    default: return clash + ", and there are \(others) more such places"
    }
  }

  private static func lineWords(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: lines.lowerBound == 0 ? "at the start" : "after line \(lines.lowerBound)"
    case 1: "line \(lines.upperBound)"
    default: "lines \(lines.lowerBound + 1) to \(lines.upperBound)"
    }
  }
}
