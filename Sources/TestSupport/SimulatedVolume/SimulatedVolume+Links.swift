import Engine
package import Reconciliation

/// Symbolic links, whose nodes hold where they lead.
extension SimulatedVolume {
  /// What a link is read as: it can't be changed but by another in its place.
  func readLink(_ node: SimulatedNode) throws(VolumeError) -> Reading {
    guard let link = SymbolicLink(to: node.content) else { return .unsteady }
    let before = node.fingerprint
    try step()
    return node.fingerprint == before ? .content(link.content, certain(before)) : .unsteady
  }

  /// What a file that holds just what stands for a link is refused with.
  func refuseForm(_ reading: Reading, at path: RelativePath) throws(VolumeError) {
    guard case .content(let bytes, _) = reading, SymbolicLink.isLink(bytes) else { return }
    throw VolumeError(kind: .denied, message: "\(path) holds what stands for a link.")
  }

  /// The document that a file or a link is.
  func document(_ node: SimulatedNode) -> [UInt8] {
    node.kind == .symbolicLink
      ? SymbolicLink(to: node.content)?.content ?? [] : node.content
  }

  /// Stages a link, which is there as a whole or not.
  func stageLink(
    _ link: SymbolicLink, _ installation: Installation
  ) throws(VolumeError) -> SimulatedName {
    try begin(.stage, installation.path)
    guard metadata.holdsLinks else {
      throw VolumeError(kind: .denied, message: "\(name): there are no links here.")
    }
    if let old = aside.children[stagedName(installation.id)] { removeTree(old) }
    let node = makeNode(.symbolicLink, content: link.target, mode: 0o777)
    if let modified = installation.modified { node.modified = metadata.kept(modified) }
    let staged = attach(node, as: stagedName(installation.id), in: aside)
    try step()
    return staged
  }

  /// Every link in the tree, those in packages too, as its content as a document.
  package func links() -> [RelativePath: [UInt8]] {
    guard let tree else { return [:] }
    return links(in: tree, at: .root)
  }

  private func links(
    in directory: SimulatedNode, at path: RelativePath
  ) -> [RelativePath: [UInt8]] {
    var found: [RelativePath: [UInt8]] = [:]
    for name in directory.names {
      guard let child = path.appending(name.name) else { continue }
      switch name.node.kind {
      case .symbolicLink: found[child] = document(name.node)
      case .directory: found.merge(links(in: name.node, at: child)) { one, _ in one }
      case .file, .package, .special: break
      }
    }
    return found
  }

  /// The content of the file or the link at a path; nil where there is neither.
  package func fileOrLink(_ path: RelativePath) -> [UInt8]? {
    guard let node = find(path)?.node, node.kind == .file || node.kind == .symbolicLink else {
      return nil
    }
    return document(node)
  }
}
