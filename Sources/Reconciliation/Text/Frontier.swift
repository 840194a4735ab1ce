/// The furthest position in the old sequence that a walk reached, on each diagonal.
///
/// The search spends nearly all its time here. Positions are far from any overflow, so sums are not
/// checked for it; that makes it a third faster. Places in arrays are checked.
struct Frontier {
  private var positions: [Int32]
  /// Where diagonal zero is.
  private let zero: Int

  /// What one more edit came to.
  struct Step {
    /// Where the walks met, if they did.
    var meeting: EditSplit?
    /// The most common lines in a row that followed the edit.
    var longestRun = 0
    /// Lines looked at.
    var effort = 0
  }

  init(diagonals: Int, zero: Int) {
    positions = Array(repeating: 0, count: diagonals)
    self.zero = zero
  }

  subscript(diagonal: Int) -> Int {
    get { Int(positions[zero + diagonal]) }
    set { positions[zero + diagonal] = Int32(newValue) }
  }

  /// Spends one more edit on the way to the end, on every diagonal within reach.
  mutating func advance(_ walk: EditWalk, towards other: Frontier) -> Step {
    let (zero, reach) = (zero, walk.ahead)
    let (old, new) = (walk.old.span, walk.new.span)
    let (oldEnd, newEnd) = (walk.box.old.upperBound, walk.box.new.upperBound)
    var positions = positions.mutableSpan
    var step = Step()
    for diagonal in stride(from: reach.high, through: reach.low, by: -2) {
      let slot = zero &+ diagonal
      let (left, right) = (positions[slot &- 1], positions[slot &+ 1])
      let start = Int(left >= right ? left &+ 1 : right)
      let end = min(oldEnd, newEnd + diagonal)
      var position = start
      while position < end && old[position] == new[position &- diagonal] { position &+= 1 }
      let run = position &- start
      step.effort &+= run &+ 1
      step.longestRun = max(step.longestRun, run)
      positions[slot] = Int32(truncatingIfNeeded: position)
      if walk.meetsForward && walk.behind.contains(diagonal) && other[diagonal] <= position {
        step.meeting = walk.split(position, diagonal, headShortest: true, tailShortest: true)
        return step
      }
    }
    return step
  }

  /// Spends one more edit on the way to the start, on every diagonal within reach.
  mutating func retreat(_ walk: EditWalk, towards other: Frontier) -> Step {
    let (zero, reach) = (zero, walk.behind)
    let (old, new) = (walk.old.span, walk.new.span)
    let (oldStart, newStart) = (walk.box.old.lowerBound, walk.box.new.lowerBound)
    var positions = positions.mutableSpan
    var step = Step()
    for diagonal in stride(from: reach.high, through: reach.low, by: -2) {
      let slot = zero &+ diagonal
      let (left, right) = (positions[slot &- 1], positions[slot &+ 1])
      let start = Int(left < right ? left : right &- 1)
      let end = max(oldStart, newStart + diagonal)
      var position = start
      while position > end && old[position &- 1] == new[position &- diagonal &- 1] {
        position &-= 1
      }
      let run = start &- position
      step.effort &+= run &+ 1
      step.longestRun = max(step.longestRun, run)
      positions[slot] = Int32(truncatingIfNeeded: position)
      if !walk.meetsForward && walk.ahead.contains(diagonal) && position <= other[diagonal] {
        step.meeting = walk.split(position, diagonal, headShortest: true, tailShortest: true)
        return step
      }
    }
    return step
  }
}
