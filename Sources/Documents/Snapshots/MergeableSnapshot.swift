/// A snapshot that can say how it differs from another, and be merged with one.
///
/// A document type that has one needs no more: it is compared in its own words, and two edits of
/// it are joined where they can be. Both requirements have to be functions of their arguments
/// alone, so that two machines that see the same versions make the same result.
public protocol MergeableSnapshot: Sendable {
  /// What is different from an earlier one, in the type's own terms, one line each: "key `theme`
  /// changed". Empty where nothing is.
  func changes(since previous: Self) -> [String]

  /// Joins two snapshots that came from one base. Without a base nobody can say which side
  /// changed what, so different snapshots are then a conflict. Swapping the sides must not change
  /// what the result holds.
  static func merging(base: Self?, ours: Self, theirs: Self) -> SnapshotMerge<Self>
}

/// What came of joining two snapshots.
public enum SnapshotMerge<Snapshot> {
  /// One snapshot that holds both sides' changes.
  case merged(Snapshot)
  /// They can't be joined; why, in words: "both changed line 3".
  case conflict(reason: String)
}

extension SnapshotMerge: Sendable where Snapshot: Sendable {}
extension SnapshotMerge: Equatable where Snapshot: Equatable {}

extension MergeableSnapshot where Self: Equatable {
  /// Joins what needs no knowledge of the type: equal sides, or one that didn't change.
  public static func merging(base: Self?, ours: Self, theirs: Self) -> SnapshotMerge<Self> {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    if ours == base { return .merged(theirs) }
    if theirs == base { return .merged(ours) }
    return .conflict(reason: "both changed")
  }
}
