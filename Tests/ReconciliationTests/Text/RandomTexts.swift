import TestSupport

/// Makes small texts that are hard to align: few different lines, moved and repeated blocks.
struct RandomTexts {
  var chance: SeededChance
  /// Of how many different lines texts are made, apart from lines that occur once.
  private let alphabet: Int
  private var uniqueCount = 0

  init(seed: UInt64) {
    chance = SeededChance(seed: seed)
    alphabet = [2, 3, 4, 6, 10, 40][chance.below(6)]
  }

  /// A base and two texts that were made from it by several edits each.
  mutating func threeVersions(
    ofLinesBelow limit: Int
  ) -> (base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let base = (0..<chance.below(limit)).map { _ in line() }
    let common = chance.oneIn(4) ? edited(base, times: 1 + chance.below(2)) : base
    let ours = edited(common, times: 1 + chance.below(5))
    // Otherwise both sides may invent the same line.
    if chance.oneIn(2) { uniqueCount += 1000 } else { uniqueCount = 0 }
    let theirs = edited(common, times: 1 + chance.below(5))
    let lineBreak = chance.oneIn(10) ? "\r\n" : "\n"
    return (
      text(base, lineBreak), text(ours, lineBreak), text(theirs, lineBreak)
    )
  }

  /// Two long texts, so different that the search for a shortest edit takes its shortcuts: long
  /// unchanged stretches between much changed ones.
  mutating func twoLargeVersions(lineCount: Int) -> (old: [UInt8], new: [UInt8]) {
    let variety = [20, 200, lineCount][chance.below(3)]
    let old = (0..<lineCount).map { _ in "line \(chance.below(variety))" }
    var new: [String] = []
    var isCalm = false
    for line in old {
      if chance.oneIn(40) { isCalm.toggle() }
      switch isCalm ? 4 : chance.below(8) {
      case 0: new.append("line \(chance.below(variety))")
      case 1: new += [line, "line \(chance.below(variety))"]
      case 2: new.append("only \(new.count)")
      case 3: break
      default: new.append(line)
      }
    }
    return (text(old, "\n"), text(new, "\n"))
  }

  private mutating func line() -> String {
    guard chance.oneIn(6) else { return "line \(chance.below(alphabet))" }
    uniqueCount += 1
    return "only \(uniqueCount)"
  }

  private mutating func edited(_ lines: [String], times: Int) -> [String] {
    var lines = lines
    for _ in 0..<times {
      let block = block(of: lines)
      switch chance.below(8) {
      case 0, 1: lines.insert(line(), at: chance.below(lines.count + 1))
      case 2, 3: if let first = block.first { lines.remove(at: first) }
      case 4: if let first = block.first { lines[first] = line() }
      case 5:
        let moved = lines[block]
        lines.removeSubrange(block)
        lines.insert(contentsOf: moved, at: chance.below(lines.count + 1))
      case 6: lines.removeSubrange(block)
      default: lines.insert(contentsOf: lines[block], at: chance.below(lines.count + 1))
      }
    }
    return lines
  }

  private mutating func block(of lines: [String]) -> Range<Int> {
    guard !lines.isEmpty else { return 0..<0 }
    let start = chance.below(lines.count)
    return start..<min(lines.count, start + 1 + chance.below(max(1, lines.count / 6)))
  }

  private mutating func text(_ lines: [String], _ lineBreak: String) -> [UInt8] {
    let isEnded = !lines.isEmpty && !chance.oneIn(8)
    return Array((lines.joined(separator: lineBreak) + (isEnded ? lineBreak : "")).utf8)
  }
}
