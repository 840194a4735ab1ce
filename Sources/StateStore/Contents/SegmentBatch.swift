import Reconciliation

/// Contents that are to be added to a segment in one write.
struct SegmentBatch {
  private static let size = 1 << 20

  private(set) var bytes: [UInt8] = []
  /// Where each record starts in the bytes.
  private(set) var records: [(record: SegmentRecord, offset: Int)] = []
  private var digests: Set<Digest> = []

  var isEmpty: Bool { records.isEmpty }

  /// Whether it is worth a write of its own.
  var isFull: Bool { bytes.count >= Self.size }

  func holds(_ digest: Digest) -> Bool { digests.contains(digest) }

  mutating func add(_ content: ArraySlice<UInt8>, _ record: SegmentRecord) {
    records.append((record, bytes.count))
    digests.insert(record.digest)
    bytes += record.header
    bytes += content
  }
}
