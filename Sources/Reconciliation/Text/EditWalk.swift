/// How far the two walks through one box have come.
struct EditWalk {
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
  var ahead: DiagonalReach
  var behind: DiagonalReach

  init(_ box: EditBox, _ old: [Int32], _ new: [Int32]) {
    self.box = box
    self.old = old
    self.new = new
    diagonals =
      (box.old.lowerBound - box.new.upperBound)...(box.old.upperBound - box.new.lowerBound)
    startDiagonal = box.old.lowerBound - box.new.lowerBound
    endDiagonal = box.old.upperBound - box.new.upperBound
    meetsForward = !(startDiagonal - endDiagonal).isMultiple(of: 2)
    ahead = DiagonalReach(low: startDiagonal, high: startDiagonal)
    behind = DiagonalReach(low: endDiagonal, high: endDiagonal)
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
struct DiagonalReach {
  var low: Int
  var high: Int

  func contains(_ diagonal: Int) -> Bool { low <= diagonal && diagonal <= high }

  /// Reaches one diagonal further on each side, or one less where the box ends there, so that the
  /// parity stays right. The diagonals just outside get `beyond`, which loses every comparison.
  mutating func widen(
    in frontier: inout Frontier, within limits: ClosedRange<Int>, beyond: Int
  ) {
    if low > limits.lowerBound {
      low -= 1
      frontier[low - 1] = beyond
    } else {
      low += 1
    }
    if high < limits.upperBound {
      high += 1
      frontier[high + 1] = beyond
    } else {
      high -= 1
    }
  }
}
