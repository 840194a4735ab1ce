import Reconciliation

extension Conflict {
  func write(to writer: inout ByteWriter) {
    writer.u64(id)
    writer.text(kind.rawValue)
    writer.path(document)
    writer.path(copy)
    writer.optional(base) { $0.digest($1) }
    ours.write(to: &writer)
    theirs.write(to: &writer)
    writer.i64(time)
    writer.text(reason)
    writer.u8(isSettled ? 1 : 0)
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> Conflict? {
    guard let id = reader.ordinal(), let word = reader.text(), let document = reader.path(),
      let copy = reader.path(), let base = reader.optional({ $0.digest() }),
      let ours = Side.read(&reader), let theirs = Side.read(&reader), let time = reader.i64(),
      let reason = reader.text()
    else { return nil }
    // Not there in what the first builds wrote.
    let isSettled = reader.u8() ?? 0
    guard let kind = Kind(rawValue: word) else { throw .newer }
    return Conflict(
      id: id, kind: kind, document: document, copy: copy, base: base, ours: ours,
      theirs: theirs, time: time, reason: reason,
      isSettled: isSettled != 0)
  }
}

extension Conflict.Side {
  func write(to writer: inout ByteWriter) {
    writer.digest(digest)
    writer.i64(modified)
    writer.text(origin)
  }

  static func read(_ reader: inout ByteReader) -> Conflict.Side? {
    guard let digest = reader.digest(), let modified = reader.i64(), let origin = reader.text()
    else { return nil }
    return Conflict.Side(digest: digest, modified: modified, origin: origin)
  }
}
