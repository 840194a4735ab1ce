extension TextEncoding {
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The characters of a text in this encoding, without a byte order mark.
  func decode(_ bytes: [UInt8]) -> String {
    switch self {
    case .ascii, .utf8, .notText:
      let start = bytes.starts(with: Self.utf8Mark) ? Self.utf8Mark.count : 0
      return String(decoding: bytes[start...], as: UTF8.self)
    case .utf16(let isBigEndian):
      return String(
        decoding: UTF16Text.units(of: bytes, bigEndian: isBigEndian).dropFirst(), as: UTF16.self)
    case .lines:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }

  /// A text's bytes in this encoding. An encoding that isn't Unicode's is taken to be Latin-1.
  func encode(_ string: String, hasMark: Bool) throws(UnreadableContent) -> [UInt8] {
    switch self {
    case .ascii, .utf8, .notText: return (hasMark ? Self.utf8Mark : []) + Array(string.utf8)
    case .utf16(let isBigEndian):
      return ([0xFEFF] + Array(string.utf16)).flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    case .lines:
      var bytes: [UInt8] = []
      for scalar in string.unicodeScalars {
        guard let byte = UInt8(exactly: scalar.value) else {
          throw UnreadableContent(
            reason: "“\(scalar)” doesn't exist in the document's encoding, which is not Unicode's")
        }
        bytes.append(byte)
      }
      return bytes
    }
  }
}
