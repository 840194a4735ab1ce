package import Engine
package import Reconciliation

extension SimulatedVolume {
  package func remove(_ path: RelativePath, expecting expected: Digest, id: UInt64)
    throws(VolumeError) -> RemoveOutcome
  {
    try begin(.remove, path)
    defer { releaseLocks() }
    guard !isMember(path) else { return .gone }
    let target: SimulatedName
    switch try lock(path, .exclusive) {
    case .absent: return .gone
    case .otherKind, .overtaken: return .superseded
    case .refused(let holder): return .locked(by: holder)
    case .granted(let name): target = name
    }
    if isOpenForWriting(target.node) { return .beingWritten }
    guard digest(of: target.node) == expected else { return .superseded }
    let (directory, checked) = (target.parent, target.node.content)
    try begin(.exchange, path)
    guard let present = directory.children[Array(path.name)] else { return .gone }
    if usesCheckThenRename { return unlink(present, keeping: checked, id: id) }
    return try takeAway(present, from: path, in: directory, expecting: expected, id: id)
  }

  package func removeDirectory(_ path: RelativePath) throws(VolumeError) -> Bool {
    try begin(.remove, path)
    guard let name = locate(path) else { return true }
    guard name.node.kind == .directory, name.node.children.isEmpty else { return false }
    detach(name)
    tell(Hint.vanished, name)
    // A file system writes down what was in a directory before the directory goes.
    unsynced = []
    try step()
    return true
  }

  private func takeAway(
    _ present: SimulatedName, from path: RelativePath, in directory: SimulatedNode,
    expecting expected: Digest, id: UInt64
  ) throws(VolumeError) -> RemoveOutcome {
    tell(Hint.vanished, present)
    move(present, to: displacedName(id), in: aside)
    unwatch(present.node)
    unsynced.append(.removed(present, name: Array(path.name), from: directory))
    try step()
    if isDocument(present, named: path), digest(of: present.node) == expected {
      try begin(.settle, path)
      return .removed
    }
    // Another version after all: it gets its name back, unless a third one took it meanwhile,
    // when it stays in the displaced folder.
    if directory.children[Array(path.name)] == nil, isInTree(directory) {
      move(present, to: Array(path.name), in: directory)
      tell(Hint.movedIn, present)
      unsynced = []
    }
    return .superseded
  }

  /// The planted bug.
  private func unlink(_ present: SimulatedName, keeping checked: [UInt8], id: UInt64)
    -> RemoveOutcome
  {
    detach(present)
    tell(Hint.vanished, present)
    attach(makeNode(.file, content: checked, mode: 0o644), as: displacedName(id), in: aside)
    return .removed
  }

  package func displaced() throws(VolumeError) -> [DisplacedFile] {
    try begin(.displaced, .root)
    var files: [DisplacedFile] = []
    for name in aside.names {
      guard let id = UInt64(String(decoding: name.name, as: UTF8.self)) else { continue }
      files.append(displacedFile(id, name.node))
      try step()
    }
    return files
  }

  package func discardDisplaced(_ id: UInt64, expecting expected: Digest) throws(VolumeError)
    -> Bool
  {
    try begin(.discard, .root)
    guard let name = aside.children[displacedName(id)] else { return false }
    guard !isOpenForWriting(name.node), digest(of: name.node) == expected else { return false }
    if name.node.kind == .directory {
      // Its leaving the folder is made durable, and with it all that went before.
      removeTree(name)
      unsynced = []
      try step()
      return true
    }
    // No step in between: nobody can open what has no name that others know.
    detach(name)
    unsynced.append(.discarded(name, id: id))
    try step()
    return true
  }

  private func displacedFile(_ id: UInt64, _ node: SimulatedNode) -> DisplacedFile {
    let isOpen = isOpenForWriting(node)
    guard node.kind == .directory else {
      return DisplacedFile(
        id: id, content: document(node), fingerprint: node.fingerprint, isOpen: isOpen)
    }
    guard let archive = archive(of: node) else {
      return DisplacedFile(id: id, content: [], fingerprint: node.fingerprint, isOpen: true)
    }
    return DisplacedFile(
      id: id, content: archive, fingerprint: packageStamp(node).fingerprint, isOpen: isOpen)
  }

  /// Whether something can be a version of a document at this path.
  func isDocument(_ name: SimulatedName, named path: RelativePath) -> Bool {
    name.node.kind == .file || name.node.kind == .symbolicLink
      || (name.node.kind == .directory && builtInPackages.contains(path.name))
  }

  package func sync() throws(VolumeError) {
    try begin(.sync, .root)
    unsynced = []
    for (name, _) in unflushed { name.node.isFlushed = true }
    unflushed = []
    try step()
  }
}
