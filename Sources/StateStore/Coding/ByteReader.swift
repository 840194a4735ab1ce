import Reconciliation

/// Takes values from bytes that may hold anything: nil where they end too soon or make no sense.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let sane = range.clamped(to: 0..<bytes.count)
    self.bytes = bytes
    position = sane.lowerBound
    end = sane.upperBound
  }

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  var isAtEnd: Bool { position == end }

  mutating func u8() -> UInt8? { number() }

  mutating func u32() -> UInt32? { number() }

  mutating func u64() -> UInt64? { number() }

  mutating func i64() -> Int64? { number() }

  /// A number that counts up: nil where it is so large that nothing was ever counted that far, since
  /// more is added to it.
  mutating func ordinal() -> UInt64? {
    u64().flatMap { $0 < 1 << 62 ? $0 : nil }
  }

  mutating func count() -> Int? {
    guard let value = u32() else { return nil }
    return Int(value)
  }

  mutating func range(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position..<(position + count)
  }

  mutating func data() -> [UInt8]? {
    guard let count = count(), let range = range(count) else { return nil }
    return Array(bytes[range])
  }

  mutating func text() -> String? {
    guard let count = count(), let range = range(count) else { return nil }
    return String(validating: bytes[range], as: UTF8.self)
  }

  mutating func path() -> RelativePath? {
    guard let data = data() else { return nil }
    return RelativePath(data)
  }

  mutating func digest() -> Digest? {
    guard let first = u64(), let second = u64(), let third = u64(), let fourth = u64() else {
      return nil
    }
    return Digest(
      words: (first.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian))
  }

  /// Nil for bytes that make no sense, `.some(nil)` for a value that is left out.
  mutating func optional<Value>(_ read: (inout ByteReader) -> Value?) -> Value?? {
    switch u8() {
    case 0: return .some(nil)
    case 1:
      guard let value = read(&self) else { return nil }
      return .some(value)
    default: return nil
    }
  }

  /// The bytes of a part with its length in front.
  mutating func sized() -> ByteReader? {
    guard let count = count(), let range = range(count) else { return nil }
    return ByteReader(bytes, range)
  }

  private mutating func number<Number: FixedWidthInteger>() -> Number? {
    let size = MemoryLayout<Number>.size
    guard size <= end - position else { return nil }
    let value = bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: position, as: Number.self)
    }
    position += size
    return Number(littleEndian: value)
  }
}
