import Reconciliation

/// A look at everything, while it is going on.
struct FullScan {
  let reason: EverythingReason
  /// Whether it takes a new library as it is, with one event for all of it.
  let isAdoption: Bool
  /// Directories that are still to be listed.
  var queue: [RelativePath] = [.root]
  /// Documents that have not been seen yet.
  var missing: Set<RelativePath>
  /// New names, which wait for the end: only then is it known what they may be moves of.
  var appeared: [(path: RelativePath, entry: Entry)] = []
  /// Directories that were listed.
  var directories: Set<RelativePath> = []
  /// Directories that could not be listed: nothing beneath them is missing.
  var unlisted: [RelativePath] = []
  var seen = 0
  var special = 0
  /// How many documents were known when it began, for progress.
  let expected: Int

  init(reason: EverythingReason, isAdoption: Bool, known: some Collection<RelativePath>) {
    self.reason = reason
    self.isAdoption = isAdoption
    missing = Set(known)
    expected = known.count
  }

  /// Whether changes were missed before it: then a name that is gone and one that is new may be one
  /// document's, and only the end shows which.
  var mayFindMoves: Bool { reason != .rescan && !isAdoption }
}

/// A file that has to be read.
struct Sighting {
  var path: RelativePath
  var entry: Entry
}

/// What vanished a moment ago, to recognise it under a new name.
struct VanishedDocuments {
  /// The state of the settling that it was made from.
  let count: Int
  private(set) var byInode: [UInt64: [RelativePath]] = [:]
  private(set) var paths: Set<RelativePath> = []
  /// Those that vanished together with their directory.
  private(set) var withDirectory: Set<RelativePath> = []

  init(count: Int) {
    self.count = count
  }

  mutating func add(_ path: RelativePath, _ base: Base, withDirectory isBeneath: Bool = false) {
    if isBeneath { withDirectory.insert(path) }
    guard paths.insert(path).inserted else { return }
    byInode[base.fingerprint.inode, default: []].append(path)
  }

  mutating func remove(_ path: RelativePath) {
    paths.remove(path)
  }

  var isEmpty: Bool { paths.isEmpty }
}
