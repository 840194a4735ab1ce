/// Words in code that end the program, hide an error or switch a check off.
enum CodeRule {
  static func problems(in source: SwiftSource) -> [Problem] {
    var problems: [Problem] = []
    for (index, line) in source.lines.enumerated() {
      for word in ["try!", "as!", "fatalError("] where line.code.containsWord(word) {
        problems.append(source.problem(index, "\(word) ends the program"))
      }
      if line.code.containsWord("try?"), !source.isExplained(index) {
        problems.append(source.problem(index, "try? without a comment that says why"))
      }
      for word in ["@unchecked", "nonisolated(unsafe)"]
      where line.code.containsWord(word) && !source.isExplained(index) {
        problems.append(source.problem(index, "\(word) without a comment that proves it"))
      }
      for word in ["TODO", "FIXME", "XXX"] where line.comment.containsWord(word) {
        problems.append(source.problem(index, "\(word): do it, or say it in the issue tracker"))
      }
    }
    return problems
  }

  /// `public` is the library's face; everything else is between the package's own targets.
  static func problemsOfAccess(in source: SwiftSource) -> [Problem] {
    source.lines.indices.filter { source.lines[$0].code.containsWord("public") }
      .map { source.problem($0, "public outside a library; package is enough") }
  }

  /// Unit tests get the time as a value.
  static func problemsOfWaiting(in source: SwiftSource) -> [Problem] {
    source.lines.indices.filter { index in
      ["sleep(", "usleep(", "nanosleep("].contains { source.lines[index].code.containsWord($0) }
    }
    .map { source.problem($0, "waits for the clock") }
  }
}

extension String {
  /// Whether the text stands here without a letter, digit or `_` that would make it another word.
  func containsWord(_ word: String) -> Bool {
    let (text, wanted) = (Array(utf8), Array(word.utf8))
    guard let first = wanted.first, let last = wanted.last else { return false }
    var start = 0
    while start + wanted.count <= text.count {
      // The first byte alone rules out nearly every place.
      if text[start] == first, text[start..<(start + wanted.count)].elementsEqual(wanted) {
        let end = start + wanted.count
        let startsWord = start == 0 || !Self.continuesWord(text[start - 1])
        let endsWord =
          end == text.count || !Self.continuesWord(last) || !Self.continuesWord(text[end])
        if startsWord, endsWord { return true }
      }
      start += 1
    }
    return false
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter
      || Character(Unicode.Scalar(byte)).isNumber
  }
}
