/// Two versions changed from one base that no merge can join: an object, not a file name.
package struct Conflict: Hashable, Sendable, Identifiable {
  /// Counts up within a library, never used twice.
  package var id: UInt64
  package var kind: Kind
  /// The document that kept the name.
  package var document: RelativePath
  /// The conflict copy that stands beside it.
  package var copy: RelativePath
  /// The version both changed from, where one is known.
  package var base: Digest?
  /// The version under the document's name when the conflict was found.
  package var ours: Side
  /// The version in the conflict copy.
  package var theirs: Side
  /// When it was found; nanoseconds since 1970 by the wall clock.
  package var time: Int64
  /// Why it could not be joined, in words.
  package var reason: String
  /// Whether a person chose to keep both: it is remembered, so that it is not found again.
  package var isSettled: Bool

  package init(
    id: UInt64, kind: Kind, document: RelativePath, copy: RelativePath, base: Digest?, ours: Side,
    theirs: Side, time: Int64, reason: String, isSettled: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.document = document
    self.copy = copy
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.time = time
    self.reason = reason
    self.isSettled = isSettled
  }

  package enum Kind: String, Sendable {
    case bothEdited = "edit/edit"
    case editedAndDeleted = "edit/delete"
    case createdTwice = "created twice"
    case nameClash = "name clash"
    case staleSave = "stale save"
  }

  /// One of the two versions, and where it came from.
  package struct Side: Hashable, Sendable {
    package var digest: Digest
    /// Its mtime or the time of the save; nanoseconds since 1970.
    package var modified: Int64
    /// The replica, client, host or tool it came from.
    package var origin: String

    package init(digest: Digest, modified: Int64, origin: String) {
      self.digest = digest
      self.modified = modified
      self.origin = origin
    }
  }
}
