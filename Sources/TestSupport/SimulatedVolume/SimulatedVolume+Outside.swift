import Engine
package import Reconciliation

/// What programs do across the root's edge, of which only the half in the tree is told.
extension SimulatedVolume {
  /// Moves a directory out of the tree, and returns what lies outside then.
  func takeOut(_ path: RelativePath) -> SimulatedNode? {
    guard let node = find(path)?.node, moveOut(path) else { return nil }
    return node
  }

  /// Moves into the tree what lay outside; false where the name is taken.
  func bringIn(_ node: SimulatedNode, _ path: RelativePath) -> Bool {
    programActs()
    guard find(path) == nil, let directory = findDirectory(path.parent), !path.isRoot else {
      return false
    }
    let name = attach(node, as: Array(path.name), in: directory)
    node.changed = timestamp()
    tell(Hint.movedIn, name)
    return true
  }

  /// The directories that are no documents, in order.
  package func plainDirectories() -> [RelativePath] {
    directories().filter { !isMember($0) && !builtInPackages.contains($0.name) }.sorted()
  }
}
