package import Engine
package import Reconciliation

extension SimulatedVolume: Volume {
  package func root() throws(VolumeError) -> RootState {
    try begin(.root, .root)
    return rootState
  }

  package func list(_ directory: RelativePath) throws(VolumeError) -> [Entry] {
    try begin(.list, directory)
    guard let node = findDirectory(directory) else { throw missing(directory) }
    listed.insert(directory)
    watch(node)
    try step()
    // Sorted, since a dictionary's order is not the same in every run.
    let names = node.children.values.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    try step()
    // Gone between the listing and its `lstat`: it isn't there.
    return names.filter { $0.parent === node && $0.isAttached }.map(entry)
  }

  package func stamp(_ path: RelativePath) throws(VolumeError) -> Entry? {
    try begin(.stamp, path)
    if path.isRoot {
      return tree.map {
        Entry(name: [], kind: .directory, fingerprint: $0.fingerprint, links: 2)
      }
    }
    return find(path).map(entry)
  }

  package func contents(_ path: RelativePath, limit: Int, evenIfOpen: Bool)
    throws(VolumeError) -> Reading
  {
    try begin(.contents, path)
    let name: SimulatedName
    switch try lock(path, .shared) {
    case .gone: return .gone
    case .refused(let holder): return .locked(by: holder)
    case .granted(let found): name = found
    }
    defer { releaseLocks() }
    let node = name.node
    guard node.kind == .file else { return .gone }
    let before = node.fingerprint
    if node.content.count > limit { return .tooLarge(before) }
    if node.writers > 0, !evenIfOpen { return .beingWritten(before) }
    let half = node.content.prefix(node.content.count / 2)
    try step()
    let content = half + node.content.dropFirst(half.count)
    try step()
    guard node.fingerprint == before, node.writers == 0 || evenIfOpen else { return .unsteady }
    return .content(Array(content), certain(before, of: node))
  }

  /// A fingerprint that no later write can leave behind: without its ctime, where one could.
  private func certain(_ fingerprint: Fingerprint, of node: SimulatedNode) -> Fingerprint {
    var certain = fingerprint
    let isSameTick = timestampGranularity > 0 && fingerprint.changed >= timestamp()
    if isSameTick || node.writers > 0 { certain.changed = 0 }
    return certain
  }

  package func slice(
    _ path: RelativePath, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(VolumeError) -> [UInt8]? {
    try begin(.slice, path)
    guard let node = find(path)?.node, node.kind == .file, node.fingerprint == fingerprint
    else { return nil }
    let bytes = Array(node.content.dropFirst(Int(offset)).prefix(count))
    try step()
    return node.fingerprint == fingerprint ? bytes : nil
  }

  package func unwatched() -> [RelativePath] {
    guard !isCrashed else { return [] }
    return listed.filter { findDirectory($0)?.isWatched == false }.sorted()
  }

  package func watchedCount() -> Int { watched }

  package func favour(_ directory: RelativePath) {
    guard !isCrashed, let node = findDirectory(directory), !node.isWatched else { return }
    if watched >= watchLimit, let quietest = quietestWatched() { unwatchAlone(quietest) }
    watch(node)
    if node.isWatched { enqueue(.attributes(directory)) }
  }

  func missing(_ path: RelativePath) -> VolumeError {
    VolumeError(kind: .missing, message: "\(name): \(path) isn't there.")
  }
}
