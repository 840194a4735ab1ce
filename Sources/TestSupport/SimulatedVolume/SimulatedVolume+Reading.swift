package import Engine
package import Reconciliation

extension SimulatedVolume: Volume {
  package func root() throws(VolumeError) -> RootState {
    try begin(.root, .root)
    return rootState
  }

  package func list(_ directory: RelativePath) throws(VolumeError) -> [Entry] {
    try begin(.list, directory)
    if isMember(directory) || builtInPackages.contains(directory.name) { throw missing(directory) }
    for _ in 0..<Self.attempts {
      guard let node = locateDirectory(directory) else { throw missing(directory) }
      listed.insert(directory)
      watch(node)
      try step()
      let names = node.names
      try step()
      // Another directory may have the path by now.
      guard locateDirectory(directory) === node else { continue }
      // Gone between the listing and its `lstat`: it isn't there.
      let present = names.filter { $0.parent === node && $0.isAttached }
      for name in present where isPackage(name) {
        if let path = directory.appending(name.name) { watchPackage(name.node, at: path) }
      }
      return present.map(entry)
    }
    throw VolumeError(kind: .exhausted, message: "\(name): \(directory) is replaced all the time.")
  }

  package func stamp(_ path: RelativePath) throws(VolumeError) -> Entry? {
    try begin(.stamp, path)
    if path.isRoot {
      return Entry(name: [], kind: .directory, fingerprint: rootNode.fingerprint, links: 2)
    }
    guard !isMember(path), let name = locate(path) else { return nil }
    if isPackage(name) { watchPackage(name.node, at: path) }
    return entry(name)
  }

  package func born(_ path: RelativePath) throws(VolumeError) -> Int64? {
    try begin(.stamp, path)
    return locate(path)?.node.born
  }

  package func contents(_ path: RelativePath, limit: Int, evenIfOpen: Bool)
    throws(VolumeError) -> Reading
  {
    try begin(.contents, path)
    defer { releaseLocks() }
    guard !isMember(path) else { return .gone }
    switch try lock(path, .shared) {
    case .absent, .otherKind: return .gone
    case .overtaken: return .unsteady
    case .refused(let holder): return .locked(by: holder)
    case .granted(let name) where isPackage(name):
      return try readPackage(name.node, at: path, limit: limit, evenIfOpen: evenIfOpen)
    case .granted(let name) where name.node.kind == .symbolicLink:
      return try readLink(name.node)
    case .granted(let name):
      let reading = try read(name.node, limit: limit, evenIfOpen: evenIfOpen)
      try refuseForm(reading, at: path)
      return reading
    }
  }

  private func read(_ node: SimulatedNode, limit: Int, evenIfOpen: Bool) throws(VolumeError)
    -> Reading
  {
    let before = node.fingerprint
    if node.writers > 0, !evenIfOpen { return .beingWritten(before) }
    if node.content.count > limit { return .tooLarge(before) }
    let half = node.content.prefix(node.content.count / 2)
    try step()
    let content = Array(half + node.content.dropFirst(half.count))
    try step()
    if node.writers > 0, !evenIfOpen { return .beingWritten(node.fingerprint) }
    // A coarse stamp proves nothing, so the bytes are read once more.
    guard node.fingerprint == before, node.content == content else { return .unsteady }
    var read = certain(before)
    if node.writers > 0 { read.changed = 0 }
    return .content(content, read)
  }

  /// A fingerprint that no later write leaves behind: without its ctime, where one could.
  func certain(_ fingerprint: Fingerprint) -> Fingerprint {
    var certain = fingerprint
    if stampStep > 0, fingerprint.changed >= timestamp() {
      certain.changed = 0
    }
    return certain
  }

  package func slice(
    _ path: RelativePath, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(VolumeError) -> [UInt8]? {
    try begin(.slice, path)
    if let name = locate(path), isPackage(name), packageStamp(name.node).fingerprint == fingerprint,
      let archive = archive(of: name.node)
    {
      return Array(archive.dropFirst(Int(offset)).prefix(count))
    }
    guard let node = locate(path)?.node, node.kind == .file || node.kind == .symbolicLink,
      node.fingerprint == fingerprint
    else { return nil }
    let bytes = Array(document(node).dropFirst(Int(offset)).prefix(count))
    try step()
    return node.fingerprint == fingerprint ? bytes : nil
  }

  package func unwatched() -> [RelativePath] {
    guard !isCrashed else { return [] }
    let unwatched = listed.filter { locateDirectory($0)?.isWatched == false }
    // Of a package the directory that it lies in: listing that tells of the whole package.
    return Set(
      unwatched.map { path in
        builtInPackages.contains(path.name)
          ? path.parent : builtInPackages.package(holding: path)?.parent ?? path
      }
    ).sorted()
  }

  package func watchedCount() -> Int { watched }

  package func favour(_ directory: RelativePath) {
    guard !isCrashed, let node = locateDirectory(directory), !node.isWatched else { return }
    if watched >= watchLimit, let quietest = quietestWatched() { unwatchAlone(quietest) }
    watch(node)
    if node.isWatched { enqueue(.attributes(directory)) }
  }

  func missing(_ path: RelativePath) -> VolumeError {
    VolumeError(kind: .missing, message: "\(name): \(path) isn't there.")
  }
}
