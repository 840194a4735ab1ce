/// Finds a shortest edit between two sequences of line numbers, or a fair one where that would take
/// too long.
///
/// Divide and conquer: a point in the middle of the path is found from both ends at once, then the
/// halves on either side of it. Boxes wait on a list of our own, since a hostile text would make
/// recursion deep.
struct EditSearch {
  /// Lines looked at before the search gives up: about two seconds on a machine of today.
  static let defaultEffort = 1 << 29

  /// Positions in the old sequence that have no partner, in no order.
  private(set) var removed: [Int] = []
  /// Positions in the new sequence that have no partner, in no order.
  private(set) var inserted: [Int] = []
  /// Whether there was effort enough for all of it; if not, the rest counts as changed.
  private(set) var isComplete = true

  private let old: [Int32]
  private let new: [Int32]
  private var midpoints: MidpointSearch

  init(old: [Int32], new: [Int32], effort: Int = defaultEffort) {
    self.old = old
    self.new = new
    midpoints = MidpointSearch(oldCount: old.count, newCount: new.count, effort: effort)
  }

  mutating func run() {
    var waiting = [
      EditBox(old: 0..<old.count, new: 0..<new.count, mustBeShortest: false)
    ]
    while let next = waiting.popLast() {
      let box = trimmed(next)
      if box.old.isEmpty || box.new.isEmpty {
        removed.append(contentsOf: box.old)
        inserted.append(contentsOf: box.new)
      } else if let split = midpoints.split(box, old, new) {
        waiting.append(split.tail(of: box))
        waiting.append(split.head(of: box))
      } else {
        isComplete = false
        removed.append(contentsOf: box.old)
        inserted.append(contentsOf: box.new)
      }
    }
  }

  /// The box without the lines that are equal at both its ends.
  private func trimmed(_ box: EditBox) -> EditBox {
    var box = box
    while let left = box.old.first, let right = box.new.first, old[left] == new[right] {
      box.old.removeFirst()
      box.new.removeFirst()
    }
    while let left = box.old.last, let right = box.new.last, old[left] == new[right] {
      box.old.removeLast()
      box.new.removeLast()
    }
    return box
  }
}

/// A part of both sequences between which an edit is sought.
struct EditBox {
  var old: Range<Int>
  var new: Range<Int>
  /// Whether the effort must not be cut short: its edit is known to be small, as a part of one
  /// that was found.
  var mustBeShortest: Bool
}

/// A point that the edit of a box goes through.
struct EditSplit {
  var old: Int
  var new: Int
  var headMustBeShortest: Bool
  var tailMustBeShortest: Bool

  func head(of box: EditBox) -> EditBox {
    EditBox(
      old: box.old.lowerBound..<old, new: box.new.lowerBound..<new,
      mustBeShortest: headMustBeShortest)
  }

  func tail(of box: EditBox) -> EditBox {
    EditBox(
      old: old..<box.old.upperBound, new: new..<box.new.upperBound,
      mustBeShortest: tailMustBeShortest)
  }
}
