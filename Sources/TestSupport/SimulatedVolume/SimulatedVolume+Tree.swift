import Engine
import Reconciliation

extension SimulatedVolume {
  /// The directory that stands at the root's path, if any does.
  var tree: SimulatedNode? {
    switch rootState {
    case .present: rootNode
    case .missing: nil
    case .replaced: substitute
    }
  }

  /// What other programs find under the path; nil for the root itself.
  func find(_ path: RelativePath) -> SimulatedName? {
    tree.flatMap { find(path, beneath: $0) }
  }

  /// What the engine finds: it has opened the root that is meant, wherever that lies meanwhile.
  func locate(_ path: RelativePath) -> SimulatedName? {
    find(path, beneath: rootNode)
  }

  /// Symbolic links are not followed.
  private func find(_ path: RelativePath, beneath root: SimulatedNode) -> SimulatedName? {
    guard !path.isRoot else { return nil }
    var directory = root
    var found: SimulatedName?
    for component in path.components {
      guard let name = directory.children[Array(component)] else { return nil }
      found = name
      directory = name.node
    }
    return found
  }

  /// The directory at the path, the root included, for other programs.
  func findDirectory(_ path: RelativePath) -> SimulatedNode? {
    if path.isRoot { return tree }
    guard let node = find(path)?.node, node.kind == .directory else { return nil }
    return node
  }

  /// The same for the engine.
  func locateDirectory(_ path: RelativePath) -> SimulatedNode? {
    if path.isRoot { return rootNode }
    guard let node = locate(path)?.node, node.kind == .directory else { return nil }
    return node
  }

  /// Nil where the directory is no longer in the tree.
  func path(of directory: SimulatedNode) -> RelativePath? {
    if directory === rootNode { return .root }
    guard let place = directory.place else { return nil }
    return path(of: place)
  }

  func path(of name: SimulatedName) -> RelativePath? {
    path(of: name.parent)?.appending(name.name)
  }

  @discardableResult
  func attach(_ node: SimulatedNode, as name: [UInt8], in directory: SimulatedNode)
    -> SimulatedName
  {
    nextSerial += 1
    let made = SimulatedName(name, of: node, in: directory, serial: nextSerial)
    directory.children[name] = made
    node.links += 1
    if node.kind == .directory { node.place = made }
    namesChanged(in: directory)
    return made
  }

  /// Removes a name; the inode lives on while something has it open.
  func detach(_ name: SimulatedName) {
    name.parent.children[name.name] = nil
    name.node.links -= 1
    name.node.changed = timestamp()
    namesChanged(in: name.parent)
    if name.node.kind == .directory {
      name.node.place = nil
      unwatch(name.node)
    }
  }

  /// Gives an entry another name, over whatever stands there.
  func move(_ name: SimulatedName, to newName: [UInt8], in directory: SimulatedNode) {
    if let victim = directory.children[newName], victim !== name { detach(victim) }
    name.parent.children[name.name] = nil
    namesChanged(in: name.parent)
    name.parent = directory
    name.name = newName
    directory.children[newName] = name
    name.node.changed = timestamp()
    namesChanged(in: directory)
  }

  /// Swaps what two names lead to, in one step.
  func swap(_ first: SimulatedName, _ second: SimulatedName) {
    let (firstParent, firstName) = (first.parent, first.name)
    (first.parent, first.name) = (second.parent, second.name)
    (second.parent, second.name) = (firstParent, firstName)
    first.parent.children[first.name] = first
    second.parent.children[second.name] = second
    first.node.changed = timestamp()
    second.node.changed = timestamp()
    namesChanged(in: first.parent)
    namesChanged(in: second.parent)
  }

  private func namesChanged(in directory: SimulatedNode) {
    directory.modified = timestamp()
    directory.changed = directory.modified
  }

  func entry(_ name: SimulatedName) -> Entry {
    if isPackage(name) {
      return Entry(
        name: name.name, kind: .package, fingerprint: packageStamp(name.node).fingerprint, links: 1)
    }
    return Entry(
      name: name.name, kind: name.node.kind, fingerprint: name.node.fingerprint,
      links: name.node.links)
  }
}
