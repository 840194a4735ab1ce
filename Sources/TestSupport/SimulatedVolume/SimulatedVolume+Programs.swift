import Engine
package import Reconciliation

/// What other programs do, with the hints that inotify gives for it. Where a call would fail,
/// nothing is done and false is returned.
extension SimulatedVolume {
  /// Writes in place, as a shell's redirection does; keeps the inode.
  @discardableResult
  package func write(_ path: RelativePath, _ content: [UInt8]) -> Bool {
    writeAndClose(path, .truncating, content)
  }

  @discardableResult
  package func append(_ path: RelativePath, _ content: [UInt8]) -> Bool {
    writeAndClose(path, .appending, content)
  }

  /// Writes a file under a temporary name beside it, and renames that into place.
  @discardableResult
  package func replaceByRename(_ path: RelativePath, _ content: [UInt8], temporary: String = "tmp")
    -> Bool
  {
    guard let other = path.parent.appending(Array(path.name) + Array(".\(temporary)".utf8)),
      write(other, content)
    else { return false }
    return rename(other, path)
  }

  /// Renames the file to a backup, writes a new one in its place and removes the backup: vim.
  @discardableResult
  package func backupAndRename(_ path: RelativePath, _ content: [UInt8]) -> Bool {
    guard let backup = path.parent.appending(Array(path.name) + [UInt8(ascii: "~")]) else {
      return false
    }
    guard rename(path, backup) else { return false }
    write(path, content)
    return remove(backup)
  }

  /// Writes a file that has no name (`O_TMPFILE`) and links it in: the name appears, complete, and
  /// nothing tells of a write or a close.
  @discardableResult
  package func linkUnnamed(_ path: RelativePath, _ content: [UInt8]) -> Bool {
    programActs()
    return create(.file, at: path, content: content, mode: 0o644) != nil
  }

  /// Renames a file or a whole directory, over a file that has the new name.
  @discardableResult
  package func rename(_ old: RelativePath, _ new: RelativePath) -> Bool {
    programActs()
    guard let name = find(old), let directory = findDirectory(new.parent), !new.isRoot,
      !new.isBeneath(old)
    else { return false }
    if let victim = find(new)?.node {
      // Two names of one file: the call does nothing and says that it did.
      if victim === name.node { return true }
      guard canReplace(victim, by: name.node) else { return false }
    }
    tellRenaming(name, to: Array(new.name), in: directory)
    return true
  }

  /// Gives an entry another name, with the hints that inotify gives for it.
  func tellRenaming(_ name: SimulatedName, to newName: [UInt8], in directory: SimulatedNode) {
    let victim = directory.children[newName]?.node.kind
    let isFollowed = isFollowed(name, to: directory) && victim != .directory
    tell(Hint.vanished, name)
    move(name, to: newName, in: directory)
    tell(Hint.movedIn, name)
    if !isFollowed { unwatch(name.node) }
  }

  /// Whether the watches in a tree go on when its directory moves: only where the departure and
  /// the arrival are both told. It is watched anew once it is listed under its new name.
  private func isFollowed(_ name: SimulatedName, to directory: SimulatedNode) -> Bool {
    name.parent.isWatched && directory.isWatched && directory !== aside && name.node.isWatched
  }

  /// Swaps two names in one step.
  @discardableResult
  package func exchange(_ first: RelativePath, _ second: RelativePath) -> Bool {
    programActs()
    guard let one = find(first), let other = find(second),
      !first.isBeneath(second), !second.isBeneath(first)
    else { return false }
    if one.node !== other.node { tellExchange(one, other) }
    return true
  }

  /// Swaps two names, with the four hints in the kernel's order.
  func tellExchange(_ first: SimulatedName, _ second: SimulatedName) {
    let areDirectories = first.node.kind == .directory && second.node.kind == .directory
    let isFirstFollowed = isFollowed(first, to: second.parent) && !areDirectories
    let isSecondFollowed = isFollowed(second, to: first.parent) && !areDirectories
    tell(Hint.vanished, first)
    swap(first, second)
    tell(Hint.movedIn, first)
    // Told for the second name, where it was until now: that is where the first one is.
    tell(Hint.vanished, first)
    tell(Hint.movedIn, second)
    if !isFirstFollowed { unwatch(first.node) }
    if !isSecondFollowed { unwatch(second.node) }
  }

  /// Removes a file, a link, or an empty directory.
  @discardableResult
  package func remove(_ path: RelativePath) -> Bool {
    programActs()
    guard let name = find(path), name.node.children.isEmpty else { return false }
    detach(name)
    tell(Hint.vanished, name)
    return true
  }

  @discardableResult
  package func makeDirectory(_ path: RelativePath) -> Bool {
    programActs()
    return create(.directory, at: path, content: [], mode: 0o755) != nil
  }

  /// Makes a directory and those above it.
  @discardableResult
  package func makeDirectories(_ path: RelativePath) -> Bool {
    guard findDirectory(path) == nil else { return true }
    return makeDirectories(path.parent) && makeDirectory(path)
  }

  /// Removes everything beneath a directory, the deepest first, and the directory: `rm -r`.
  @discardableResult
  package func removeTree(_ path: RelativePath) -> Bool {
    for name in findDirectory(path)?.names ?? [] {
      if let child = path.appending(name.name) { removeTree(child) }
    }
    return remove(path)
  }

  /// Moves a file or directory out of the tree, as `mv` to elsewhere does: one hint.
  @discardableResult
  package func moveOut(_ path: RelativePath) -> Bool {
    programActs()
    guard let name = find(path) else { return false }
    detach(name)
    tell(Hint.vanished, name)
    return true
  }

  /// Gives an inode a second name.
  @discardableResult
  package func link(_ existing: RelativePath, _ new: RelativePath) -> Bool {
    programActs()
    guard let node = find(existing)?.node, node.kind == .file, find(new) == nil,
      let directory = findDirectory(new.parent), !new.isRoot
    else { return false }
    tell(Hint.appeared, attach(node, as: Array(new.name), in: directory))
    node.changed = timestamp()
    return true
  }

  /// Makes a symbolic link; `target` is its content.
  @discardableResult
  package func makeSymbolicLink(_ path: RelativePath, to target: [UInt8]) -> Bool {
    programActs()
    return metadata.holdsLinks
      && create(.symbolicLink, at: path, content: target, mode: 0o777) != nil
  }

  /// Makes a FIFO.
  @discardableResult
  package func makeSpecial(_ path: RelativePath) -> Bool {
    programActs()
    return create(.special, at: path, content: [], mode: 0o644) != nil
  }

  private func writeAndClose(
    _ path: RelativePath, _ opening: SimulatedOpening, _ content: [UInt8]
  ) -> Bool {
    guard let handle = beginWriting(path, opening) else { return false }
    writeChunk(handle, content)
    close(handle)
    return true
  }

  func create(_ kind: Entry.Kind, at path: RelativePath, content: [UInt8], mode: UInt32)
    -> SimulatedName?
  {
    guard !path.isRoot, find(path) == nil, let directory = findDirectory(path.parent) else {
      return nil
    }
    let node = makeNode(kind, content: content, mode: mode)
    let name = attach(node, as: Array(path.name), in: directory)
    tell(Hint.appeared, name)
    return name
  }

  private func canReplace(_ victim: SimulatedNode, by node: SimulatedNode) -> Bool {
    if victim.kind == .directory { return node.kind == .directory && victim.children.isEmpty }
    return node.kind != .directory
  }
}
