import Reconciliation

/// Puts values behind each other as bytes: numbers little-endian, everything else with its length
/// in front.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func u8(_ value: UInt8) { bytes.append(value) }

  mutating func u32(_ value: UInt32) { number(value) }

  mutating func u64(_ value: UInt64) { number(value) }

  mutating func i64(_ value: Int64) { number(value) }

  mutating func count(_ value: Int) { number(UInt32(clamping: value)) }

  mutating func raw(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }

  mutating func data(_ value: [UInt8]) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  mutating func text(_ value: String) {
    count(value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  mutating func path(_ value: RelativePath) { data(value.bytes) }

  mutating func digest(_ value: Digest) {
    for word in [value.words.0, value.words.1, value.words.2, value.words.3] {
      number(word.bigEndian)
    }
  }

  mutating func optional<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
    guard let value else { return u8(0) }
    u8(1)
    write(&self, value)
  }

  /// Writes what `body` writes with its length in front, so that a reader can pass over what it
  /// does not know.
  mutating func sized(_ body: (inout ByteWriter) -> Void) {
    let start = bytes.count
    count(0)
    body(&self)
    let length = UInt32(clamping: bytes.count - start - 4)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index)))
    }
  }

  private mutating func number(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
