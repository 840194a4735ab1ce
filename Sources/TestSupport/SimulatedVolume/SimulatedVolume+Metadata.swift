package import Engine
package import Reconciliation

extension SimulatedVolume {
  /// Sets the times to now, as `touch` does.
  @discardableResult
  package func touch(_ path: RelativePath) -> Bool {
    programActs()
    guard let name = find(path) else { return false }
    stampContent(name.node)
    tell(Hint.attributes, name)
    tell(Hint.closed, name)
    return true
  }

  /// Sets the mtime, as `touch -d` does and as a program that wants an edit to be overlooked.
  @discardableResult
  package func setModified(_ path: RelativePath, _ time: Int64) -> Bool {
    programActs()
    guard let name = find(path) else { return false }
    name.node.modified = time
    name.node.changed = timestamp()
    tell(Hint.attributes, name)
    return true
  }

  @discardableResult
  package func setMode(_ path: RelativePath, _ mode: UInt32) -> Bool {
    programActs()
    // Of a link it would be set on what that leads to.
    guard let name = find(path), name.node.kind != .symbolicLink else { return false }
    name.node.mode = held(mode, name.node.kind)
    name.node.changed = timestamp()
    tell(Hint.attributes, name)
    return true
  }

  /// Sets a user xattr, or removes it.
  @discardableResult
  package func setAttribute(_ path: RelativePath, _ name: [UInt8], _ value: [UInt8]?) -> Bool {
    programActs()
    guard metadata.holdsAttributes, let found = find(path), found.node.kind == .file else {
      return false
    }
    found.node.attributes[name] = value
    found.node.changed = timestamp()
    tell(Hint.attributes, found)
    return true
  }

  /// Changes the content through a hard link outside the tree: no hint at all.
  @discardableResult
  package func writeUnseen(_ path: RelativePath, _ content: [UInt8]) -> Bool {
    programActs()
    guard let node = find(path)?.node, node.kind == .file else { return false }
    node.content = content
    stampContent(node)
    return true
  }

  /// Unmounts the root, or mounts it again with what it held.
  package func setRoot(_ state: RootState) {
    guard state != rootState else { return }
    programActs()
    unwatch(rootNode)
    listed = []
    substitute = state == .replaced ? makeNode(.directory, mode: 0o755) : nil
    rootState = state
    enqueue(.everything(reason: .rootChanged))
  }
}

extension SimulatedVolume {
  package func metadataTraits() throws(VolumeError) -> MetadataTraits {
    try begin(.attributes, .root)
    return metadata
  }

  package func attributes(_ path: RelativePath) throws(VolumeError) -> Attributes {
    try begin(.attributes, path)
    guard let node = locate(path)?.node, node.kind == .file else { return [:] }
    return node.attributes
  }

  package func setMetadata(
    _ path: RelativePath, _ change: MetadataChange, expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> MetadataOutcome {
    try begin(.setMetadata, path)
    defer { releaseLocks() }
    let target: SimulatedName
    switch try lock(path, .exclusive) {
    case .absent, .otherKind, .overtaken: return .superseded
    case .refused(let holder): return .locked(by: holder)
    case .granted(let name): target = name
    }
    let node = target.node
    let isPackage = isPackage(target)
    guard node.mode == fingerprint.mode, isPackage || node.number == fingerprint.inode else {
      return .superseded
    }
    try step()
    let isAsExpected = !isPackage && node.fingerprint == fingerprint
    if let mode = change.mode { node.mode = held(mode, node.kind) }
    if metadata.holdsAttributes, !isPackage {
      for (name, value) in change.attributes { node.attributes[name] = value }
    }
    node.changed = timestamp()
    tell(Hint.attributes, target)
    var found = isPackage ? packageStamp(node).fingerprint : certain(node.fingerprint)
    if !isAsExpected { found.changed = 0 }
    try begin(.settle, path)
    return .set(found)
  }

  package func identity() throws(VolumeError) -> [UInt8]? {
    try begin(.identity, .root)
    return rootState == .present ? rootMark : nil
  }

  package func adopt(_ identity: [UInt8]) throws(VolumeError) {
    try begin(.identity, .root)
    if rootState == .present { rootMark = identity }
  }

  package func newIdentity() -> [UInt8] { Array(name.utf8) }
}

/// What a test looks at, past the engine.
extension SimulatedVolume {
  /// Whether the root is there, and the one that is meant.
  package var isThere: Bool { rootState == .present }

  /// A file's content; nil where there is no file.
  package func content(_ path: RelativePath) -> [UInt8]? {
    guard let node = find(path)?.node, node.kind == .file else { return nil }
    return node.content
  }

  /// What stands under a name, without a step.
  package func look(_ path: RelativePath) -> Entry? { find(path).map(entry) }

  /// What belongs to a file besides its content; nil where there is no file.
  package func metadata(_ path: RelativePath) -> Metadata? {
    guard let node = find(path)?.node, node.kind == .file else { return nil }
    return Metadata(mode: node.mode, modified: node.modified, attributes: node.attributes)
  }

  /// Every file in the tree with its content.
  package func files() -> [RelativePath: [UInt8]] {
    var found: [RelativePath: [UInt8]] = [:]
    if let tree { collect(tree, at: .root, into: &found) }
    return found
  }

  /// Every directory in the tree but the root.
  package func directories() -> [RelativePath] {
    tree.map { directories(in: $0, at: .root) } ?? []
  }

  /// What lies aside, staged or displaced, by id.
  package func filesAside() -> [UInt64: [UInt8]] {
    var found: [UInt64: [UInt8]] = [:]
    for (name, entry) in aside.children {
      if let id = UInt64(String(decoding: name, as: UTF8.self)) {
        found[id] = entry.node.kind == .directory ? archive(of: entry.node) : document(entry.node)
      }
    }
    return found
  }

  private func collect(
    _ directory: SimulatedNode, at path: RelativePath, into found: inout [RelativePath: [UInt8]]
  ) {
    for (name, entry) in directory.children {
      guard let child = path.appending(name) else { continue }
      switch entry.node.kind {
      case .file: found[child] = entry.node.content
      case .directory, .package: collect(entry.node, at: child, into: &found)
      case .symbolicLink, .special: break
      }
    }
  }

  private func directories(in directory: SimulatedNode, at path: RelativePath) -> [RelativePath] {
    directory.names.filter { $0.node.kind == .directory }
      .flatMap { name -> [RelativePath] in
        guard let child = path.appending(name.name) else { return [] }
        return [child] + directories(in: name.node, at: child)
      }
  }
}
