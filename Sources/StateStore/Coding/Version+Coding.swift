import Reconciliation

extension Fingerprint {
  func write(to writer: inout ByteWriter) {
    writer.u64(inode)
    writer.i64(size)
    writer.i64(modified)
    writer.i64(changed)
    writer.u32(mode)
  }

  static func read(_ reader: inout ByteReader) -> Fingerprint? {
    guard let inode = reader.u64(), let size = reader.i64(), let modified = reader.i64(),
      let changed = reader.i64(), let mode = reader.u32()
    else { return nil }
    return Fingerprint(inode: inode, size: size, modified: modified, changed: changed, mode: mode)
  }
}

extension Base {
  func write(to writer: inout ByteWriter) {
    writer.digest(digest)
    writer.u8(readability.rawValue)
    fingerprint.write(to: &writer)
    writer.count(others.count)
    for other in others {
      writer.optional(other) { $1.write(to: &$0) }
    }
    // Only where the first replica can't hold it.
    if mode != fingerprint.mode { writer.u32(mode) }
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> Base? {
    guard let digest = reader.digest(), let level = reader.u8() else { return nil }
    guard let readability = Readability(rawValue: level) else { throw .newer }
    guard let fingerprint = Fingerprint.read(&reader), let count = reader.count() else {
      return nil
    }
    var others: [Fingerprint?] = []
    for _ in 0..<count {
      guard let other = reader.optional({ Fingerprint.read(&$0) }) else { return nil }
      others.append(other)
    }
    let mode = reader.isAtEnd ? fingerprint.mode : reader.u32()
    guard let mode else { return nil }
    return Base(
      digest: digest, readability: readability, fingerprint: fingerprint, mode: mode,
      others: others)
  }
}

extension HistoryEntry {
  func write(to writer: inout ByteWriter) {
    writer.i64(time)
    writer.digest(digest)
    writer.i64(size)
    writer.i64(modified)
    writer.u32(mode)
    writer.text(reason.rawValue)
    writer.text(origin)
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> HistoryEntry? {
    guard let time = reader.i64(), let digest = reader.digest(), let size = reader.i64(),
      let modified = reader.i64(), let mode = reader.u32(), let word = reader.text(),
      let origin = reader.text()
    else { return nil }
    guard let reason = Reason(rawValue: word) else { throw .newer }
    return HistoryEntry(
      time: time, digest: digest, size: size, modified: modified, mode: mode, reason: reason,
      origin: origin)
  }
}
