package import Reconciliation

/// One fact that is written down. A batch of them is on disk as a whole or not at all.
package enum Record: Hashable, Sendable {
  case setBase(RelativePath, Base)
  case forgetBase(RelativePath)
  /// The document and its history have a new name.
  case move(from: RelativePath, to: RelativePath)
  case addHistory(RelativePath, HistoryEntry)
  case dropHistory(RelativePath, HistoryEntry)
  case event(Event)
  case setConflict(Conflict)
  case dropConflict(UInt64)
  case setIntent(Intent)
  case dropIntent(UInt64)
  case setAction(Action)
  /// What a replica holds of a document where that isn't the library's version.
  case setHeld(RelativePath, Held, replica: Int)
  case dropHeld(RelativePath, replica: Int)
  /// A directory of the library, and the replicas that have it, a bit each.
  case setDirectory(RelativePath, replicas: UInt64)
  case forgetDirectory(RelativePath)
  /// A document's user xattrs: those that a replica was last seen to have, or, with no replica,
  /// those that all are to have. Empty ones are not kept.
  case setAttributes(RelativePath, Attributes, replica: Int?)
  /// What a replica's root is known by.
  case setReplica(Int, identity: [UInt8])
}
