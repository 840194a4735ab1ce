package import Reconciliation

/// Why a request could not be met.
package enum RequestError: Error, Hashable, Sendable {
  case noSuchDocument(RelativePath, message: String)
  case noSuchVersion(String)
  case noSuchConflict(UInt64)
  case nothingToUndo(message: String)
  /// The document is left alone for now; the request may be made again.
  case held(RelativePath, reason: String)
  case failed(message: String)
}

/// Why Collate writes a document: for the event, and for what `collate undo --list` says.
struct Purpose {
  var summary: String
  /// Nil takes what the planner's rule says.
  var event: Event.Kind?

  static func joining(_ what: String) -> Purpose { Purpose(summary: "joined " + what, event: nil) }
}
