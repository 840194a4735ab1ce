package import Engine
import Reconciliation

extension SimulatedVolume {
  package func install(_ installation: Installation) throws(VolumeError) -> InstallOutcome {
    try begin(.install, installation.path)
    defer { releaseLocks() }
    guard let expected = installation.expecting else { return try create(installation) }
    return try replace(installation, expecting: expected)
  }

  // MARK: A new name

  private func create(_ installation: Installation) throws(VolumeError) -> InstallOutcome {
    let path = installation.path
    try makeParents(of: path)
    guard let directory = findDirectory(path.parent) else { throw missing(path.parent) }
    if let holder = directory.locks.refusal(of: .exclusive) { return .locked(by: holder) }
    hold(directory, .exclusive)
    try step()
    if find(path) != nil { return .superseded }
    let staged = try stage(installation, mode: installation.mode ?? 0o644)
    try enter(.exchange, path, dropping: staged)
    guard let directory = findDirectory(path.parent) else {
      detach(staged)
      throw missing(path.parent)
    }
    if find(path) != nil, !usesCheckThenRename {
      detach(staged)
      return .superseded
    }
    move(staged, to: Array(path.name), in: directory)
    unsynced.append(.created(staged, id: installation.id))
    tellArrival(staged)
    let fingerprint = staged.node.fingerprint
    try begin(.settle, path)
    return .installed(fingerprint, displaced: false)
  }

  private func makeParents(of path: RelativePath) throws(VolumeError) {
    guard !path.parent.isRoot, find(path.parent) == nil else { return }
    try makeParents(of: path.parent)
    try step()
    guard tree != nil, findDirectory(path.parent.parent) != nil else {
      throw missing(path.parent.parent)
    }
    _ = create(.directory, at: path.parent, content: [], mode: 0o755)
  }

  // MARK: An existing name

  private func replace(_ installation: Installation, expecting expected: Digest)
    throws(VolumeError) -> InstallOutcome
  {
    let target: SimulatedName
    switch try lock(installation.path, .exclusive) {
    case .gone: return .superseded
    case .refused(let holder): return .locked(by: holder)
    case .granted(let name): target = name
    }
    let node = target.node
    guard node.kind == .file else { return .superseded }
    if node.writers > 0 { return .beingWritten }
    guard digest(of: node) == expected else { return .superseded }
    if node.links > 1 {
      return try writeInPlace(installation, node: target, expecting: expected)
    }
    let staged = try stage(installation, mode: installation.mode ?? node.mode)
    try enter(.exchange, installation.path, dropping: staged)
    if usesCheckThenRename {
      return overwrite(installation, with: staged, taking: node)
    }
    return try exchange(installation, with: staged, expecting: expected)
  }

  private func exchange(
    _ installation: Installation, with staged: SimulatedName, expecting expected: Digest
  ) throws(VolumeError) -> InstallOutcome {
    let path = installation.path
    // The new inode is locked before it takes the name.
    hold(staged.node, .exclusive)
    guard let present = find(path) else {
      detach(staged)
      return .superseded
    }
    tellExchange(staged, present)
    unsynced.append(.exchanged(installed: staged, displaced: present))
    let fingerprint = staged.node.fingerprint
    try step()
    guard present.node.kind == .file else {
      putBack(present, insteadOf: staged)
      return .superseded
    }
    try begin(.settle, path)
    return digest(of: present.node) == expected
      ? .installed(fingerprint, displaced: true) : .raced(fingerprint)
  }

  /// A directory or a link took the name in between: it is no version, and gets it back.
  private func putBack(_ name: SimulatedName, insteadOf staged: SimulatedName) {
    guard staged.isAttached, staged.parent !== aside else { return }
    tellExchange(name, staged)
    detach(staged)
    unsynced = []
  }

  /// The planted bug. What was checked is kept as displaced, what really stood there is not
  /// looked at.
  private func overwrite(
    _ installation: Installation, with staged: SimulatedName, taking checked: SimulatedNode
  ) -> InstallOutcome {
    guard let directory = findDirectory(installation.path.parent) else { return .superseded }
    let kept = makeNode(.file, content: contentWhenChecked, mode: checked.mode)
    kept.modified = checked.modified
    move(staged, to: Array(installation.path.name), in: directory)
    tellArrival(staged)
    attach(kept, as: asideName(installation.id), in: aside)
    return .installed(staged.node.fingerprint, displaced: true)
  }

  /// A file with several names keeps its inode. Nothing is changed if it is another version at
  /// the moment of writing; killed in the middle, it is left with half of the new content.
  private func writeInPlace(
    _ installation: Installation, node name: SimulatedName, expecting expected: Digest
  ) throws(VolumeError) -> InstallOutcome {
    let node = name.node
    try begin(.stage, installation.path)
    guard digest(of: node) == expected else { return .superseded }
    if node.writers > 0 { return .beingWritten }
    node.content = Array(installation.content.prefix(installation.content.count / 2))
    stampContent(node)
    tell(Hint.writing, name)
    unsynced = []
    try step()
    node.content = installation.content
    stampContent(node)
    if let modified = installation.modified { node.modified = modified }
    if let mode = installation.mode { node.mode = mode }
    tell(Hint.writing, name)
    tell(Hint.closed, name)
    let fingerprint = node.fingerprint
    try begin(.settle, installation.path)
    return .installed(fingerprint, displaced: false)
  }

  // MARK: Staging

  private func stage(_ installation: Installation, mode: UInt32) throws(VolumeError)
    -> SimulatedName
  {
    contentWhenChecked = find(installation.path)?.node.content ?? []
    try begin(.stage, installation.path)
    guard aside.children[asideName(installation.id)] == nil else {
      throw VolumeError(kind: .broken, message: "\(name): id \(installation.id) is used already.")
    }
    let node = makeNode(.file, mode: mode)
    node.isFlushed = false
    let staged = attach(node, as: asideName(installation.id), in: aside)
    node.content = Array(installation.content.prefix(installation.content.count / 2))
    try step()
    node.content = installation.content
    node.modified = installation.modified ?? timestamp()
    try step()
    node.isFlushed = true
    return staged
  }

  /// A stage that takes back the staged file where it fails, unless the process died.
  private func enter(_ operation: Operation, _ path: RelativePath, dropping staged: SimulatedName)
    throws(VolumeError)
  {
    do {
      try begin(operation, path)
    } catch {
      if !isCrashed { detach(staged) }
      throw error
    }
  }

  func asideName(_ id: UInt64) -> [UInt8] { Array("\(id)".utf8) }
}
