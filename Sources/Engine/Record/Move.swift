import Reconciliation
import StateStore

extension Replica {
  /// What vanished a moment ago: what a new name may be the move of.
  func vanishedDocuments() -> VanishedDocuments {
    if let vanished, vanished.count == settling.vanishedCount { return vanished }
    var found = VanishedDocuments(count: settling.vanishedCount)
    let names = settling.vanishing
    for name in names {
      if let base = agreed(name) { found.add(name, base) }
    }
    let directories = names.filter { listed.contains($0) }
    if !directories.isEmpty {
      for path in documents where directories.contains(where: { path.isBeneath($0) }) {
        if let base = agreed(path) { found.add(path, base, withDirectory: true) }
      }
    }
    for path in heldDeletions.union(news.moves.keys) {
      if let base = agreed(path) { found.add(path, base) }
    }
    vanished = found
    return found
  }

  /// Whether the file was in a directory that vanished, and so came here with it.
  func cameWithDirectory(_ entry: Entry) -> Bool {
    guard settling.isAnyVanishing else { return false }
    let vanished = vanishedDocuments()
    return (vanished.byInode[entry.fingerprint.inode] ?? []).contains {
      vanished.withDirectory.contains($0)
    }
  }

  /// Whether the new name is a conflict copy's of the old one. Syncthing and others rename the
  /// version that lost and put the other in its place: the document keeps its history.
  private func isCopy(_ new: RelativePath, of old: RelativePath) -> Bool {
    guard new.parent == old.parent else { return false }
    var name = Array(new.name)
    while let copy = ConflictCopyName.parse(name) {
      name = copy.original
      if old.name.elementsEqual(name) { return true }
    }
    return false
  }

  /// Whether a new name may be that of a document which vanished a moment ago.
  var mayBeMove: Bool {
    settling.isAnyVanishing || !heldDeletions.isEmpty || !news.moves.isEmpty
  }

  /// Recognises a document that was moved here by its stamps alone, so that a moved directory
  /// costs no reading.
  func moveUnread(to path: RelativePath, _ entry: Entry) -> Bool {
    guard mayBeMove, way != .takes else { return false }
    let vanished = vanishedDocuments()
    let candidates = vanished.byInode[entry.fingerprint.inode] ?? []
    for old in candidates where vanished.paths.contains(old) && old != path {
      guard let base = agreed(old), isUnchanged(entry, since: base), library.isKept(base),
        !isCopy(path, of: old), isMovable(old), isGone(old),
        !hasMoved(old, otherwiseThan: path, entry.fingerprint)
      else { continue }
      if library.isShared {
        note(old, to: path, entry.fingerprint, isUnread: true)
        return true
      }
      return move(from: old, to: path, entry.fingerprint)
    }
    return false
  }

  /// Whether the library has the document too: one that it has lost meanwhile comes under another
  /// name as what it is, a new one.
  func isMovable(_ path: RelativePath) -> Bool {
    !library.isShared || libraryName(of: path) != nil
  }

  /// Whether stamps alone say so. A rename moves a file's ctime; what a package's fingerprint has in
  /// its place it leaves.
  func isUnchanged(_ entry: Entry, since base: Base) -> Bool {
    base.fingerprint.isSameContent(as: entry.fingerprint)
      && (entry.kind != .package || base.fingerprint.changed == entry.fingerprint.changed)
  }

  /// Recognises a document that was moved here and changed, or moved by copying.
  func move(to find: Find) -> Bool {
    guard mayBeMove, way != .takes else { return false }
    let vanished = vanishedDocuments()
    let born = birth(of: find)
    let pool = vanished.paths.compactMap { path in
      agreed(path).map { (path: path, base: $0) }
    }.filter {
      !isSuccessor(find, of: $0.base, born: born)
        && !hasMoved($0.path, otherwiseThan: find.path, find.version.fingerprint)
    }
    let moves = recogniseMoves(vanished: pool, appeared: [(find.path, find.version)])
    guard let move = moves.first, !isCopy(move.to, of: move.from), isMovable(move.from),
      isGone(move.from)
    else { return false }
    if library.isShared {
      note(move.from, to: move.to, find.version.fingerprint, isUnread: false)
      return true
    }
    guard let base = agreed(move.from),
      self.move(from: move.from, to: move.to, base.fingerprint)
    else { return false }
    library.record(find, library.plan(find))
    return true
  }

