/// What came of joining two versions with the one they changed from.
package enum MergeOutcome: Hashable, Sendable {
  /// One content that holds both sides' changes.
  case merged([UInt8])
  /// They can't be joined; why, in words: "both changed line 3".
  case conflict(reason: String)
}
