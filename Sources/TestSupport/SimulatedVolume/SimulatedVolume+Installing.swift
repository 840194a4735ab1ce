package import Engine
package import Reconciliation

extension SimulatedVolume {
  package func install(_ installation: Installation) throws(VolumeError) -> InstallOutcome {
    try begin(.install, installation.path)
    try refuse(installation.path)
    defer { releaseLocks() }
    guard !isMember(installation.path) else {
      throw VolumeError(kind: .badName, message: "\(installation.path) lies in a package.")
    }
    guard let expected = installation.expecting else { return try create(installation) }
    return try replace(installation, expecting: expected)
  }

  // MARK: A new name

  private func create(_ installation: Installation) throws(VolumeError) -> InstallOutcome {
    let path = installation.path
    guard let directory = try makeDirectories(path.parent) else { return .superseded }
    // To create a name is to write to its directory.
    if let holder = directory.locks.refusal(of: .exclusive) { return .locked(by: holder) }
    hold(directory, .exclusive)
    try step()
    if directory.children[Array(path.name)] != nil { return .superseded }
    let staged = try stage(installation, mode: installation.mode ?? 0o644, over: nil)
    try enter(.exchange, path, dropping: staged)
    guard isInTree(directory) else {
      removeTree(staged)
      throw missing(path.parent)
    }
    if directory.children[Array(path.name)] != nil, !usesCheckThenRename {
      removeTree(staged)
      return .superseded
    }
    move(staged, to: Array(path.name), in: directory)
    unsynced.append(.created(staged, id: installation.id))
    tell(Hint.movedIn, staged)
    let fingerprint = certain(staged.node)
    try begin(.settle, path)
    return .installed(fingerprint, displaced: false)
  }

  /// The directory, made with those above it where they are missing; nil where something else is
  /// in the way.
  private func makeDirectories(_ path: RelativePath) throws(VolumeError) -> SimulatedNode? {
    if let directory = locateDirectory(path) { return directory }
    guard locate(path) == nil, let parent = try makeDirectories(path.parent) else { return nil }
    try step()
    guard isInTree(parent) else { throw missing(path.parent) }
    if let taken = parent.children[Array(path.name)]?.node {
      return taken.kind == .directory ? taken : nil
    }
    let made = makeNode(.directory, mode: 0o755)
    tell(Hint.appeared, attach(made, as: Array(path.name), in: parent))
    return made
  }

  /// Whether names can still be made in the directory: it was not removed.
  func isInTree(_ directory: SimulatedNode) -> Bool {
    directory === rootNode || directory.place != nil
  }

  // MARK: An existing name

  private func replace(_ installation: Installation, expecting expected: Digest)
    throws(VolumeError) -> InstallOutcome
  {
    let target: SimulatedName
    switch try lock(installation.path, .exclusive) {
    case .absent, .otherKind, .overtaken: return .superseded
    case .refused(let holder): return .locked(by: holder)
    case .granted(let name): target = name
    }
    let node = target.node
    if isOpenForWriting(node) { return .beingWritten }
    guard digest(of: node) == expected else { return .superseded }
    if node.links > 1, node.kind == .file, installation.link == nil,
      archive(of: installation) == nil
    {
      return try writeInPlace(installation, over: target, expecting: expected)
    }
    // Held open: if another program moves it, the document is replaced where it is then.
    let directory = target.parent
    let checked = node.content
    let before = node.kind == .directory ? carried(in: node).map(\.path) : []
    let isLink = node.kind == .symbolicLink
    let staged = try stage(
      installation, mode: installation.mode ?? (isLink ? 0o644 : node.mode),
      over: isLink ? nil : node)
    // Exchanged under the displaced name, since what lies there after a crash is looked at.
    guard aside.children[displacedName(installation.id)] == nil else {
      removeTree(staged)
      throw VolumeError(kind: .broken, message: "\(name): id \(installation.id) is used already.")
    }
    move(staged, to: displacedName(installation.id), in: aside)
    try enter(.exchange, installation.path, dropping: staged)
    if usesCheckThenRename, node.kind == .file, staged.node.kind == .file {
      return overwrite(installation, in: directory, with: staged, keeping: checked, of: node)
    }
    return try exchange(
      installation, in: directory, with: staged, carrying: before, expecting: expected)
  }

  private func exchange(
    _ installation: Installation, in directory: SimulatedNode, with staged: SimulatedName,
    carrying before: [RelativePath], expecting expected: Digest
  ) throws(VolumeError) -> InstallOutcome {
    let path = installation.path
    guard let present = directory.children[Array(path.name)] else {
      removeTree(staged)
      return .superseded
    }
    tellExchange(staged, present)
    unsynced.append(.exchanged(installed: staged, displaced: present))
    // What it is known by is what it was at the exchange: what is written into it from now on
    // has another stamp.
    let fingerprint = certain(staged.node)
    try step()
    guard isDocument(present, named: path) else {
      putBack(present, insteadOf: staged)
      return .superseded
    }
    carryRest(of: present.node, before, to: staged.node)
    try begin(.settle, path)
    return digest(of: present.node) == expected
      ? .installed(fingerprint, displaced: true) : .raced(fingerprint)
  }

  /// A directory or a link took the name in between: it is no version, and gets it back.
  private func putBack(_ name: SimulatedName, insteadOf staged: SimulatedName) {
    guard staged.isAttached, staged.parent !== aside else { return }
    tellExchange(name, staged)
    removeTree(staged)
    unsynced = []
  }

