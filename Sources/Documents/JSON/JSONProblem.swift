/// Where and why a content is not JSON.
struct JSONProblem: Error, Hashable, Sendable {
  /// The first byte that doesn't fit; the content's length where it stops too early.
  let offset: Int
  /// What had to stand there, or what is wrong: "expected `,` or `}`".
  let words: String

  /// "line 3, column 14 (byte 57): expected `,` or `}`", or "stops at byte 57: …".
  func reason(in content: [UInt8]) -> String {
    let (line, column) = lineAndColumn(of: offset, in: content)
    return offset < content.count
      ? "line \(line), column \(column) (byte \(offset)): " + words
      : "stops at byte \(offset) (line \(line), column \(column)): " + words
  }
}
