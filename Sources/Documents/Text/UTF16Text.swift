/// Tells UTF-16 with a byte order mark, the one kind of text in which a zero byte stands.
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

  static func units(of content: [UInt8], bigEndian: Bool) -> [UInt16] {
    stride(from: 0, to: content.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
  }
}
