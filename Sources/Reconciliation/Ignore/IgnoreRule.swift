/// One line of a `.collateignore` file.
struct IgnoreRule: Hashable, Sendable {
  /// Nil for a pattern that can match nothing.
  let pattern: GlobPattern?
  /// `!`: what an earlier line ignored is a document again.
  let isNegated: Bool
  /// A trailing slash: matches directories only.
  let matchesDirectoriesOnly: Bool
  /// Without a slash inside, it matches names at any depth; else paths from the file's directory.
  let matchesNames: Bool
  /// The line as it stands in the file.
  let line: [UInt8]
  /// From 1.
  let number: Int

  /// Nil for blank lines and comments.
  init?(line: ArraySlice<UInt8>, number: Int) {
    guard line.first != UInt8(ascii: "#") else { return nil }
    var text = Self.withoutTrailingSpaces(line)
    guard !text.isEmpty else { return nil }
    self.line = Array(text)
    self.number = number
    isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text = text.dropFirst() }
    matchesDirectoriesOnly = text.last == UInt8(ascii: "/")
    if matchesDirectoriesOnly { text = text.dropLast() }
    matchesNames = !text.contains(UInt8(ascii: "/"))
    if text.first == UInt8(ascii: "/") { text = text.dropFirst() }
    pattern = text.isEmpty ? nil : GlobPattern(text)
  }

  /// Whether the rule speaks of this path, given from the directory of its file.
  func matches(path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isDirectory: Bool) -> Bool {
    guard let pattern, isDirectory || !matchesDirectoriesOnly else { return false }
    return pattern.matches(matchesNames ? name : path)
  }

  /// Spaces at the end count only behind a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      let isEscape = line[index] == UInt8(ascii: "\\")
      let isSpace = line[index] == UInt8(ascii: " ")
      index += isEscape && index + 1 < line.endIndex ? 2 : 1
      if !isSpace { end = index }
    }
    return line[..<end]
  }
}
