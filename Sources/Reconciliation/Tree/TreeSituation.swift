/// All that is known of a library's names at one moment: what `planTree(_:)` decides from.
///
/// It may be the whole library or a part of it. A part must hold every name that is not as it was
/// agreed, in each replica; the directories above these names; all that is or was beneath a
/// directory that moved, vanished or is new; and what stands at a name that something is to get.
package struct TreeSituation: Hashable, Sendable {
  /// The names last agreed. Directories above them need not be listed.
  package var agreed: [AgreedName]
  /// In the library's order.
  package var replicas: [ReplicaTree]
  /// How far a person's clock is ahead of UTC, for the names of conflict copies.
  package var utcOffsetSeconds: Int

  package init(agreed: [AgreedName], replicas: [ReplicaTree], utcOffsetSeconds: Int = 0) {
    self.agreed = agreed
    self.replicas = replicas
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}

/// What kind of thing has a name. The lesser one keeps the name where two kinds want it.
package enum NodeKind: UInt8, Hashable, Comparable, Sendable {
  case directory
  case package
  case file
  /// A symbolic link: a document whose content is its target.
  case link

  package static func < (left: NodeKind, right: NodeKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A name that all replicas had agreed on.
package struct AgreedName: Hashable, Sendable {
  package var path: RelativePath
  package var kind: NodeKind
  /// The base's content; nil for a directory.
  package var digest: Digest?

  package init(path: RelativePath, kind: NodeKind, digest: Digest?) {
    self.path = path
    self.kind = kind
    self.digest = digest
  }
}

/// What one replica holds, and what is known of how it came to be so.
package struct ReplicaTree: Hashable, Sendable {
  /// What stands there now, each at its path. Directories above others need not be listed.
  /// Files that Collate parked on the way (`ParkedName`) belong to it.
  package var entries: [RelativePath: TreeEntry]
  /// What is recognised as moved, from where this replica had it when last in agreement. What
  /// moved with its directory need not be listed; neither need the directory, whose move is
  /// then told from what it held.
  package var moves: [Move]
  /// For agreed names that this replica has otherwise: what it had when it was last in agreement,
  /// since it was absent when others went on, or can't hold the name.
  package var earlier: [RelativePath: EarlierPlace]
  /// Agreed names that this replica never had: it is new, or can't hold them. Their absence is
  /// no deletion, and a document that stands at such a name did not come from the base.
  package var lacking: Set<RelativePath>
  /// Agreed names of which nothing can be told here, nor of what is beneath them.
  package var unknown: Set<RelativePath>
  /// Which names the replica's file system can hold.
  package var rules: NameRules
  /// Names the replica in the names of conflict copies.
  package var label: String

  package init(
    entries: [RelativePath: TreeEntry], moves: [Move] = [],
    earlier: [RelativePath: EarlierPlace] = [:], lacking: Set<RelativePath> = [],
    unknown: Set<RelativePath> = [], rules: NameRules = .linux, label: String = ""
  ) {
    self.entries = entries
    self.moves = moves
    self.earlier = earlier
    self.lacking = lacking
    self.unknown = unknown
    self.rules = rules
    self.label = label
  }
}

/// What stands under one name in one replica.
package struct TreeEntry: Hashable, Sendable {
  package var kind: NodeKind
  /// The content; nil for a directory.
  package var digest: Digest?
  /// Nanoseconds since 1970; decides which of two documents keeps a name.
  package var modified: Int64

  package init(kind: NodeKind, digest: Digest?, modified: Int64 = 0) {
    self.kind = kind
    self.digest = digest
    self.modified = modified
  }
}

/// Where one replica had an agreed document, and with which content.
package struct EarlierPlace: Hashable, Sendable {
  package var path: RelativePath
  package var digest: Digest?

  package init(path: RelativePath, digest: Digest?) {
    self.path = path
    self.digest = digest
  }
}
