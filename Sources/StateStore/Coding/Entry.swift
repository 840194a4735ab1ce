import Reconciliation

/// What a journal's batch holds: the records, and what the store notes for itself.
enum Entry: Hashable, Sendable {
  case record(Record)
  /// Identifiers below this may have been given out.
  case identifiers(below: UInt64)
  /// The next event's number is above this.
  case eventsAfter(UInt64)
  /// The journal starts with a picture of the whole state, which has so many bases…
  case pictureBegins(bases: Int)
  /// …which ends here: without it the picture was cut.
  case pictureEnds
}

/// Why an entry could not be read although its checksum is right.
enum EntryProblem: Error {
  /// A later version of Collate wrote it.
  case newer
  case malformed
}

extension Entry {
  /// The first byte of an entry. A number never changes its meaning; a new one makes older
  /// versions refuse the state, while fields added behind an entry's last are passed over.
  enum Tag: UInt8 {
    case setBase = 1
    case forgetBase, move, addHistory, dropHistory, event
    case setConflict, dropConflict, setIntent, dropIntent, setAction
    case setHeld, dropHeld, setDirectory, forgetDirectory, setReplica
    case setAttributes = 32
    case identifiers = 64
    case eventsAfter, pictureBegins, pictureEnds
  }

  static func read(_ reader: inout ByteReader) throws(EntryProblem) -> Entry {
    guard let byte = reader.u8(), var body = reader.sized() else { throw .malformed }
    guard let tag = Tag(rawValue: byte) else { throw .newer }
    guard let entry = try Self.read(tag, &body) else { throw .malformed }
    return entry
  }

  private static func read(
    _ tag: Tag, _ body: inout ByteReader
  ) throws(EntryProblem) -> Entry? {
    switch tag {
    case .identifiers: body.ordinal().map(Entry.identifiers(below:))
    case .eventsAfter: body.ordinal().map(Entry.eventsAfter)
    case .pictureBegins: body.count().map(Entry.pictureBegins(bases:))
    case .pictureEnds: .pictureEnds
    default: try Record.read(tag, &body).map(Entry.record)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.u8(tag.rawValue)
    writer.sized { writer in
      switch self {
      case .record(let record): record.write(to: &writer)
      case .identifiers(let number), .eventsAfter(let number): writer.u64(number)
      case .pictureBegins(let bases): writer.count(bases)
      case .pictureEnds: break
      }
    }
  }

  private var tag: Tag {
    switch self {
    case .record(let record): record.tag
    case .identifiers: .identifiers
    case .eventsAfter: .eventsAfter
    case .pictureBegins: .pictureBegins
    case .pictureEnds: .pictureEnds
    }
  }
}
