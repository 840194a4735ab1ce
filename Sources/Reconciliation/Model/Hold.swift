/// Why Collate leaves a document alone for now.
package enum Hold: Hashable, Sendable {
  /// Another process holds the document's lock.
  case locked(by: String?)
  /// A program still has it open for writing.
  case beingWritten
  /// Its reader rejects it, and the base was readable; the reader's reason.
  case unreadable(reason: String)
  /// It could not be read or written; what the system said and what to do.
  case failing(reason: String)
  /// A replica's file system can't hold this version, which only another version changes; why.
  case unholdable(reason: String)
  /// It looks like the deletion of most of the library, and waits for `collate release`; where, for
  /// a library that has several replicas.
  case massDeletion(count: Int, place: String?)
  /// Another tool's conflict copy that another machine should settle first.
  case otherMachine

  /// The reason as one line for a person.
  package var reason: String {
    switch self {
    case .locked(let holder):
      "locked by " + (holder ?? "another process") + "; goes on when the lock is released"
    case .beingWritten: "being written by another program; goes on when it is closed"
    case .unreadable(let reason): "not readable: " + reason + "; the last good version is kept"
    case .failing(let reason), .unholdable(let reason): reason
    case .massDeletion(let count, let place):
      "\(count) documents vanished" + (place.map { " from \($0)" } ?? "")
        + " at once; `collate release` accepts that, `collate release --restore` brings them back"
    case .otherMachine:
      "another machine's edit lost; it is left for Collate there, then settled here"
    }
  }
}
