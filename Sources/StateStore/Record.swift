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
}
