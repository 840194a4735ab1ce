import Reconciliation
import StateStore

/// The part of a library's names that a change of names concerns, as the planner wants it.
struct TreePart {
  private let library: Library
  /// The replicas of which it is known what stands there now.
  private let seen: [Replica]
  /// The library's documents that it holds, and directories.
  private(set) var names: Set<RelativePath> = []
  private var directories: Set<RelativePath> = []
  /// Directories of which it holds all that is beneath.
  private var roots: Set<RelativePath> = []
  private var kinds: [Int: [RelativePath: Entry.Kind]] = [:]
  /// Directories that a replica has under another name, by the library's name.
  private var earlierDirectories: [Int: [RelativePath: RelativePath]] = [:]

  init(_ library: Library) {
    self.library = library
    seen = library.replicas.filter { $0.rootState == .present && $0.isScanned }
  }

  // MARK: What belongs to it

  mutating func gather() {
    for replica in seen {
      for (from, move) in replica.news.moves {
        if let name = replica.libraryName(of: from) { include(name) }
        include(move.to)
        includeGone(from.parent, in: replica)
      }
      for path in replica.news.taken.union(replica.news.obstacles.keys) { include(path) }
      for path in replica.news.clashes where library.store.bases[path] != nil { include(path) }
      for (name, place) in replica.store.places(in: replica.number) {
        include(name)
        include(place)
      }
      includeMovedDirectories(of: replica)
      if !replica.news.parked.isEmpty { includeParked(in: replica) }
    }
    includeBeneath()
  }

  /// The library's document or directory of the name, and what replicas have there instead.
  private mutating func include(_ path: RelativePath) {
    guard !path.isRoot else { return }
    if library.store.bases[path] != nil { names.insert(path) }
    for replica in library.replicas {
      if let name = library.store.held(path, in: replica.number)?.movedTo { names.insert(name) }
    }
    var directory = library.store.bases[path] == nil ? path : path.parent
    while !directory.isRoot, directories.insert(directory).inserted { directory = directory.parent }
  }

  /// All beneath a directory that is gone from a replica, with what moved out of it or with it.
  private mutating func includeGone(_ directory: RelativePath, in replica: Replica) {
    var directory = directory
    var gone: RelativePath?
    while !directory.isRoot, !roots.contains(directory),
      kind(of: directory, in: replica) != .directory
    {
      gone = directory
      directory = directory.parent
    }
    if let gone { roots.insert(gone) }
  }

  /// A directory that the library has moved is moved in a replica in one step, not document by
  /// document: it is told by what is in it.
  private mutating func includeMovedDirectories(of replica: Replica) {
    var moved: [RelativePath: RelativePath] = [:]
    for (name, place) in replica.store.places(in: replica.number).sorted(by: { $0.key < $1.key }) {
      var (new, old) = (name, place)
      while new.name.elementsEqual(old.name) {
        (new, old) = (new.parent, old.parent)
        guard !new.isRoot, !old.isRoot, new != old, moved[new] == nil,
          !library.presence(of: old).isKept, library.presence(of: new).isKept,
          kind(of: new, in: replica) != .directory, kind(of: old, in: replica) == .directory,
          !moved.values.contains(old)
        else { break }
        moved[new] = old
      }
    }
    earlierDirectories[replica.number] = moved
    roots.formUnion(moved.keys)
  }

  private mutating func includeParked(in replica: Replica) {
    let parked = replica.news.parked.compactMap { ParkedName(parsing: Array($0.name)) }
    for path in library.store.bases.keys where parked.contains(where: { $0.isOf(path) }) {
      include(path)
    }
    for path in library.store.directories.keys where parked.contains(where: { $0.isOf(path) }) {
      roots.insert(path)
    }
  }

  private mutating func includeBeneath() {
    guard !roots.isEmpty else { return }
    let tops = roots.filter { root in !roots.contains { root.isBeneath($0) } }
    directories.formUnion(tops)
    for path in library.store.bases.keys where tops.contains(where: { path.isBeneath($0) }) {
      names.insert(path)
    }
    for path in library.store.directories.keys where tops.contains(where: { path.isBeneath($0) }) {
      directories.insert(path)
    }
    for root in tops { include(root) }
  }

  private mutating func kind(of path: RelativePath, in replica: Replica) -> Entry.Kind? {
    if let known = kinds[replica.number]?[path] { return known }
    let found: Entry.Kind?
    do throws(VolumeError) {
      found = try replica.volume.stamp(path)?.kind
    } catch {
      replica.fail(path, error)
      found = .directory
    }
    if let found { kinds[replica.number, default: [:]][path] = found }
    return found
  }

  // MARK: As the planner wants it

