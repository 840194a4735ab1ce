/// Finds a point in the middle of an edit, by walking from both corners of a box until the walks
/// meet.
///
/// A diagonal is the difference between a position in the old and one in the new sequence. On each
/// diagonal within reach, the walk knows how far it came with the edits spent so far; one more
/// edit reaches one diagonal further on each side.
struct MidpointSearch {
  /// From this cost on a long common run is taken for part of the edit.
  private static let impatientFrom = 256
  /// How many common lines in a row make a long run.
  private static let longRun = 20
  /// How far a walk must have come, in lines per edit spent, for its run to be taken.
  private static let promising = 4

  /// How far the walk from the start came on each diagonal.
  private var forward: Frontier
  /// How far the walk from the end came on each diagonal.
  private var backward: Frontier
  /// Edits after which the furthest point is taken as it is.
  private let costLimit: Int
  private var effort: Int

  init(oldCount: Int, newCount: Int, effort: Int) {
    let diagonals = oldCount + newCount + 3
    forward = Frontier(diagonals: diagonals, zero: newCount + 1)
    backward = forward
    costLimit = max(roughRoot(diagonals), 256)
    self.effort = effort
  }

  /// Nil when the effort is spent.
  mutating func split(_ box: EditBox, _ old: [Int32], _ new: [Int32]) -> EditSplit? {
    var walk = EditWalk(box, old, new)
    forward[walk.startDiagonal] = box.old.lowerBound
    backward[walk.endDiagonal] = box.old.upperBound
    var cost = 0
    while effort > 0 {
      cost += 1
      walk.ahead.widen(in: &forward, within: walk.diagonals, beyond: -1)
      let ahead = forward.advance(walk, towards: backward)
      if let meeting = ahead.meeting { return meeting }
      walk.behind.widen(in: &backward, within: walk.diagonals, beyond: Int(Int32.max))
      let behind = backward.retreat(walk, towards: forward)
      if let meeting = behind.meeting { return meeting }
      effort -= ahead.effort + behind.effort
      if box.mustBeShortest { continue }
      if cost > Self.impatientFrom && max(ahead.longestRun, behind.longestRun) > Self.longRun {
        if let split = promisingForward(walk, cost) { return split }
        if let split = promisingBackward(walk, cost) { return split }
      }
      if cost >= costLimit { return furthest(walk) }
    }
    return nil
  }

  // MARK: Shortcuts

  /// The end of a long common run that lies far from the start for what was spent.
  private func promisingForward(_ walk: EditWalk, _ cost: Int) -> EditSplit? {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var best = 0
    var split: EditSplit?
    for diagonal in stride(from: walk.ahead.high, through: walk.ahead.low, by: -2) {
      let position = forward[diagonal]
      let newPosition = position - diagonal
      let way = position - oldRange.lowerBound + newPosition - newRange.lowerBound
      let gain = way - abs(diagonal - walk.startDiagonal)
      guard gain > Self.promising * cost && gain > best,
        oldRange.lowerBound + Self.longRun <= position && position < oldRange.upperBound,
        newRange.lowerBound + Self.longRun <= newPosition && newPosition < newRange.upperBound,
        walk.isCommonRun(oldFrom: position - Self.longRun, diagonal, length: Self.longRun)
      else { continue }
      best = gain
      split = walk.split(position, diagonal, headShortest: true, tailShortest: false)
    }
    return split
  }

  /// The start of a long common run that lies far from the end for what was spent.
  private func promisingBackward(_ walk: EditWalk, _ cost: Int) -> EditSplit? {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var best = 0
    var split: EditSplit?
    for diagonal in stride(from: walk.behind.high, through: walk.behind.low, by: -2) {
      let position = backward[diagonal]
      let newPosition = position - diagonal
      let way = oldRange.upperBound - position + newRange.upperBound - newPosition
      let gain = way - abs(diagonal - walk.endDiagonal)
      guard gain > Self.promising * cost && gain > best,
        oldRange.lowerBound < position && position <= oldRange.upperBound - Self.longRun,
        newRange.lowerBound < newPosition && newPosition <= newRange.upperBound - Self.longRun,
        walk.isCommonRun(oldFrom: position, diagonal, length: Self.longRun)
      else { continue }
      best = gain
      split = walk.split(position, diagonal, headShortest: false, tailShortest: true)
    }
    return split
  }

  /// The point that lies furthest from the corner where its walk began.
  private func furthest(_ walk: EditWalk) -> EditSplit {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var ahead = (sum: -1, position: -1)
    for diagonal in stride(from: walk.ahead.high, through: walk.ahead.low, by: -2) {
      let reached = min(forward[diagonal], oldRange.upperBound)
      let position = min(reached, newRange.upperBound + diagonal)
      let sum = 2 * position - diagonal
      if sum > ahead.sum { ahead = (sum, position) }
    }
    var behind = (sum: Int.max, position: Int.max)
    for diagonal in stride(from: walk.behind.high, through: walk.behind.low, by: -2) {
      let reached = max(backward[diagonal], oldRange.lowerBound)
      let position = max(reached, newRange.lowerBound + diagonal)
      let sum = 2 * position - diagonal
      if sum < behind.sum { behind = (sum, position) }
    }
    let wayAhead = ahead.sum - oldRange.lowerBound - newRange.lowerBound
    let wayBehind = oldRange.upperBound + newRange.upperBound - behind.sum
    let isAhead = wayBehind < wayAhead
    let best = isAhead ? ahead : behind
    return EditSplit(
      old: best.position, new: best.sum - best.position, headMustBeShortest: isAhead,
      tailMustBeShortest: !isAhead)
  }
}
