import Control
import Engine
import Reconciliation

// The engine's values as the socket says them.

extension WirePath {
  init(_ path: RelativePath) {
    self.init(path.bytes)
  }
}

extension Wire.Event {
  init(_ event: Event, library: String) {
    self.init(
      library: library, number: Int64(event.number), time: event.time, kind: event.kind.rawValue,
      path: WirePath(event.path), from: event.from.map { WirePath($0) },
      digest: event.digest?.description, details: event.details)
  }
}

extension Wire.Document {
  init(_ document: DocumentSummary, library: String) {
    self.init(
      library: library, path: WirePath(document.path),
      state: Wire.DocumentState(rawValue: document.state.rawValue),
      digest: document.digest?.description, size: document.size, modified: document.modified,
      contentType: document.contentType, hold: document.hold, holder: document.holder,
      replicas: document.replicas.isEmpty
        ? nil
        : document.replicas.map {
          Wire.ReplicaHolding(
            replica: displayed($0.replica), state: $0.state.rawValue, present: $0.isPresent,
            digest: $0.digest?.description, size: $0.size, modified: $0.modified, hold: $0.hold)
        })
  }
}

extension Wire.DocumentVersion {
  init(_ version: KnownVersion) {
    self.init(
      digest: version.digest.description, time: version.time, size: version.size,
      modified: version.modified, reason: version.reason, origin: version.origin)
  }
}

extension Wire.Action {
  init(_ action: Action, library: String) {
    self.init(
      library: library, id: Int64(action.id), time: action.time, summary: action.summary,
      path: WirePath(action.document), undone: action.isUndone)
  }
}

extension Wire.Conflict {
  init(_ conflict: Conflict, library: String, isThere: Bool, diff: [String]) {
    self.init(
      library: library, id: Int64(conflict.id), kind: conflict.kind.rawValue,
      path: WirePath(conflict.document), copy: WirePath(conflict.copy),
      base: conflict.base?.description, ours: Wire.Side(conflict.ours),
      theirs: Wire.Side(conflict.theirs), time: conflict.time, reason: conflict.reason,
      diff: diff, choices: isThere ? [.document, .copy, .both, .merged] : [.copy, .both])
  }
}

extension Wire.Side {
  init(_ side: Conflict.Side) {
    self.init(
      digest: side.digest.description, modified: side.modified, origin: displayed(side.origin))
  }
}

extension Wire.Library {
  init(_ status: LibraryStatus, root: [UInt8]) {
    self.init(
      name: status.name, root: WirePath(root),
      state: Wire.LibraryState(rawValue: status.state.rawValue), reason: status.reason,
      documents: status.documents, held: status.heldCount, conflicts: status.conflicts,
      unreadable: status.unreadableCount, directories: status.directories,
      directoriesWatched: status.directoriesWatched, special: status.special,
      lastEvent: Int64(status.lastEvent), stored: status.stored, tooLarge: status.tooLarge,
      progress: status.progress.map {
        Wire.Progress(activity: $0.activity, done: Int64($0.done), total: Int64($0.total))
      },
      notes: status.notes + status.unreadable.map { "not readable: \($0.path): \($0.reason)" },
      holds: status.held.map {
        Wire.Hold(
          path: WirePath($0.path), reason: $0.reason, holder: $0.holder, replica: $0.replica)
      },
      replicas: status.replicas.isEmpty
        ? nil
        : status.replicas.map {
          Wire.Replica(
            label: displayed($0.label), root: WirePath($0.place), way: $0.way.rawValue,
            oneWay: $0.oneWay, present: $0.isPresent, reason: $0.reason, behind: $0.behind)
        })
  }
}

extension DaemonError {
  init(_ error: RequestError) {
    switch error {
    case .noSuchDocument(let path, let message):
      self = .noSuchDocument(path: WirePath(path).text, message: "\(path): \(message)")
    case .noSuchVersion(let digest): self = .noSuchVersion(digest: digest)
    case .noSuchConflict(let id): self = .noSuchConflict(id: Int64(clamping: id))
    case .nothingToUndo(let message): self = .nothingToUndo(message: message)
    case .held(let path, let reason): self = .held(path: WirePath(path).text, reason: reason)
    case .failed(let message): self = .failed(message: message)
    }
  }
}
