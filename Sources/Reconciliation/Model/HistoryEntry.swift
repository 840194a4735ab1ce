/// A version of a document that is no longer its content but can be brought back.
package struct HistoryEntry: Hashable, Sendable {
  /// When it stopped being the content; nanoseconds since 1970 by the wall clock.
  package var time: Int64
  package var digest: Digest
  /// In bytes.
  package var size: Int64
  /// Its mtime, in nanoseconds since 1970.
  package var modified: Int64
  /// The permission bits.
  package var mode: UInt32
  package var reason: Reason
  /// Where it came from: a replica, a client, another tool, or empty for the document itself.
  package var origin: String

  package init(
    time: Int64, digest: Digest, size: Int64, modified: Int64, mode: UInt32, reason: Reason,
    origin: String = ""
  ) {
    self.time = time
    self.digest = digest
    self.size = size
    self.modified = modified
    self.mode = mode
    self.reason = reason
    self.origin = origin
  }

  /// Why the version was put into history. The raw value is on disk.
  package enum Reason: String, Sendable {
    /// Another program, or Collate at someone's wish, put newer content in its place.
    case replaced
    case deleted
    /// It came out of the exchange when Collate installed a version, or was written after that.
    case displaced
    /// It went into a merge.
    case merged
    /// It was the content of a conflict copy that was settled.
    case settled
    /// It was the content of a conflict copy that was made, kept so that the copy can't be lost.
    case conflict
  }
}
