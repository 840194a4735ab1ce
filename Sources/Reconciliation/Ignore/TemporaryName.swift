/// Which document a name looks like a temporary file of, judged by what stands beside it.
///
/// A rule can't say that `notes.tmp.md` is one: only beside `notes.md` it is. The plain sibling is
/// returned, so that the verdict can name it. What is recognised is provisional, like
/// `Ignored.provisional`: it is left alone, and never removed.
///
/// - Parameter siblings: whether the directory holds this name.
package func temporaryCandidate(
  name: [UInt8], siblings: ([UInt8]) -> Bool
) -> [UInt8]? {
  plainNames(of: name).first { !$0.isEmpty && $0 != name && siblings($0) }
}

/// Whether the name alone ends as `mkstemp(3)` and its kin end theirs: `notes.md.aB3xYz`.
///
/// A suffix of small letters only is left to a sibling's word: it is a person's `.backup` more
/// often than one in two hundred of chance's.
package func endsLikeTemporary(_ name: [UInt8]) -> Bool {
  guard let suffix = chanceSuffix(of: name) else { return false }
  return suffix.contains { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    && !suffix.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

private func plainNames(of name: [UInt8]) -> [[UInt8]] {
  var plain: [[UInt8]] = []
  let dot = UInt8(ascii: ".")
  // NAME.tmp, NAME.XXXXXX, and the same with a dot in front, as rsync has it.
  if let last = name.lastIndex(of: dot), last > 0 {
    let suffix = Array(name[(last + 1)...])
    if markers.contains(lowercased(suffix)) || chanceSuffix(of: name) != nil || isNumbered(suffix) {
      plain.append(Array(name[..<last]))
      if name[0] == dot, last > 1 { plain.append(Array(name[1..<last])) }
    }
    // STEM.tmp.EXT, STEM.XXXXXX.EXT, STEM~.EXT, STEM-tmp.EXT
    let stem = Array(name[..<last])
    for shorter in stemsWithoutMarker(stem) {
      plain.append(shorter + name[last...])
      if name[0] == dot { plain.append(Array(shorter.dropFirst()) + name[last...]) }
    }
  }
  // ~NAME and .~NAME
  for prefix in ["~", ".~", "~$", ".tmp.", ".tmp-", "tmp-"] where name.starts(with: prefix.utf8) {
    plain.append(Array(name.dropFirst(prefix.utf8.count)))
  }
  return plain
}

/// `tmp` and what a program makes a name its own by: `.notes.md.tmp4711`, `notes.md.tmp-a81`.
private func isNumbered(_ suffix: [UInt8]) -> Bool {
  let lower = lowercased(suffix)
  return lower.starts(with: "tmp".utf8)
    && lower.dropFirst(3).allSatisfy { isLetterOrDigit($0) || [0x2D, 0x5F].contains($0) }
}

private func stemsWithoutMarker(_ stem: [UInt8]) -> [[UInt8]] {
  var stems: [[UInt8]] = []
  for separator in [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")] {
    guard let last = stem.lastIndex(of: separator), last > 0 else { continue }
    let tail = Array(stem[(last + 1)...])
    let isMarker = temporaryMarkers.contains(lowercased(tail))
    // A word of six letters after a hyphen or low line is a word.
    let isChance = separator == UInt8(ascii: ".") && endsLikeTemporary(stem)
    if isMarker || isChance { stems.append(Array(stem[..<last])) }
  }
  if stem.last == UInt8(ascii: "~") { stems.append(stem.dropLast()) }
  return stems
}

private func chanceSuffix(of name: [UInt8]) -> ArraySlice<UInt8>? {
  guard name.count > 7, name[name.count - 7] == UInt8(ascii: ".") else { return nil }
  let suffix = name.suffix(6)
  return suffix.allSatisfy(isLetterOrDigit) ? suffix : nil
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: false
  }
}

private func lowercased(_ bytes: [UInt8]) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}

/// What a document's name is followed by while it is written, or after it was replaced.
private let markers: Set<[UInt8]> = Set(
  [
    "tmp", "temp", "new", "old", "part", "partial", "orig", "save", "swp", "rej", "lock", "bak",
    "backup",
  ]
  .map { Array($0.utf8) })

/// What is put inside a name before its extension; `report-new.md` is a person's.
private let temporaryMarkers: Set<[UInt8]> = Set(
  ["tmp", "temp", "part", "partial", "bak", "backup", "orig"].map { Array($0.utf8) })
