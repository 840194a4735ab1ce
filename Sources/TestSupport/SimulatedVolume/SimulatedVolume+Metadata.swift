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
    guard let name = find(path) else { return false }
    name.node.mode = mode
    name.node.changed = timestamp()
    tell(Hint.attributes, name)
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
        found[id] = entry.node.kind == .directory ? archive(of: entry.node) : entry.node.content
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
