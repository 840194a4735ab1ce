public import FoundationEssentials

/// How an open document stands to its file.
public enum DocumentState: Hashable, Sendable {
  /// It holds what is on disk.
  case normal
  /// It holds edits that are not on disk yet. What keeps them from being saved, if anything does, is
  /// the session's `problem`.
  case edited
  /// Its edits are being written.
  case saving
  /// Another program's version lies beside it until a person has chosen.
  case conflicted(DocumentConflict)
  /// What is on disk can't be read, for this reason; the document holds the last version that could.
  case unreadable(DocumentProblem)
  /// Another program has moved the file, and the session has followed it from this place.
  case moved(from: URL)
  /// The file was deleted; the document holds what was in it. Saving makes it anew.
  case deleted
}