  /// The planted bug. What was checked is kept as displaced, what really stood there is not
  /// looked at.
  private func overwrite(
    _ installation: Installation, in directory: SimulatedNode, with staged: SimulatedName,
    keeping checked: [UInt8], of node: SimulatedNode
  ) -> InstallOutcome {
    let kept = makeNode(.file, content: checked, mode: node.mode)
    kept.modified = node.modified
    move(staged, to: Array(installation.path.name), in: directory)
    tell(Hint.movedIn, staged)
    attach(kept, as: displacedName(installation.id), in: aside)
    return .installed(staged.node.fingerprint, displaced: true)
  }

  /// A file with several names keeps its inode. Nothing is changed if it is another version at
  /// the moment of writing; killed in the middle, it is left with half of the new content.
  private func writeInPlace(
    _ installation: Installation, over name: SimulatedName, expecting expected: Digest
  ) throws(VolumeError) -> InstallOutcome {
    let node = name.node
    try begin(.stage, installation.path)
    guard !installation.isStaged else {
      throw VolumeError(kind: .denied, message: "\(installation.path) has several links.")
    }
    guard digest(of: node) == expected else { return .superseded }
    if node.writers > 0 { return .beingWritten }
    node.content = Array(installation.content.prefix(installation.content.count / 2))
    stampContent(node)
    tell(Hint.writing, name)
    unsynced = []
    try step()
    node.content = installation.content
    stampContent(node)
    if let modified = installation.modified { node.modified = metadata.kept(modified) }
    if let mode = installation.mode { node.mode = held(mode, node.kind) }
    if metadata.holdsAttributes, let attributes = installation.attributes {
      node.attributes = attributes
    }
    tell(Hint.writing, name)
    tell(Hint.closed, name)
    let fingerprint = certain(node.fingerprint)
    try begin(.settle, installation.path)
    return .installed(fingerprint, displaced: false)
  }

  // MARK: Staging

  /// The package that is to be installed; nil where it is a file.
  private func archive(of installation: Installation) -> PackageArchive? {
    guard builtInPackages.contains(installation.path.name) else { return nil }
    return PackageArchive(decoding: installation.content)
  }

  /// What a version that was just put in place is to be known by.
  private func certain(_ node: SimulatedNode) -> Fingerprint {
    node.kind == .directory ? certain(packageStamp(node)) : certain(node.fingerprint)
  }

  private func stage(_ installation: Installation, mode: UInt32, over standing: SimulatedNode?)
    throws(VolumeError) -> SimulatedName
  {
    if let archive = archive(of: installation) {
      let package = standing.flatMap { $0.kind == .directory ? $0 : nil }
      return try stagePackage(archive, installation, over: package)
    }
    if let link = installation.link { return try stageLink(link, installation) }
    let mode = standing?.kind == .directory ? mode & 0o666 : mode
    try begin(.stage, installation.path)
    // From an attempt that failed so badly that it could not be removed.
    if let old = aside.children[stagedName(installation.id)] { removeTree(old) }
    let node = makeNode(.file, mode: mode)
    node.isFlushed = false
    let staged = attach(node, as: stagedName(installation.id), in: aside)
    // Locked before it takes the name, so that the lock is never off it.
    hold(node, .exclusive)
    let content =
      installation.isStaged
      ? aside.children[partsName(installation.id)]?.node.content ?? [] : installation.content
    node.content = Array(content.prefix(content.count / 2))
    try step()
    node.content = content
    node.modified = metadata.kept(installation.modified ?? timestamp())
    if metadata.holdsAttributes {
      node.attributes = installation.attributes ?? standing?.attributes ?? [:]
    }
    try step()
    settleContent(of: staged)
    return staged
  }

  /// A stage that takes back the staged file where it fails, unless the process died.
  private func enter(_ operation: Operation, _ path: RelativePath, dropping staged: SimulatedName)
    throws(VolumeError)
  {
    do {
      try begin(operation, path)
    } catch {
      if !isCrashed { removeTree(staged) }
      throw error
    }
  }

  package func stage(
    _ id: UInt64, for path: RelativePath, at offset: Int64, _ bytes: [UInt8]
  ) throws(VolumeError) {
    try begin(.stage, path)
    if offset == 0, let old = aside.children[partsName(id)] { removeTree(old) }
    let parts =
      aside.children[partsName(id)]
      ?? attach(makeNode(.file, mode: 0o600), as: partsName(id), in: aside)
    parts.node.content = Array(parts.node.content.prefix(Int(offset))) + bytes
  }

  package func unstage(_ id: UInt64, for path: RelativePath) throws(VolumeError) {
    try begin(.stage, path)
    if let parts = aside.children[partsName(id)] { removeTree(parts) }
  }

  package func putBack(_ id: UInt64, at path: RelativePath) throws(VolumeError) -> Bool {
    try begin(.exchange, path)
    guard let file = aside.children[displacedName(id)], locate(path) == nil,
      let directory = locateDirectory(path.parent)
    else { return false }
    move(file, to: Array(path.name), in: directory)
    tell(Hint.movedIn, file)
    return true
  }

  private func partsName(_ id: UInt64) -> [UInt8] { Array("parts \(id)".utf8) }

  func stagedName(_ id: UInt64) -> [UInt8] { Array("staged \(id)".utf8) }

  func displacedName(_ id: UInt64) -> [UInt8] { Array("\(id)".utf8) }
}
