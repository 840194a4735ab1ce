/// A place where at least one side differs from the base.
struct MergeRegion {
  enum Side {
    case ours
    case theirs
    /// Both sides changed it, to the same lines.
    case same
    /// Both sides changed it, to different lines.
    case neither
  }

  var side: Side
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
}

/// Walks both sides' hunks together and says what becomes of each place.
///
/// Hunks of different sides that touch, even without a line in common, are one place that both
/// changed: nobody can say in which order two insertions belong.
struct MergeRegions {
  private(set) var found: [MergeRegion] = []
  private let ourNumbers: [Int32]
  private let theirNumbers: [Int32]

  init(_ ourNumbers: [Int32], _ theirNumbers: [Int32]) {
    self.ourNumbers = ourNumbers
    self.theirNumbers = theirNumbers
  }

  var conflicts: [MergeRegion] { found.filter { $0.side == .neither } }

  mutating func join(_ ourHunks: [LineDiff.Hunk], _ theirHunks: [LineDiff.Hunk]) {
    var (ours, theirs) = (ourHunks[...], theirHunks[...])
    // How many lines each side has more than the base, up to the present place.
    var (ourShift, theirShift) = (0, 0)
    while let our = ours.first ?? Self.beyond(theirs), let their = theirs.first ?? Self.beyond(ours)
    {
      if our.old.upperBound < their.old.lowerBound {
        append(.ours, our.old, our.new, our.old.shifted(by: theirShift))
      } else if their.old.upperBound < our.old.lowerBound {
        append(.theirs, their.old, their.old.shifted(by: ourShift), their.new)
      } else if !isSameChange(our, their) {
        appendBoth(our, their)
      }
      let ends = (our.old.upperBound, their.old.upperBound)
      if ends.0 <= ends.1 {
        ourShift = our.new.upperBound - our.old.upperBound
        ours = ours.dropFirst()
      }
      if ends.1 <= ends.0 {
        theirShift = their.new.upperBound - their.old.upperBound
        theirs = theirs.dropFirst()
      }
    }
    settleSame()
  }

  /// A hunk behind all of these, to stand for the side that has no more.
  private static func beyond(_ hunks: ArraySlice<LineDiff.Hunk>) -> LineDiff.Hunk? {
    hunks.last.map { last in
      LineDiff.Hunk(
        old: (last.old.upperBound + 2)..<(last.old.upperBound + 2),
        new: last.new.upperBound..<last.new.upperBound)
    }
  }

  private func isSameChange(_ our: LineDiff.Hunk, _ their: LineDiff.Hunk) -> Bool {
    our.old == their.old && ourNumbers[our.new] == theirNumbers[their.new]
  }

  /// A place that covers both hunks, on each side.
  private mutating func appendBoth(_ our: LineDiff.Hunk, _ their: LineDiff.Hunk) {
    let start = min(our.old.lowerBound, their.old.lowerBound)
    let end = max(our.old.upperBound, their.old.upperBound)
    append(.neither, start..<end, our.new(covering: start..<end), their.new(covering: start..<end))
  }

  private mutating func append(
    _ side: MergeRegion.Side, _ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>
  ) {
    guard var last = found.last,
      ours.lowerBound <= last.ours.upperBound || theirs.lowerBound <= last.theirs.upperBound
    else {
      found.append(MergeRegion(side: side, base: base, ours: ours, theirs: theirs))
      return
    }
    if last.side != side { last.side = .neither }
    last.base = last.base.lowerBound..<base.upperBound
    last.ours = last.ours.lowerBound..<ours.upperBound
    last.theirs = last.theirs.lowerBound..<theirs.upperBound
    found[found.count - 1] = last
  }

  /// Where both sides came to the same lines by different hunks, there is nothing to choose.
  private mutating func settleSame() {
    for index in found.indices where found[index].side == .neither {
      let (ours, theirs) = (found[index].ours, found[index].theirs)
      if !ours.isEmpty && !theirs.isEmpty && ourNumbers[ours] == theirNumbers[theirs] {
        found[index].side = .same
      }
    }
  }
}

extension LineDiff.Hunk {
  /// The new lines that stand for these old ones, which hold the hunk's and unchanged ones.
  fileprivate func new(covering lines: Range<Int>) -> Range<Int> {
    let before = old.lowerBound - lines.lowerBound
    let after = lines.upperBound - old.upperBound
    return (new.lowerBound - before)..<(new.upperBound + after)
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
