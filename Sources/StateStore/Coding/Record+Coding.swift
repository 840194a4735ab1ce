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
    }
  }

  static func read(
    _ tag: Entry.Tag, _ reader: inout ByteReader
  ) throws(EntryProblem) -> Record? {
    switch tag {
    case .setBase, .forgetBase, .move, .addHistory, .dropHistory:
      guard let path = reader.path() else { return nil }
      return try read(tag, about: path, &reader)
    case .event: return try Event.read(&reader).map(Record.event)
    case .setConflict: return try Conflict.read(&reader).map(Record.setConflict)
    case .setIntent: return Intent.read(&reader).map(Record.setIntent)
    case .setAction: return try Action.read(&reader).map(Record.setAction)
    case .dropConflict: return reader.u64().map(Record.dropConflict)
    case .dropIntent: return reader.u64().map(Record.dropIntent)
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
    default: nil
    }
  }
}
