/// How the bytes of a text stand for characters, as far as that matters for joining lines.
enum TextEncoding: Hashable, Sendable {
  /// Fits beside every other but UTF-16.
  case ascii
  case utf8
  /// With a byte order mark and nothing ill-formed.
  case utf16(bigEndian: Bool)
  /// Some other encoding, such as Latin-1: bytes in lines, which are kept as they are.
  case lines(firstForeign: Int)
  /// No text: why.
  case notText(reason: String)

  init(of content: [UInt8]) {
    if let isBigEndian = UTF16Text.byteOrder(of: content) {
      if let reason = UTF16Text.problem(in: content, bigEndian: isBigEndian) {
        self = .notText(reason: reason)
      } else {
        self = .utf16(bigEndian: isBigEndian)
      }
    } else if let zero = content.firstIndex(of: 0) {
      self = .notText(reason: "not a text: a zero byte \(place(of: zero, in: content))")
    } else {
      do {
        let text = try UTF8Span(validating: content.span)
        self = text.isKnownASCII || content.allSatisfy { $0 < 0x80 } ? .ascii : .utf8
      } catch {
        self = .lines(firstForeign: error.byteOffsets.lowerBound)
      }
    }
  }

  /// Whether lines of both can stand in one file: two encodings in one would make it unreadable.
  func fits(_ other: TextEncoding) -> Bool {
    switch (self, other) {
    case (.notText, _), (_, .notText): false
    case (.utf16(let ours), .utf16(let theirs)): ours == theirs
    case (.utf16, _), (_, .utf16): false
    case (.ascii, _), (_, .ascii), (.utf8, .utf8), (.lines, .lines): true
    case (.utf8, .lines), (.lines, .utf8): false
    }
  }

  /// What the encoding is called for a person.
  var name: String {
    switch self {
    case .ascii: "ASCII"
    case .utf8: "UTF-8"
    case .utf16(let isBigEndian): isBigEndian ? "UTF-16 (big-endian)" : "UTF-16"
    case .lines: "an encoding other than Unicode's"
    case .notText: "no text"
    }
  }
}

/// Where a byte is, for a person: "in line 3, column 14 (byte 57)". Lines and columns count from 1
/// and columns count bytes; the byte counts from 0.
func place(of offset: Int, in content: [UInt8]) -> String {
  let (line, column) = lineAndColumn(of: offset, in: content)
  return "in line \(line), column \(column) (byte \(offset))"
}

/// Both from 1; only LF ends a line, and a column is a byte.
func lineAndColumn(of offset: Int, in content: [UInt8]) -> (line: Int, column: Int) {
  let before = content[..<min(offset, content.count)]
  let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  return (line, offset - start + 1)
}
