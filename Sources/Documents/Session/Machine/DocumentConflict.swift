public import FoundationEssentials

/// Two versions of a document that could not be joined: the session's, which kept the name, and
/// another program's beside it.
public struct DocumentConflict: Hashable, Sendable {
  /// Where the other version lies, as it was on disk.
  public var copy: URL
  /// Why they were not joined, in words: "both changed line 3".
  public var reason: String

  /// Tells whether the copy was changed since.
  let mark: UInt64

  init(copy: URL, reason: String, mark: UInt64) {
    self.copy = copy
    self.reason = reason
    self.mark = mark
  }
}

/// What a person wants to come of a conflict.
public enum ConflictChoice: Hashable, Sendable {
  /// The session's version; the copy is removed.
  case mine
  /// The other program's version takes the name and the copy is removed. The session's version goes.
  case theirs
  /// Both stay, as two documents.
  case both
}
