import Reconciliation

extension Event {
  func write(to writer: inout ByteWriter) {
    writer.u64(number)
    writer.i64(time)
    writer.text(kind.rawValue)
    writer.path(path)
    writer.optional(from) { $0.path($1) }
    writer.optional(digest) { $0.digest($1) }
    writer.count(details.count)
    for detail in details { writer.text(detail) }
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> Event? {
    guard let number = reader.ordinal(), let time = reader.i64(), let word = reader.text(),
      let path = reader.path(), let from = reader.optional({ $0.path() }),
      let digest = reader.optional({ $0.digest() }), let count = reader.count()
    else { return nil }
    guard let kind = Kind(rawValue: word) else { throw .newer }
    var details: [String] = []
    for _ in 0..<count {
      guard let detail = reader.text() else { return nil }
      details.append(detail)
    }
    return Event(
      number: number, time: time, kind: kind, path: path, from: from, digest: digest,
      details: details)
  }
}
