/// A Swift file, with its code, its comments and its string literals told apart.
///
/// Good enough for scanning: it knows nested comments, raw and multi-line strings, interpolation
/// and raw identifiers. It does not know regular expression literals; the project has none.
struct SwiftSource {
  struct Line {
    /// The code, without what literals and raw identifiers hold; their quotes stay.
    var code = ""
    /// What comments say on this line.
    var comment = ""
    /// What string literals say on this line, in pieces: interpolations and ends part them.
    var literals: [String] = []

    /// Whether there is a comment and nothing else.
    var isOnlyComment: Bool {
      !comment.isEmpty && code.allSatisfy(\.isWhitespace) && literals.isEmpty
    }
  }

  /// Relative to the project.
  let path: String
  private(set) var lines: [Line]

  init(path: String, text: String) {
    self.path = path
    var scanner = SwiftScanner(text)
    lines = scanner.scan()
  }

  /// A problem at a line, counted from 0.
  func problem(_ index: Int, _ message: String) -> Problem {
    Problem(path: path, line: index + 1, message: message)
  }

  /// Whether a comment stands on the line or on the one above.
  func isExplained(_ index: Int) -> Bool {
    if !lines[index].comment.isEmpty { return true }
    return index > 0 && lines[index - 1].isOnlyComment
  }
}

/// Something untidy, and where.
struct Problem: Equatable, CustomStringConvertible {
  var path: String
  /// From 1; 0 for the whole file.
  var line: Int
  var message: String

  var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}