  /// Whether a document is known to have gone elsewhere than to a name at which something stands
  /// that it might be as well: what has its inode is it rather than what has its content.
  private func hasMoved(
    _ old: RelativePath, otherwiseThan new: RelativePath, _ fingerprint: Fingerprint
  ) -> Bool {
    guard let noted = news.moves[old], noted.to != new, let base = agreed(old) else { return false }
    let isBetter =
      fingerprint.inode == base.fingerprint.inode
      && noted.fingerprint.inode != base.fingerprint.inode
    return !isBetter && !isGone(noted.to)
  }

  private func birth(of find: Find) -> Int64? {
    do throws(VolumeError) {
      return try volume.born(find.path)
    } catch {
      // The content tells more than a time that can't be had.
      return nil
    }
  }

  /// Whether the find is another file, which was made after the document's last change and only
  /// got the number of its inode.
  private func isSuccessor(_ find: Find, of base: Base, born: Int64?) -> Bool {
    guard let born, base.fingerprint.inode == find.version.fingerprint.inode,
      base.digest != find.version.digest
    else { return false }
    return born > max(base.fingerprint.changed, base.fingerprint.modified)
  }

  func isGone(_ path: RelativePath) -> Bool {
    do throws(VolumeError) {
      // A directory that has the name now may hold the document.
      return try volume.stamp(path).map { !$0.kind.isDocument } ?? true
    } catch {
      fail(path, error)
      return false
    }
  }

  private func move(from old: RelativePath, to new: RelativePath, _ fingerprint: Fingerprint)
    -> Bool
  {
    guard var base = store.bases[old] else { return false }
    base.fingerprint = fingerprint
    let event = library.draft(
      .moved, new, from: old, digest: base.digest, details: ["moved from \(old)"])
    let records =
      [.move(from: old, to: new), .setBase(new, base)] + library.renameConflicts([old: new])
    guard library.record(records, events: [event]) else { return false }
    vanished?.remove(old)
    if unproven.contains(old) { unproven = [] }
    heldDeletions.remove(old)
    settling.forgetVanished(old)
    endHold(old)
    endHold(new)
    library.nameChanged(from: old, to: new)
    return true
  }

  /// Notes a move in a library of several replicas: what becomes of it is decided with what is
  /// known of the others.
  func note(
    _ old: RelativePath, to new: RelativePath, _ fingerprint: Fingerprint, isUnread: Bool
  ) {
    // What was taken for it until now is looked at anew.
    if let earlier = news.moves[old]?.to, earlier != new {
      settling.look(at: earlier, after: 0, now: now.steady)
    }
    news.note(
      old,
      NameNews.NotedMove(
        to: new, fingerprint: fingerprint, agreed: agreed(old),
        isUnread: isUnread && hasKnownMetadata(new, fingerprint, as: old)),
      at: now.steady)
    heldDeletions.remove(old)
    settling.forgetVanished(old)
    if new != old { settling.forgetVanished(new) }
  }

  /// Whether what was renamed has the mode and the xattrs that the document had. Its ctime can't
  /// tell: renaming a file moves that too.
  private func hasKnownMetadata(
    _ path: RelativePath, _ fingerprint: Fingerprint, as old: RelativePath
  ) -> Bool {
    guard let known = agreed(old)?.fingerprint, known.mode == fingerprint.mode else { return false }
    if known.changed == fingerprint.changed { return true }
    do throws(VolumeError) {
      return try volume.attributes(path) == store.attributes(of: old, in: number)
    } catch {
      // It is read, and that says what is wrong.
      return false
    }
  }
}

extension Library {
  /// What is on one's mind about a document goes with its name.
  func nameChanged(from old: RelativePath, to new: RelativePath) {
    unreadable[new] = unreadable.removeValue(forKey: old)
    if largeDocuments.remove(old) != nil { largeDocuments.insert(new) }
    grouping.forget(old)
    considerCopy(new)
  }
}
