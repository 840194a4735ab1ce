/// A set of bytes in 256 bits: what a `[…]` of a pattern matches.
struct ByteSet: Hashable, Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  func contains(_ byte: UInt8) -> Bool {
    let bit = UInt64(1) << (byte & 63)
    return switch byte >> 6 {
    case 0: words.0 & bit != 0
    case 1: words.1 & bit != 0
    case 2: words.2 & bit != 0
    default: words.3 & bit != 0
    }
  }

  mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << (byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  mutating func insert(_ range: ClosedRange<UInt8>) {
    for byte in range { insert(byte) }
  }

  mutating func remove(_ byte: UInt8) {
    guard contains(byte) else { return }
    let bit = UInt64(1) << (byte & 63)
    switch byte >> 6 {
    case 0: words.0 ^= bit
    case 1: words.1 ^= bit
    case 2: words.2 ^= bit
    default: words.3 ^= bit
    }
  }

  mutating func invert() {
    words = (~words.0, ~words.1, ~words.2, ~words.3)
  }

  static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  /// Adds what POSIX calls `[:name:]` in the C locale; false where there is no such class.
  mutating func insertClass(named name: some Collection<UInt8>) -> Bool {
    guard let ranges = Self.ranges(ofClass: String(decoding: name, as: UTF8.self)) else {
      return false
    }
    for range in ranges { insert(range) }
    return true
  }

  private static func ranges(ofClass name: String) -> [ClosedRange<UInt8>]? {
    let digits: ClosedRange<UInt8> = 0x30...0x39
    let upper: ClosedRange<UInt8> = 0x41...0x5A
    let lower: ClosedRange<UInt8> = 0x61...0x7A
    return switch name {
    case "alnum": [digits, upper, lower]
    case "alpha": [upper, lower]
    case "blank": [0x20...0x20, 0x09...0x09]
    case "cntrl": [0x00...0x1F, 0x7F...0x7F]
    case "digit": [digits]
    case "graph": [0x21...0x7E]
    case "lower": [lower]
    case "print": [0x20...0x7E]
    case "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "space": [0x09...0x0D, 0x20...0x20]
    case "upper": [upper]
    case "xdigit": [digits, 0x41...0x46, 0x61...0x66]
    default: nil
    }
  }
}
