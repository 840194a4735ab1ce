package import Engine
package import Reconciliation

extension SimulatedVolume {
  package func nameRules() throws(VolumeError) -> NameRules {
    try begin(.stamp, .root)
    return rules
  }

  /// What the file system says to a name that it can't hold.
  func refuse(_ path: RelativePath) throws(VolumeError) {
    if let reason = rules.refusal(of: Array(path.name)) {
      throw VolumeError(kind: .badName, message: reason)
    }
  }

  package func makeDirectory(at path: RelativePath) throws(VolumeError) -> Bool {
    try begin(.install, path)
    try refuse(path)
    guard !path.isRoot, !isMember(path), !builtInPackages.contains(path.name),
      let parent = locateDirectory(path.parent)
    else { return false }
    try step()
    guard isInTree(parent) else { return false }
    if let standing = parent.children[Array(path.name)]?.node {
      return standing.kind == .directory
    }
    let made = makeNode(.directory, mode: 0o755)
    tell(Hint.appeared, attach(made, as: Array(path.name), in: parent))
    unsynced = []
    try begin(.settle, path)
    return true
  }

  package func rename(
    _ path: RelativePath, to newPath: RelativePath, kind: Entry.Kind
  ) throws(VolumeError) -> RenameOutcome {
    try begin(.rename, path)
    try refuse(newPath)
    defer { releaseLocks() }
    let isRefused = [path, newPath].contains { $0.isRoot || isMember($0) }
    guard !isRefused, !newPath.isBeneath(path) else { return .obstructed }
    guard locate(path) != nil else { return .gone }
    guard let directory = locateDirectory(newPath.parent) else { return .obstructed }
    if kind != .directory {
      switch try lock(path, .exclusive) {
      case .absent, .otherKind, .overtaken: return .gone
      case .refused(let holder): return .locked(by: holder)
      case .granted: break
      }
    }
    guard let name = locate(path), entry(name).kind == kind else { return .gone }
    let (source, before) = (name.parent, entry(name).fingerprint)
    try begin(.exchange, path)
    guard let present = source.children[Array(path.name)] else { return .gone }
    guard isInTree(directory), directory.children[Array(newPath.name)] == nil,
      !isWithin(directory, present.node)
    else { return .obstructed }
    tellRenaming(present, to: Array(newPath.name), in: directory)
    unsynced.append(.renamed(present, name: Array(path.name), from: source))
    let after = entry(present).fingerprint
    try begin(.settle, newPath)
    return .renamed(from: before, to: after)
  }

  private func isWithin(_ directory: SimulatedNode, _ other: SimulatedNode) -> Bool {
    var node: SimulatedNode? = directory
    while let current = node {
      if current === other { return true }
      node = current.place?.parent
    }
    return false
  }
}
