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

  /// The furthest old position on each diagonal, from the start and from the end.
  private var forward: [Int32]
  private var backward: [Int32]
  /// Where diagonal zero is in these.
  private let zero: Int
  /// Edits after which the furthest point is taken as it is.
  private let costLimit: Int
  private var effort: Int

  init(oldCount: Int, newCount: Int, effort: Int) {
    let diagonals = oldCount + newCount + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = Array(repeating: 0, count: diagonals)
    zero = newCount + 1
    costLimit = max(roughRoot(diagonals), 256)
    self.effort = effort
  }

  /// Nil when the effort is spent.
  mutating func split(_ box: EditBox, _ old: [Int32], _ new: [Int32]) -> EditSplit? {
    var walk = Walk(box, old, new)
    forward[zero + walk.startDiagonal] = Int32(box.old.lowerBound)
    backward[zero + walk.endDiagonal] = Int32(box.old.upperBound)
    var cost = 0
    while effort > 0 {
      cost += 1
      walk.hasLongRun = false
      if let meeting = advanceForward(&walk) { return meeting }
      if let meeting = advanceBackward(&walk) { return meeting }
      if box.mustBeShortest { continue }
      if walk.hasLongRun && cost > Self.impatientFrom {
        if let split = promisingForward(walk, cost) { return split }
        if let split = promisingBackward(walk, cost) { return split }
      }
      if cost >= costLimit { return furthest(walk) }
    }
    return nil
  }

  // MARK: One more edit

  private mutating func advanceForward(_ walk: inout Walk) -> EditSplit? {
    walk.ahead.widen(in: &forward, zero, within: walk.diagonals, beyond: -1)
    let (oldEnd, newEnd) = (walk.box.old.upperBound, walk.box.new.upperBound)
    for diagonal in stride(from: walk.ahead.high, through: walk.ahead.low, by: -2) {
      let slot = zero + diagonal
      let (left, right) = (forward[slot - 1], forward[slot + 1])
      let start = Int(left >= right ? left + 1 : right)
      var position = start
      while position < oldEnd && position - diagonal < newEnd
        && walk.old[position] == walk.new[position - diagonal]
      {
        position += 1
      }
      effort -= position - start + 1
      if position - start > Self.longRun { walk.hasLongRun = true }
      forward[slot] = Int32(position)
      if walk.meetsForward && walk.behind.contains(diagonal) && Int(backward[slot]) <= position {
        return walk.split(position, diagonal, headShortest: true, tailShortest: true)
      }
    }
    return nil
  }

  private mutating func advanceBackward(_ walk: inout Walk) -> EditSplit? {
    walk.behind.widen(in: &backward, zero, within: walk.diagonals, beyond: .max)
    let (oldStart, newStart) = (walk.box.old.lowerBound, walk.box.new.lowerBound)
    for diagonal in stride(from: walk.behind.high, through: walk.behind.low, by: -2) {
      let slot = zero + diagonal
      let (left, right) = (backward[slot - 1], backward[slot + 1])
      let start = Int(left < right ? left : right - 1)
      var position = start
      while position > oldStart && position - diagonal > newStart
        && walk.old[position - 1] == walk.new[position - diagonal - 1]
      {
        position -= 1
      }
      effort -= start - position + 1
      if start - position > Self.longRun { walk.hasLongRun = true }
      backward[slot] = Int32(position)
      if !walk.meetsForward && walk.ahead.contains(diagonal) && position <= Int(forward[slot]) {
        return walk.split(position, diagonal, headShortest: true, tailShortest: true)
      }
    }
    return nil
  }

  // MARK: Shortcuts

  /// The end of a long common run that lies far from the start for what was spent.
  private func promisingForward(_ walk: Walk, _ cost: Int) -> EditSplit? {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var best = 0
    var split: EditSplit?
    for diagonal in stride(from: walk.ahead.high, through: walk.ahead.low, by: -2) {
      let position = Int(forward[zero + diagonal])
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
  private func promisingBackward(_ walk: Walk, _ cost: Int) -> EditSplit? {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var best = 0
    var split: EditSplit?
    for diagonal in stride(from: walk.behind.high, through: walk.behind.low, by: -2) {
      let position = Int(backward[zero + diagonal])
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
  private func furthest(_ walk: Walk) -> EditSplit {
    let (oldRange, newRange) = (walk.box.old, walk.box.new)
    var ahead = (sum: -1, position: -1)
    for diagonal in stride(from: walk.ahead.high, through: walk.ahead.low, by: -2) {
      let reached = min(Int(forward[zero + diagonal]), oldRange.upperBound)
      let position = min(reached, newRange.upperBound + diagonal)
      let sum = 2 * position - diagonal
      if sum > ahead.sum { ahead = (sum, position) }
    }
    var behind = (sum: Int.max, position: Int.max)
    for diagonal in stride(from: walk.behind.high, through: walk.behind.low, by: -2) {
      let reached = max(Int(backward[zero + diagonal]), oldRange.lowerBound)
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

/// How far the two walks through one box have come.
private struct Walk {
  let box: EditBox
  let old: [Int32]
  let new: [Int32]
  /// All diagonals that cross the box.
  let diagonals: ClosedRange<Int>
  /// The diagonals of the two corners.
  let startDiagonal: Int
  let endDiagonal: Int
  /// Whether the walks can only meet while the forward one moves.
  let meetsForward: Bool
  var ahead: Reach
  var behind: Reach
  /// Whether the last edit was followed by a long run of common lines somewhere.
  var hasLongRun = false

  init(_ box: EditBox, _ old: [Int32], _ new: [Int32]) {
    self.box = box
    self.old = old
    self.new = new
    diagonals =
      (box.old.lowerBound - box.new.upperBound)...(box.old.upperBound - box.new.lowerBound)
    startDiagonal = box.old.lowerBound - box.new.lowerBound
    endDiagonal = box.old.upperBound - box.new.upperBound
    meetsForward = !(startDiagonal - endDiagonal).isMultiple(of: 2)
    ahead = Reach(low: startDiagonal, high: startDiagonal)
    behind = Reach(low: endDiagonal, high: endDiagonal)
  }

  func isCommonRun(oldFrom start: Int, _ diagonal: Int, length: Int) -> Bool {
    (start..<(start + length)).allSatisfy { old[$0] == new[$0 - diagonal] }
  }

  func split(
    _ position: Int, _ diagonal: Int, headShortest: Bool, tailShortest: Bool
  ) -> EditSplit {
    EditSplit(
      old: position, new: position - diagonal, headMustBeShortest: headShortest,
      tailMustBeShortest: tailShortest)
  }
}

/// The diagonals that a walk has reached; every second one belongs to the present cost.
private struct Reach {
  var low: Int
  var high: Int

  func contains(_ diagonal: Int) -> Bool { low <= diagonal && diagonal <= high }

  /// Reaches one diagonal further on each side, or one less where the box ends there, so that the
  /// parity stays right. The slots just outside get `beyond`, which loses every comparison.
  mutating func widen(
    in slots: inout [Int32], _ zero: Int, within limits: ClosedRange<Int>, beyond: Int32
  ) {
    if low > limits.lowerBound {
      low -= 1
      slots[zero + low - 1] = beyond
    } else {
      low += 1
    }
    if high < limits.upperBound {
      high += 1
      slots[zero + high + 1] = beyond
    } else {
      high -= 1
    }
  }
}
