import Reconciliation

/// One content in a segment: this header, then its bytes. The digest is the checksum.
struct SegmentRecord: Hashable {
  var digest: Digest
  var length: UInt32

  static let marker: [UInt8] = [0xC0, 0x11, 0xA7, 0xE2]
  static let headerSize = 48

  init(digest: Digest, length: UInt32) {
    self.digest = digest
    self.length = length
  }

  /// Nil where no whole header with the right checksum starts.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.headerSize,
      bytes[offset..<(offset + 4)].elementsEqual(Self.marker)
    else { return nil }
    var reader = ByteReader(bytes, (offset + 4)..<(offset + Self.headerSize))
    guard let length = reader.u32(), let digest = reader.digest(), let check = reader.u64(),
      check == Checksum.of(bytes[offset..<(offset + Self.headerSize - 8)])
    else { return nil }
    self.init(digest: digest, length: length)
  }

  var header: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.marker)
    writer.u32(length)
    writer.digest(digest)
    writer.u64(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }

  /// Header and content together.
  var size: Int { Self.headerSize + Int(length) }
}
