/// Which lines differ between two texts.
///
/// The lines kept are those of a shortest edit (Myers, "An O(ND) Difference Algorithm and Its
/// Variations", 1986), sought in linear space, with the shortcuts by which GNU diff and git stay
/// fast on large texts that have little in common. Where several alignments are as short, the
/// choice is the one that `git merge-file` makes: a different choice could make a merge clean with
/// other bytes than everyone's tools would give.
package struct LineDiff: Hashable, Sendable {
  /// Lines of the old text that became lines of the new; one of the two may be empty.
  package struct Hunk: Hashable, Sendable {
    package var old: Range<Int>
    package var new: Range<Int>

    package init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// In order; at least one common line lies between two of them.
  package let hunks: [Hunk]

  /// Whether the search came to its end. If not, the texts were so large and so different that the
  /// rest counts as changed: good enough to show, not to merge by.
  package let isComplete: Bool

  /// Compares two texts that the same break cuts.
  package init(old: Lines, new: Lines) {
    var numbering = LineNumbering()
    let oldNumbers = numbering.numbers(of: old)
    let newNumbers = numbering.numbers(of: new)
    self.init(old: oldNumbers, new: newNumbers, distinctCount: numbering.distinctCount)
  }

  /// Compares lines by their numbers, which are below `distinctCount`.
  init(
    old: [Int32], new: [Int32], distinctCount: Int, effort: Int = EditSearch.defaultEffort
  ) {
    var oldMarks = MarkedLines(old)
    var newMarks = MarkedLines(new)
    let candidates = MatchCandidates(old: old, new: new, distinctCount: distinctCount)
    oldMarks.markChanged(candidates.discardedOld)
    newMarks.markChanged(candidates.discardedNew)
    var search = EditSearch(
      old: candidates.old.map { old[$0] }, new: candidates.new.map { new[$0] }, effort: effort)
    search.run()
    oldMarks.markChanged(search.removed.map { candidates.old[$0] })
    newMarks.markChanged(search.inserted.map { candidates.new[$0] })
    oldMarks.slideGroups(besides: &newMarks)
    newMarks.slideGroups(besides: &oldMarks)
    hunks = Self.hunks(oldMarks, newMarks)
    isComplete = search.isComplete
  }

  private static func hunks(_ old: MarkedLines, _ new: MarkedLines) -> [Hunk] {
    var hunks: [Hunk] = []
    var oldLine = 0
    var newLine = 0
    while oldLine < old.count || newLine < new.count {
      let oldStart = oldLine
      let newStart = newLine
      while oldLine < old.count && old.isChanged(oldLine) { oldLine += 1 }
      while newLine < new.count && new.isChanged(newLine) { newLine += 1 }
      if oldLine > oldStart || newLine > newStart {
        hunks.append(Hunk(old: oldStart..<oldLine, new: newStart..<newLine))
      }
      oldLine += 1
      newLine += 1
    }
    return hunks
  }
}
