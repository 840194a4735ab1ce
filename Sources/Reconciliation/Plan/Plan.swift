/// What to do about one document: a value, made by `plan(_:joining:)`, carried out by the engine.
package struct Plan: Hashable, Sendable {
  /// The row of the table that decided, for `explain`.
  package var rule: Rule
  /// In the order in which they are to be done. Each says what it expects to find.
  package var operations: [Operation]
  /// The content all replicas agree on once the operations are done; nil where the document is gone.
  package var agreed: Digest?
  /// Versions that went into a merge.
  package var merged: [Digest]
  /// Why versions could not be joined, where that is so.
  package var reason: String?

  package init(
    rule: Rule, operations: [Operation] = [], agreed: Digest?, merged: [Digest] = [],
    reason: String? = nil
  ) {
    self.rule = rule
    self.operations = operations
    self.agreed = agreed
    self.merged = merged
    self.reason = reason
  }
}

/// One thing to do in one replica.
package enum Operation: Hashable, Sendable {
  /// Put this content under the document's name, if what is there is still the expected content
  /// (nil: nothing).
  case install(replica: Int, digest: Digest, expecting: Digest?)
  /// Take the document away, if it is still the expected content.
  case remove(replica: Int, expecting: Digest)
  /// Put this version beside the document under a conflict name.
  case copyBeside(replica: Int, side: Conflict.Side)
  /// A version that does not count is kept in history before it is put back.
  case keepVersion(replica: Int, digest: Digest)
  /// Put this version beside the document under a conflict name, in this replica alone.
  case setAside(replica: Int, side: Conflict.Side)
  /// A version that already stands beside the document under another tool's conflict name stays
  /// there, and is a conflict.
  case keepCopy(path: RelativePath, side: Conflict.Side)
  /// Take another tool's conflict copy away, since what it held is in the agreed content.
  case removeCopy(path: RelativePath, expecting: Digest)
}

/// Which row of the table decided.
package enum Rule: String, Sendable, CaseIterable {
  case nothing = "nothing to do"
  case unchanged = "unchanged since it was last agreed"
  case unknown = "not everything could be seen, so nothing is done"
  case created = "a new document"
  case edited = "changed in one place"
  case agreed = "changed to the same content everywhere"
  case deleted = "deleted, and changed nowhere else"
  case editBeatsDeletion = "deleted in one place and changed in another: the edit wins"
  case setBack = "set back to an earlier version, as by a backup: brought up to date"
  case putBack = "changed where the library is only followed: put back, the change is in history"
  case setAside = "different where the library is only followed: set aside there"
  case extra = "only where the library is followed: left as it is"
  case saved = "saved from the version that is current"
  case merged = "changed in two places, and joined"
  case sideBySide = "changed in two places and can't be joined: both are kept"
  case settled = "a conflict copy that holds nothing new"
  case orphan = "a conflict copy whose document is not there: left as it is"
}

/// What joining two versions gave.
package enum Joining: Hashable, Sendable {
  case joined(Digest)
  case conflict(reason: String)
}
