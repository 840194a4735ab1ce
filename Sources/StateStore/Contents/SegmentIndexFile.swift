import Reconciliation

/// The file beside a closed segment that says what it holds, so that opening need not read it.
///
/// It says nothing that the segment does not: where it is damaged it is made again.
struct SegmentIndexFile {
  struct Item: Hashable {
    var digest: Digest
    var offset: UInt32
    var length: UInt32
  }

  /// The bytes of an item.
  static let itemSize = 40

  var segmentSize: Int64
  var items: [Item]

  init(segmentSize: Int64, items: [Item]) {
    self.segmentSize = segmentSize
    self.items = items
  }

  /// Nil where it is damaged.
  init?(_ bytes: [UInt8]) {
    guard FileHeader.found(.segmentIndex, in: bytes) == .current,
      bytes.count >= FileHeader.size + Checksum.size
    else { return nil }
    let end = bytes.count - Checksum.size
    var check = ByteReader(bytes, end..<bytes.count)
    guard check.u64() == Checksum.of(bytes[..<end]) else { return nil }
    var reader = ByteReader(bytes, FileHeader.size..<end)
    guard let size = reader.i64(), let count = reader.count() else { return nil }
    segmentSize = size
    items = []
    items.reserveCapacity(min(count, bytes.count / Self.itemSize))
    for _ in 0..<count {
      guard let digest = reader.digest(), let offset = reader.u32(), let length = reader.u32()
      else { return nil }
      items.append(Item(digest: digest, offset: offset, length: length))
    }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.reserve(FileHeader.size + 12 + Self.itemSize * items.count + Checksum.size)
    writer.raw(FileHeader.bytes(.segmentIndex))
    writer.i64(segmentSize)
    writer.count(items.count)
    for item in items {
      writer.digest(item.digest)
      writer.u32(item.offset)
      writer.u32(item.length)
    }
    writer.u64(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }
}
