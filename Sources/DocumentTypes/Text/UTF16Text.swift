/// UTF-16 with a byte order mark, turned into UTF-8 and back without a difference.
///
/// In UTF-16 a line feed's byte is part of other characters too (U+0A0A), so its lines can't be
/// told byte by byte.
enum UTF16Text {
  /// Nil where no byte order mark of UTF-16 stands in front.
  static func byteOrder(of content: [UInt8]) -> Bool? {
    if content.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
    if content.starts(with: [0xFF, 0xFE]) { return false }
    return content.starts(with: [0xFE, 0xFF]) ? true : nil
  }

  /// Why the content is not UTF-16 after all; nil where it is.
  static func problem(in content: [UInt8], bigEndian: Bool) -> String? {
    guard content.count.isMultiple(of: 2) else {
      return "cut off: UTF-16 has two bytes to a unit, and there are \(content.count)"
    }
    let units = units(of: content, bigEndian: bigEndian)
    if let zero = units.firstIndex(of: 0) {
      return "not a text: a zero character at byte \(zero * 2)"
    }
    var index = 0
    while index < units.count {
      let unit = units[index]
      let hasTrail = index + 1 < units.count && UTF16.isTrailSurrogate(units[index + 1])
      if UTF16.isTrailSurrogate(unit) || (UTF16.isLeadSurrogate(unit) && !hasTrail) {
        return "half a character at byte \(index * 2)"
      }
      index += UTF16.isLeadSurrogate(unit) ? 2 : 1
    }
    return nil
  }

  /// The same characters, the byte order mark included, in UTF-8. Only for what has no problem.
  static func utf8(from content: [UInt8], bigEndian: Bool) -> [UInt8] {
    Array(String(decoding: units(of: content, bigEndian: bigEndian), as: UTF16.self).utf8)
  }

  static func content(fromUTF8 text: [UInt8], bigEndian: Bool) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  private static func units(of content: [UInt8], bigEndian: Bool) -> [UInt16] {
    stride(from: 0, to: content.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
  }
}
