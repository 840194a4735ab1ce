/// One of two compared texts with its changed lines marked, seen as groups: the changed lines, if
/// any, before each unchanged line and at the end. Both texts have as many groups.
///
/// A group between equal lines can be moved without making the edit longer. Where it comes to lie
/// decides whether it meets another change, and so whether two changes are one hunk.
struct MarkedLines {
  private let numbers: [Int32]
  private var marks: [Bool]
  /// The group that is being looked at.
  private var group: Range<Int> = 0..<0

  init(_ numbers: [Int32]) {
    self.numbers = numbers
    marks = Array(repeating: false, count: numbers.count)
  }

  var count: Int { numbers.count }

  func isChanged(_ line: Int) -> Bool { marks[line] }

  mutating func markChanged(_ lines: [Int]) {
    for line in lines { marks[line] = true }
  }

  /// Joins groups that can be made to touch, then puts each where it lines up with changed lines
  /// of `other`, or else as far down as it goes.
  mutating func slideGroups(besides other: inout MarkedLines) {
    goToFirst()
    other.goToFirst()
    repeat {
      if !group.isEmpty { slideGroup(besides: &other) }
    } while goToNext() && other.goToNext()
  }

  private mutating func slideGroup(besides other: inout MarkedLines) {
    var highest = group.upperBound
    var hasCounterpart = false
    var size = 0
    // Another round after the group swallowed one: the larger may slide farther.
    repeat {
      size = group.count
      while slideUp() { other.goToPrevious() }
      highest = group.upperBound
      hasCounterpart = !other.group.isEmpty
      while slideDown() {
        other.goToNext()
        if !other.group.isEmpty { hasCounterpart = true }
      }
    } while group.count != size
    guard hasCounterpart && group.upperBound != highest else { return }
    while other.group.isEmpty && slideUp() { other.goToPrevious() }
  }

  private mutating func goToFirst() {
    group = 0..<endOfRun(from: 0)
  }

  @discardableResult
  private mutating func goToNext() -> Bool {
    guard group.upperBound < count else { return false }
    let start = group.upperBound + 1
    group = start..<endOfRun(from: start)
    return true
  }

  private mutating func goToPrevious() {
    guard group.lowerBound > 0 else { return }
    let end = group.lowerBound - 1
    group = startOfRun(to: end)..<end
  }

  /// Moves the group by one line towards the start, if the line before it equals its last one.
  private mutating func slideUp() -> Bool {
    guard let last = group.last, group.lowerBound > 0,
      numbers[group.lowerBound - 1] == numbers[last]
    else { return false }
    marks[group.lowerBound - 1] = true
    marks[last] = false
    group = startOfRun(to: group.lowerBound - 1)..<last
    return true
  }

  /// Moves the group by one line towards the end, if the line after it equals its first one.
  private mutating func slideDown() -> Bool {
    guard let first = group.first, group.upperBound < count,
      numbers[first] == numbers[group.upperBound]
    else { return false }
    marks[first] = false
    marks[group.upperBound] = true
    group = (first + 1)..<endOfRun(from: group.upperBound + 1)
    return true
  }

  private func endOfRun(from line: Int) -> Int {
    var end = line
    while end < count && marks[end] { end += 1 }
    return end
  }

  private func startOfRun(to line: Int) -> Int {
    var start = line
    while start > 0 && marks[start - 1] { start -= 1 }
    return start
  }
}
