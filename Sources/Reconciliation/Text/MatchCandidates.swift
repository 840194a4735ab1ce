/// The lines worth looking for a partner for, before the search for a shortest edit.
///
/// Common lines at both ends need no search. A line that the other text has not at all can't have
/// a partner; one that it has very often, amid lines without a partner, would most likely find a
/// wrong one. Leaving both out makes the search fast, and hunks whole.
struct MatchCandidates {
  /// Positions of the lines to search among, ascending.
  private(set) var old: [Int] = []
  private(set) var new: [Int] = []
  /// Positions of the lines that count as changed without a search.
  private(set) var discardedOld: [Int] = []
  private(set) var discardedNew: [Int] = []

  private enum Rarity {
    case absent
    case rare
    case frequent
  }

  /// How far around a frequent line its neighbours are looked at.
  private static let window = 100
  /// From this number on a line is frequent, however long the text.
  private static let frequentFrom = 1024
  /// A frequent line is left out where it has fewer of its kind around it than one in this many.
  private static let share = 4

  init(old oldNumbers: [Int32], new newNumbers: [Int32], distinctCount: Int) {
    let (prefix, suffix) = Self.commonEnds(oldNumbers, newNumbers)
    let oldMiddle = prefix..<(oldNumbers.count - suffix)
    let newMiddle = prefix..<(newNumbers.count - suffix)
    guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return }
    (old, discardedOld) = Self.sort(
      oldNumbers, oldMiddle, by: Self.occurrences(in: newNumbers, distinctCount))
    (new, discardedNew) = Self.sort(
      newNumbers, newMiddle, by: Self.occurrences(in: oldNumbers, distinctCount))
  }

  private static func commonEnds(
    _ old: [Int32], _ new: [Int32]
  ) -> (prefix: Int, suffix: Int) {
    let limit = min(old.count, new.count)
    var prefix = 0
    while prefix < limit && old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix && old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    return (prefix, suffix)
  }

  private static func occurrences(in numbers: [Int32], _ distinctCount: Int) -> [Int32] {
    var counts = [Int32](repeating: 0, count: distinctCount)
    for number in numbers { counts[Int(number)] += 1 }
    return counts
  }

  /// Divides the middle of a text by how often the other text has each line.
  private static func sort(
    _ numbers: [Int32], _ middle: Range<Int>, by occurrences: [Int32]
  ) -> (kept: [Int], discarded: [Int]) {
    let limit = Int32(min(roughRoot(numbers.count), frequentFrom))
    let rarities = numbers[middle].map { number -> Rarity in
      let count = occurrences[Int(number)]
      return count == 0 ? .absent : count >= limit ? .frequent : .rare
    }
    var kept: [Int] = []
    var discarded: [Int] = []
    for (index, rarity) in rarities.enumerated() {
      let isKept =
        switch rarity {
        case .absent: false
        case .rare: true
        case .frequent: !isAmidAbsent(index, rarities)
        }
      if isKept {
        kept.append(middle.lowerBound + index)
      } else {
        discarded.append(middle.lowerBound + index)
      }
    }
    return (kept, discarded)
  }

  /// Whether the run around a frequent line, up to the next rare ones, has lines without a partner
  /// on both sides and mostly such.
  private static func isAmidAbsent(_ index: Int, _ rarities: [Rarity]) -> Bool {
    let before = run(
      through: stride(from: index - 1, through: max(0, index - window), by: -1), rarities)
    guard before.absent > 0 else { return false }
    let after = run(
      through: stride(from: index + 1, through: min(rarities.count - 1, index + window), by: 1),
      rarities)
    guard after.absent > 0 else { return false }
    // The line itself is counted with both runs.
    let frequent = before.frequent + after.frequent + 2
    return frequent * share < frequent + before.absent + after.absent
  }

  private static func run(
    through indices: StrideThrough<Int>, _ rarities: [Rarity]
  ) -> (absent: Int, frequent: Int) {
    var absent = 0
    var frequent = 0
    for index in indices {
      switch rarities[index] {
      case .absent: absent += 1
      case .frequent: frequent += 1
      case .rare: return (absent, frequent)
      }
    }
    return (absent, frequent)
  }
}

/// A power of two near the square root: the one that takes half of the number's bits.
func roughRoot(_ number: Int) -> Int {
  var rest = number
  var root = 1
  while rest > 0 {
    root <<= 1
    rest >>= 2
  }
  return root
}
