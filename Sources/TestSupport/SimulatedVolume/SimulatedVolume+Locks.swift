import Engine
package import Reconciliation

/// What came of asking for the engine's lock.
enum SimulatedLockResult {
  case granted(SimulatedName)
  case refused(String?)
  /// Nothing has the name.
  case absent
  /// The name is not a document's.
  case otherKind
  /// Other programs were quicker each time.
  case overtaken
}

extension SimulatedVolume {
  /// Lets another program lock what stands under the path, as `flock(1)` does; false where it
  /// would have to wait, or where nothing stands there.
  @discardableResult
  package func lock(_ path: RelativePath, by holder: String, shared: Bool = false) -> Bool {
    guard let node = path.isRoot ? tree : find(path)?.node,
      node.kind == .file || node.kind == .directory
    else { return false }
    let others = node.locks.shared.subtracting([holder])
    if let exclusive = node.locks.exclusive, exclusive != holder { return false }
    if node.locks.engine == .exclusive { return false }
    if !shared, node.locks.engine != nil || !others.isEmpty { return false }
    node.locks.exclusive = shared ? nil : holder
    if shared { node.locks.shared.insert(holder) } else { node.locks.shared.remove(holder) }
    otherLocks[holder, default: []].append(node)
    return true
  }

  /// Gives back everything that the program has locked, wherever those inodes are by now.
  package func unlockAll(by holder: String) {
    for node in otherLocks.removeValue(forKey: holder) ?? [] {
      if node.locks.exclusive == holder { node.locks.exclusive = nil }
      node.locks.shared.remove(holder)
    }
  }

  /// Gives back the lock on what stands under the path.
  package func unlock(_ path: RelativePath, by holder: String) {
    guard let node = path.isRoot ? tree : find(path)?.node else { return }
    if node.locks.exclusive == holder { node.locks.exclusive = nil }
    node.locks.shared.remove(holder)
    otherLocks[holder]?.removeAll { $0 === node }
  }

  /// Takes the engine's lock on what stands under the path, without waiting. The lock follows the
  /// name: granted only if the path still leads to the inode that was locked.
  func lock(_ path: RelativePath, _ mode: SimulatedLocks.Mode) throws(VolumeError)
    -> SimulatedLockResult
  {
    for _ in 0..<Self.attempts {
      guard let name = locate(path) else { return .absent }
      // One that can't be locked: it is there or it isn't.
      if name.node.kind == .symbolicLink { return .granted(name) }
      guard name.node.kind == .file || isPackage(name) else { return .otherKind }
      try step()
      if let holder = name.node.locks.refusal(of: mode) { return .refused(holder) }
      hold(name.node, mode)
      try step()
      if let present = locate(path), present.node === name.node { return .granted(present) }
      releaseLocks()
    }
    return .overtaken
  }

  func hold(_ node: SimulatedNode, _ mode: SimulatedLocks.Mode) {
    node.locks.engine = mode
    lockedByEngine.append(node)
  }

  func releaseLocks() {
    for node in lockedByEngine { node.locks.engine = nil }
    lockedByEngine = []
  }
}
