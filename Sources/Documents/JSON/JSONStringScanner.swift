/// Reads one JSON string, from its opening to its closing quote.
struct JSONStringScanner {
  private let bytes: [UInt8]
  private let start: Int
  private(set) var index: Int

  /// `index` is that of the opening quote.
  init(_ bytes: [UInt8], from index: Int) {
    self.bytes = bytes
    self.index = index
    start = index
  }

  /// Leaves `index` behind the closing quote.
  mutating func scan() throws(JSONProblem) {
    index += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try scanEscape()
      case 0x00..<0x20:
        throw problem("a control character has to be escaped in a string")
      case 0x20..<0x80: index += 1
      default: try scanMultibyte()
      }
    }
    throw problem("expected `\"`, the end of the string that starts at byte \(start)")
  }

  private mutating func scanEscape() throws(JSONProblem) {
    let escape = index
    index += 1
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      let unit = try scanHexadecimal()
      if UTF16.isTrailSurrogate(unit) { throw half(of: escape) }
      guard UTF16.isLeadSurrogate(unit) else { return }
      guard peek() == UInt8(ascii: "\\") else { throw half(of: escape) }
      index += 1
      guard peek() == UInt8(ascii: "u") else { throw half(of: escape) }
      index += 1
      guard UTF16.isTrailSurrogate(try scanHexadecimal()) else { throw half(of: escape) }
    default: throw problem("expected an escape that JSON knows")
    }
  }

  /// A half is the problem of its own escape, but what stops early stops at the end.
  private func half(of escape: Int) -> JSONProblem {
    JSONProblem(
      offset: index < bytes.count ? escape : bytes.count, words: "half a surrogate pair")
  }

  private mutating func scanHexadecimal() throws(JSONProblem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = hexadecimalValue(byte) else {
        throw problem("expected four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  /// One character of two to four bytes, well-formed by the Unicode standard's table 3-7.
  private mutating func scanMultibyte() throws(JSONProblem) {
    let (following, second): (Int, ClosedRange<UInt8>) =
      switch bytes[index] {
      case 0xC2...0xDF: (1, 0x80...0xBF)
      case 0xE0: (2, 0xA0...0xBF)
      case 0xED: (2, 0x80...0x9F)
      case 0xE1...0xEF: (2, 0x80...0xBF)
      case 0xF0: (3, 0x90...0xBF)
      case 0xF1...0xF3: (3, 0x80...0xBF)
      case 0xF4: (3, 0x80...0x8F)
      default: throw problem("not UTF-8")
      }
    let character = index
    for distance in 1...following {
      guard character + distance < bytes.count else {
        throw JSONProblem(offset: bytes.count, words: "half a character")
      }
      let allowed = distance == 1 ? second : 0x80...0xBF
      guard allowed.contains(bytes[character + distance]) else { throw problem("not UTF-8") }
    }
    index += following + 1
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func problem(_ words: String) -> JSONProblem {
    JSONProblem(offset: index, words: words)
  }
}

/// What a hexadecimal digit stands for; nil for other bytes.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  default: nil
  }
}
