/// The SHA-256 of a version's content: the same digest, the same content.
package struct Digest: Hashable, Sendable {
  /// The digest's 32 bytes as four big-endian words, so that it takes no heap.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Nil unless there are 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var parts: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() {
      parts[index / 8] = parts[index / 8] << 8 | UInt64(byte)
    }
    words = (parts[0], parts[1], parts[2], parts[3])
  }

  /// Nil unless `text` is 64 hexadecimal digits.
  package init?(hex text: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      if let upper = high {
        bytes.append(upper << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes)
  }

  package var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
  }

  package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) {
    // Any word of a digest is already as good as random.
    hasher.combine(words.0)
  }
}

extension Digest: Comparable {
  package static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }
}

extension Digest: CustomStringConvertible {
  /// 64 lowercase hexadecimal digits, as `sha256sum` prints it.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
