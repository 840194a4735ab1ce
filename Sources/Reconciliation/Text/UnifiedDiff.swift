/// The difference between two texts for people to read, in the form of `diff -u` without its file
/// names: `@@` lines, then lines that begin with a space, `-` or `+`. Empty when they are equal.
///
/// Each element is one line without its line feed. UTF-16 is shown as UTF-8. Where no lines can be
/// told there is one line that says so.
///
/// - Parameter context: How many unchanged lines to show around a change.
package func unifiedDiff(old: [UInt8], new: [UInt8], context: Int = 3) -> [[UInt8]] {
  guard old != new else { return [] }
  guard let lineBreak = LineBreak(sharedBy: [old, new]) else {
    return [Array("Binary contents differ".utf8)]
  }
  let printer = HunkPrinter(
    old: Lines(old, endedBy: lineBreak), new: Lines(new, endedBy: lineBreak), lineBreak: lineBreak)
  return printer.lines(context: max(0, context))
}

/// The start of the difference between two texts as lines that are safe to print.
///
/// - Parameter limit: How many lines at most; where more differ, the last line says how many more.
package func shortDiff(old: [UInt8], new: [UInt8], limit: Int = 12) -> [String] {
  let lines = unifiedDiff(old: old, new: new, context: 1)
  guard lines.count > limit else { return lines.map(shortened) }
  let shown = max(0, limit - 1)
  return lines.prefix(shown).map(shortened) + ["… \(lines.count - shown) more lines"]
}

/// The line for a terminal, cut where it is too long to be read at a glance.
private func shortened(_ line: [UInt8]) -> String {
  let width = 100
  // Four bytes a character at most; what lies beyond can't be among the first characters.
  let text = displayed(line.prefix(width * 4 + 4))
  guard text.count > width || line.count > width * 4 + 4 else { return text }
  return text.prefix(width - 1) + "…"
}

private struct HunkPrinter {
  let old: Lines
  let new: Lines
  let lineBreak: LineBreak

  func lines(context: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for group in groups(LineDiff(old: old, new: new).hunks, context) {
      lines += self.lines(of: group, context)
    }
    return lines
  }

  /// Hunks that share the unchanged lines between them.
  private func groups(
    _ hunks: [LineDiff.Hunk], _ context: Int
  ) -> [ArraySlice<LineDiff.Hunk>] {
    var groups: [ArraySlice<LineDiff.Hunk>] = []
    var start = 0
    for index in hunks.indices {
      let next = index + 1
      if next == hunks.count
        || hunks[next].old.lowerBound - hunks[index].old.upperBound > 2 * context
      {
        groups.append(hunks[start..<next])
        start = next
      }
    }
    return groups
  }

  private func lines(of group: ArraySlice<LineDiff.Hunk>, _ context: Int) -> [[UInt8]] {
    guard let first = group.first, let last = group.last else { return [] }
    let before = min(context, first.old.lowerBound)
    let after = min(context, old.count - last.old.upperBound)
    let oldLines = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newLines = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var lines = [Array("@@ -\(Self.place(oldLines)) +\(Self.place(newLines)) @@".utf8)]
    var unchanged = oldLines.lowerBound
    for hunk in group {
      for line in unchanged..<hunk.old.lowerBound { append(old[line], " ", to: &lines) }
      for line in hunk.old { append(old[line], "-", to: &lines) }
      for line in hunk.new { append(new[line], "+", to: &lines) }
      unchanged = hunk.old.upperBound
    }
    for line in unchanged..<oldLines.upperBound { append(old[line], " ", to: &lines) }
    return lines
  }

  /// As `diff` writes ranges: no count where it is one, the line before where it is none.
  private static func place(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }

  private func append(_ line: ArraySlice<UInt8>, _ sign: Character, to lines: inout [[UInt8]]) {
    let (text, isEnded) = readable(line)
    lines.append(Array(String(sign).utf8) + text)
    if !isEnded { lines.append(Array("\\ No newline at end of file".utf8)) }
  }

  /// The line without its break, as UTF-8 where it is UTF-16, and whether there was a break.
  private func readable(_ line: ArraySlice<UInt8>) -> (text: [UInt8], isEnded: Bool) {
    switch lineBreak {
    case .lineFeed: cut(Array(line), UInt8(ascii: "\n"))
    case .carriageReturn: cut(Array(line), UInt8(ascii: "\r"))
    case .wideLittleEndian: cut(narrowed(line, high: 1), UInt8(ascii: "\n"))
    case .wideBigEndian: cut(narrowed(line, high: 0), UInt8(ascii: "\n"))
    }
  }

  private func cut(_ line: [UInt8], _ end: UInt8) -> (text: [UInt8], isEnded: Bool) {
    line.last == end ? (line.dropLast(), true) : (line, false)
  }

  private func narrowed(_ line: ArraySlice<UInt8>, high: Int) -> [UInt8] {
    let units = stride(from: line.startIndex, to: line.endIndex - 1, by: 2).map { index in
      UInt16(line[index + high]) << 8 | UInt16(line[index + 1 - high])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
