import Reconciliation

extension Record {
  var tag: Entry.Tag {
    switch self {
    case .setBase: .setBase
    case .forgetBase: .forgetBase
    case .move: .move
    case .addHistory: .addHistory
    case .dropHistory: .dropHistory
    case .event: .event
    case .setConflict: .setConflict
    case .dropConflict: .dropConflict
    case .setIntent: .setIntent
    case .dropIntent: .dropIntent
    case .setAction: .setAction
    case .setHeld: .setHeld
    case .dropHeld: .dropHeld
    case .setDirectory: .setDirectory
    case .forgetDirectory: .forgetDirectory
    case .setReplica: .setReplica
    case .setAttributes: .setAttributes
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .setBase(let path, let base):
      writer.path(path)
      base.write(to: &writer)
    case .forgetBase(let path): writer.path(path)
    case .move(let from, let to):
      writer.path(from)
      writer.path(to)
    case .addHistory(let path, let entry), .dropHistory(let path, let entry):
      writer.path(path)
      entry.write(to: &writer)
    case .event(let event): event.write(to: &writer)
    case .setConflict(let conflict): conflict.write(to: &writer)
    case .setIntent(let intent): intent.write(to: &writer)
    case .dropConflict(let id), .dropIntent(let id): writer.u64(id)
    case .setAction(let action): action.write(to: &writer)
    case .setHeld(let path, let held, let replica):
      writer.path(path)
      writer.count(replica)
      held.write(to: &writer)
    case .dropHeld(let path, let replica):
      writer.path(path)
      writer.count(replica)
    case .setDirectory(let path, let replicas):
      writer.path(path)
      writer.u64(replicas)
    case .forgetDirectory(let path): writer.path(path)
    case .setReplica(let replica, let identity):
      writer.count(replica)
      writer.data(identity)
    case .setAttributes(let path, let attributes, let replica):
      writer.path(path)
      writer.optional(replica) { $0.count($1) }
      writer.count(attributes.count)
      for (name, value) in attributes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        writer.data(name)
        writer.data(value)
      }
    }
  }

  static func read(
    _ tag: Entry.Tag, _ reader: inout ByteReader
  ) throws(EntryProblem) -> Record? {
    switch tag {
    case .setBase, .forgetBase, .move, .addHistory, .dropHistory, .setHeld, .dropHeld,
      .setDirectory, .forgetDirectory, .setAttributes:
      guard let path = reader.path() else { return nil }
      return try read(tag, about: path, &reader)
    case .event: return try Event.read(&reader).map(Record.event)
    case .setConflict: return try Conflict.read(&reader).map(Record.setConflict)
    case .setIntent: return Intent.read(&reader).map(Record.setIntent)
    case .setAction: return try Action.read(&reader).map(Record.setAction)
    case .dropConflict: return reader.ordinal().map(Record.dropConflict)
    case .dropIntent: return reader.ordinal().map(Record.dropIntent)
    case .setReplica:
      guard let replica = reader.replica(), let identity = reader.data() else { return nil }
      return .setReplica(replica, identity: identity)
    case .identifiers, .eventsAfter, .pictureBegins, .pictureEnds: return nil
    }
  }

  private static func read(
    _ tag: Entry.Tag, about path: RelativePath, _ reader: inout ByteReader
  ) throws(EntryProblem) -> Record? {
    switch tag {
    case .setBase: try Base.read(&reader).map { .setBase(path, $0) }
    case .forgetBase: .forgetBase(path)
    case .move: reader.path().map { .move(from: path, to: $0) }
    case .addHistory: try HistoryEntry.read(&reader).map { .addHistory(path, $0) }
    case .dropHistory: try HistoryEntry.read(&reader).map { .dropHistory(path, $0) }
    case .setHeld: try Held.read(about: path, &reader)
    case .dropHeld: reader.replica().map { .dropHeld(path, replica: $0) }
    case .setDirectory: reader.u64().map { .setDirectory(path, replicas: $0) }
    case .forgetDirectory: .forgetDirectory(path)
    case .setAttributes: reader.attributes(of: path)
    default: nil
    }
  }
}

extension Held {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.digest(version.digest)
    writer.u8(version.readability.rawValue)
    version.fingerprint.write(to: &writer)
    writer.optional(movedTo) { $0.path($1) }
  }

  fileprivate static func read(
    about path: RelativePath, _ reader: inout ByteReader
  ) throws(EntryProblem) -> Record? {
    guard let replica = reader.replica(), let digest = reader.digest(), let level = reader.u8()
    else { return nil }
    guard let readability = Readability(rawValue: level) else { throw .newer }
    guard let fingerprint = Fingerprint.read(&reader),
      let movedTo = reader.optional({ $0.path() })
    else { return nil }
    let version = Version(digest: digest, fingerprint: fingerprint, readability: readability)
    return .setHeld(path, Held(version, movedTo: movedTo), replica: replica)
  }
}

extension ByteReader {
  fileprivate mutating func attributes(of path: RelativePath) -> Record? {
    guard let replica = optional({ $0.replica() }), let count = count() else { return nil }
    var attributes: Attributes = [:]
    for _ in 0..<count {
      guard let name = data(), let value = data() else { return nil }
      attributes[name] = value
    }
    return .setAttributes(path, attributes, replica: replica)
  }

  /// A replica's number; a library has 64 at most.
  mutating func replica() -> Int? {
    guard let number = count(), number < 64 else { return nil }
    return number
  }
}
