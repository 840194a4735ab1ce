import Reconciliation

/// A small file that says how far the journal was durable at least, so that a journal that lost
/// its end is told from one that had no more, and numbers it gave out are not given again.
struct Mark: Hashable {
  static let name = "mark"

  /// The last batch that was durable.
  var sequence: UInt64
  var lastEvent: UInt64
  var lastIdentifier: UInt64

  /// Whether a journal has grown enough for a new mark, which costs a flush: a small one is marked
  /// often, since half of it is soon written.
  static func isDue(at sequence: UInt64, after marked: UInt64) -> Bool {
    sequence > marked + min(marked / 4, 64)
  }

  init(sequence: UInt64, lastEvent: UInt64, lastIdentifier: UInt64) {
    self.sequence = sequence
    self.lastEvent = lastEvent
    self.lastIdentifier = lastIdentifier
  }

  /// Nil where the bytes are damaged.
  init?(_ bytes: [UInt8]) {
    guard FileHeader.found(.mark, in: bytes) == .current else { return nil }
    var reader = ByteReader(bytes, FileHeader.size..<bytes.count)
    guard let sequence = reader.ordinal(), let event = reader.ordinal(),
      let identifier = reader.ordinal()
    else { return nil }
    let end = reader.position
    guard reader.u64() == Checksum.of(bytes[..<end]) else { return nil }
    self.init(sequence: sequence, lastEvent: event, lastIdentifier: identifier)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.raw(FileHeader.bytes(.mark))
    writer.u64(sequence)
    writer.u64(lastEvent)
    writer.u64(lastIdentifier)
    writer.u64(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }
}
