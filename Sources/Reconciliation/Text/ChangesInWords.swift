/// What became of a text's lines, in words: "3 lines added, 1 removed"; nothing when equal.
package func changesInWords(old: [UInt8], new: [UInt8]) -> [String] {
  guard old != new else { return [] }
  if let words = layoutInWords(old, new) { return [words] }
  guard let lineBreak = LineBreak(sharedBy: [old, new]) else { return ["content changed"] }
  let diff = LineDiff(
    old: Lines(old, endedBy: lineBreak), new: Lines(new, endedBy: lineBreak))
  var changed = 0
  var added = 0
  var removed = 0
  for hunk in diff.hunks {
    let common = min(hunk.old.count, hunk.new.count)
    changed += common
    added += hunk.new.count - common
    removed += hunk.old.count - common
  }
  let counts = [(changed, "changed"), (added, "added"), (removed, "removed")].filter { $0.0 > 0 }
  guard let first = counts.first else { return ["content changed"] }
  let rest = counts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
  return ["\(first.0) \(first.0 == 1 ? "line" : "lines") \(first.1)" + rest]
}

/// The words for a change of nothing but how lines end.
private func layoutInWords(_ old: [UInt8], _ new: [UInt8]) -> String? {
  if isEnded(new, comparedWith: old) { return "final line break added" }
  if isEnded(old, comparedWith: new) { return "final line break removed" }
  guard let before = LineEnding(of: old), let after = LineEnding(of: new), before != after,
    after.applied(to: old) == new
  else { return nil }
  return "line breaks changed from \(before.name) to \(after.name)"
}

private func isEnded(_ text: [UInt8], comparedWith other: [UInt8]) -> Bool {
  guard let last = other.last, last != UInt8(ascii: "\n"), text.starts(with: other) else {
    return false
  }
  let rest = text[other.count...]
  return rest.elementsEqual("\n".utf8) || rest.elementsEqual("\r\n".utf8)
}
