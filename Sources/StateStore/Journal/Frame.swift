import Reconciliation

/// What stands in front of a batch in the journal: where it ends, which one it is, and two
/// checksums, so that its length can be trusted when its content cannot.
struct Frame: Hashable {
  var length: UInt32
  /// Counts up with every batch of a state, so that an old one is not taken for a new one.
  var sequence: UInt64
  var payloadCheck: UInt64

  /// Never the start of a batch's text, so that the next batch can be found after a broken one.
  static let marker: [UInt8] = [0xC0, 0x11, 0xA7, 0xE1]
  static let size = 32

  init(length: UInt32, sequence: UInt64, payloadCheck: UInt64) {
    self.length = length
    self.sequence = sequence
    self.payloadCheck = payloadCheck
  }

  init(_ payload: [UInt8], sequence: UInt64) {
    self.init(
      length: UInt32(clamping: payload.count), sequence: sequence,
      payloadCheck: Checksum.of(payload[...]))
  }

  /// Nil where no whole frame with the right checksum starts.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.size,
      bytes[offset..<(offset + 4)].elementsEqual(Self.marker)
    else { return nil }
    var reader = ByteReader(bytes, (offset + 4)..<(offset + Self.size))
    guard let length = reader.u32(), let sequence = reader.ordinal(), let payload = reader.u64(),
      let check = reader.u64(), check == Checksum.of(bytes[offset..<(offset + Self.size - 8)])
    else { return nil }
    self.init(length: length, sequence: sequence, payloadCheck: payload)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.marker)
    writer.u32(length)
    writer.u64(sequence)
    writer.u64(payloadCheck)
    writer.u64(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }
}
