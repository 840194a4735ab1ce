/// A place in the tree as one directory's number and a name in it, so that what moves with its
/// directory stays in its place.
struct TreePlace: Hashable {
  /// The number of the directory's node; 0 is the root.
  var parent: Int
  var name: [UInt8]
}

/// One document or directory, whatever it is called in each replica.
struct TreeNode {
  var kind: NodeKind
  /// Nil for what is new.
  var agreed: AgreedName?
  /// The agreed place; for what is new, the place it appeared at.
  var place: TreePlace
  /// What is known of it in each replica.
  var presence: [Presence]
  /// Where it is to be.
  var destination: TreePlace
  var fate: Fate = .kept
  var outlivesDeletion = false

  init(kind: NodeKind, agreed: AgreedName?, place: TreePlace, presence: [Presence]) {
    self.kind = kind
    self.agreed = agreed
    self.place = place
    self.presence = presence
    destination = place
  }

  enum Fate {
    case kept
    case deleted
    /// Gone in one replica while another can't be told.
    case undecided
    /// It came to the name of one that is undecided: it stays where it is in each replica.
    case waiting
  }

  /// What is known of it in one replica.
  enum Presence {
    case here(RelativePath, TreeEntry)
    /// Under the hidden name that Collate gave it.
    case parked(RelativePath, TreeEntry)
    /// Proven to be gone.
    case gone
    /// It never was there.
    case lacking
    case unknown

    /// Where it stands, under whatever name.
    var standing: (path: RelativePath, entry: TreeEntry)? {
      switch self {
      case .here(let path, let entry), .parked(let path, let entry): (path, entry)
      case .gone, .lacking, .unknown: nil
      }
    }

    var isGone: Bool { if case .gone = self { true } else { false } }
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
    var isParked: Bool { if case .parked = self { true } else { false } }
  }

  /// When it was last changed anywhere.
  var modified: Int64 { presence.compactMap { $0.standing?.entry.modified }.max() ?? 0 }

  /// The least of its contents, to tell two nodes apart in the same way everywhere.
  var leastDigest: Digest? { presence.compactMap { $0.standing?.entry.digest }.min() }
}