  mutating func situation() -> TreeSituation {
    var kept: [RelativePath] = []
    for path in names.sorted() {
      directories.formUnion(ancestors(of: path))
      kept.append(path)
    }
    var agreed = kept.compactMap { path in
      library.store.bases[path].map {
        AgreedName(path: path, kind: nodeKind(path), digest: $0.digest)
      }
    }
    let known = directories.filter { directory in
      library.store.bases[directory] == nil && library.presence(of: directory).isKept
    }
    agreed += known.sorted().map { AgreedName(path: $0, kind: .directory, digest: nil) }
    return TreeSituation(
      agreed: agreed, replicas: library.replicas.map { tree(of: $0, kept, known) },
      utcOffsetSeconds: library.settings.utcOffset(library.now.wall))
  }

  private func ancestors(of path: RelativePath) -> [RelativePath] {
    var found: [RelativePath] = []
    var directory = path.parent
    while !directory.isRoot, !directories.contains(directory) {
      found.append(directory)
      directory = directory.parent
    }
    return found
  }

  private func nodeKind(_ path: RelativePath) -> NodeKind {
    library.packages.contains(path.name) ? .package : .file
  }

  private mutating func tree(
    of replica: Replica, _ kept: [RelativePath], _ known: Set<RelativePath>
  ) -> ReplicaTree {
    let isSeen = seen.contains { $0 === replica }
    var tree = ReplicaTree(
      entries: [:], rules: isSeen ? replica.rules : .linux, label: replica.label)
    for name in kept {
      guard let base = library.store.bases[name],
        let standing = library.standing(of: name, in: replica.number)
      else {
        tree.lacking.insert(name)
        continue
      }
      let (path, version) = standing
      let entry = TreeEntry(
        kind: nodeKind(name), digest: version.digest, modified: version.fingerprint.modified)
      if isSeen, let move = replica.news.moves[path] {
        var entry = entry
        // What was written since its move counts as an edit.
        if !move.isUnread { entry.digest = nil }
        entry.modified = move.fingerprint.modified
        tree.entries[move.to] = entry
        tree.moves.append(Move(from: path, to: move.to))
      } else if isSeen, let parked = parked(name, in: replica) {
        tree.entries[parked] = entry
      } else if isSeen, replica.isDoubtful(path) {
        tree.unknown.insert(name)
      } else {
        tree.entries[path] = entry
      }
      if path != name || version.digest != base.digest {
        tree.earlier[name] = EarlierPlace(path: path, digest: version.digest)
      }
    }
    for directory in known {
      let place = earlierDirectories[replica.number]?[directory] ?? directory
      let has = library.presence(of: place)[replica.number]
      let stands = isSeen ? kind(of: place, in: replica) == .directory : has
      if place != directory {
        tree.earlier[directory] = EarlierPlace(path: place, digest: nil)
      }
      if stands {
        tree.entries[place] = TreeEntry(kind: .directory, digest: nil)
      } else if !has {
        tree.lacking.insert(directory)
      }
    }
    guard isSeen else { return tree }
    for path in replica.news.parked where tree.entries[path] == nil {
      guard let found = kind(of: path, in: replica) else { continue }
      let name = ParkedName(parsing: Array(path.name)).map { RelativePath($0.name) ?? path } ?? path
      tree.entries[path] = TreeEntry(
        kind: found == .directory ? .directory : nodeKind(name), digest: nil)
    }
    for (path, version) in replica.news.obstacles where tree.entries[path] == nil {
      tree.entries[path] = TreeEntry(
        kind: nodeKind(path), digest: version.digest, modified: version.fingerprint.modified)
    }
    for path in replica.news.taken where tree.entries[path] == nil {
      guard let version = replica.agreed(path) else { continue }
      tree.entries[path] = TreeEntry(kind: nodeKind(path), digest: version.digest)
    }
    for path in replica.news.clashes where tree.entries[path] == nil {
      tree.entries[path] = TreeEntry(kind: .directory, digest: nil)
    }
    return tree
  }

  /// Where a document stands hidden in a replica, on its way to another name.
  private func parked(_ name: RelativePath, in replica: Replica) -> RelativePath? {
    replica.news.parked.sorted().first {
      ParkedName(parsing: Array($0.name))?.isOf(name) ?? false
    }
  }
}

extension Replica {
  /// Whether it isn't known that a document still is where it was.
  func isDoubtful(_ path: RelativePath) -> Bool {
    if heldDeletions.contains(path) { return true }
    var path = path
    while settling.isAnyVanishing, !path.isRoot {
      if settling.mayBeGone(path) { return true }
      path = path.parent
    }
    return false
  }
}
