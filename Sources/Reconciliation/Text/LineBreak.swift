/// What ends a line in a text.
///
/// Only a line feed does, as everywhere on Linux: U+2028, U+0085, form feeds and the like are part
/// of a line. Two old kinds of text have no such byte and are cut by what they have instead.
package enum LineBreak: Hashable, Sendable {
  case lineFeed
  /// Texts of old Macs, without a single line feed.
  case carriageReturn
  /// A line feed as one 16-bit unit, low byte first; the bytes 0A of U+0A0A end nothing.
  case wideLittleEndian
  /// The same, high byte first.
  case wideBigEndian

  /// The break that cuts all these texts, or nil where no one break does, or one isn't text.
  ///
  /// A byte order mark of UTF-16 decides, and all that aren't empty must have it. A NUL early in
  /// any other text makes it no text, by the same look at the first 8000 bytes that
  /// `git merge-file` takes.
  package init?(sharedBy texts: [[UInt8]]) {
    let marks = Set(texts.filter { !$0.isEmpty }.map(Self.mark))
    guard marks.count <= 1 else { return nil }
    if let wide = marks.first ?? nil {
      guard texts.allSatisfy({ $0.count.isMultiple(of: 2) }) else { return nil }
      self = wide
      return
    }
    guard !texts.contains(where: { $0.prefix(8000).contains(0) }) else { return nil }
    let hasFeed = texts.contains { $0.contains(UInt8(ascii: "\n")) }
    let hasReturn = texts.contains { $0.contains(UInt8(ascii: "\r")) }
    self = !hasFeed && hasReturn ? .carriageReturn : .lineFeed
  }

  /// The break that a byte order mark of UTF-16 announces, if the text starts with one.
  private static func mark(of text: [UInt8]) -> LineBreak? {
    // FF FE 00 00 announces UTF-32, which nothing here can cut.
    if text.starts(with: [0xFF, 0xFE]) && !text.starts(with: [0xFF, 0xFE, 0, 0]) {
      return .wideLittleEndian
    }
    return text.starts(with: [0xFE, 0xFF]) ? .wideBigEndian : nil
  }

  /// Where lines begin in `bytes`, and the end of the bytes last.
  func bounds(in bytes: [UInt8]) -> [Int] {
    switch self {
    case .lineFeed: Self.bounds(in: bytes, after: UInt8(ascii: "\n"))
    case .carriageReturn: Self.bounds(in: bytes, after: UInt8(ascii: "\r"))
    case .wideLittleEndian: Self.bounds(in: bytes, afterUnit: UInt8(ascii: "\n"), 0)
    case .wideBigEndian: Self.bounds(in: bytes, afterUnit: 0, UInt8(ascii: "\n"))
    }
  }

  private static func bounds(in bytes: [UInt8], after end: UInt8) -> [Int] {
    var bounds = [0]
    for index in bytes.indices where bytes[index] == end {
      bounds.append(index + 1)
    }
    if bounds.last != bytes.count { bounds.append(bytes.count) }
    return bounds
  }

  private static func bounds(in bytes: [UInt8], afterUnit first: UInt8, _ second: UInt8) -> [Int] {
    var bounds = [0]
    for index in stride(from: 0, to: bytes.count - 1, by: 2)
    where bytes[index] == first && bytes[index + 1] == second {
      bounds.append(index + 2)
    }
    if bounds.last != bytes.count { bounds.append(bytes.count) }
    return bounds
  }
}
