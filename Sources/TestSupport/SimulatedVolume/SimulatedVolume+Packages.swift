import Engine
package import Reconciliation

extension SimulatedVolume {
  /// Whether what has the name is a directory that counts as one document.
  func isPackage(_ name: SimulatedName) -> Bool {
    name.node.kind == .directory && builtInPackages.contains(name.name)
  }

  /// Whether a document can have this name: no path within a package is one.
  func isMember(_ path: RelativePath) -> Bool { builtInPackages.package(holding: path) != nil }

  /// What a walk by `stat` says of a package.
  func packageStamp(_ package: SimulatedNode) -> PackageStamp {
    PackageStamp(
      directory: package.fingerprint,
      members: members(of: package).map {
        PackageStamp.Member(
          path: $0.path, kind: $0.name.node.kind, fingerprint: $0.name.node.fingerprint)
      })
  }

  /// Its members with their paths beneath it, in byte order.
  func members(of package: SimulatedNode) -> [(path: RelativePath, name: SimulatedName)] {
    walk(package, at: .root).filter { !$0.isCarried }.map { ($0.path, $0.name) }
      .sorted { $0.0 < $1.0 }
  }

  /// What is only carried along.
  func carried(in package: SimulatedNode) -> [(path: RelativePath, name: SimulatedName)] {
    walk(package, at: .root).filter(\.isCarried).map { ($0.path, $0.name) }
  }

  private typealias Step = (path: RelativePath, name: SimulatedName, isCarried: Bool)

  private func walk(_ directory: SimulatedNode, at path: RelativePath) -> [Step] {
    directory.names.flatMap { name -> [Step] in
      guard let member = path.appending(name.name) else { return [] }
      let isDirectory = name.node.kind == .directory
      if isCarriedAlong(member, isDirectory: isDirectory) { return [(member, name, true)] }
      return [(member, name, false)] + (isDirectory ? walk(name.node, at: member) : [])
    }
  }

  /// A package's archive as it is now; nothing where something in it can't be archived.
  func archive(of package: SimulatedNode) -> [UInt8]? {
    var members: [PackageArchive.Member] = []
    for (path, name) in self.members(of: package) {
      guard let content = archived(name.node) else { return nil }
      members.append(.init(path: path, content: content))
    }
    return PackageArchive(members)?.bytes
  }

  private func archived(_ node: SimulatedNode) -> PackageArchive.Member.Content? {
    switch node.kind {
    case .directory, .package: .directory
    case .file:
      // Where all files have one mode, it says nothing of any.
      .file(node.content, isExecutable: node.mode & metadata.modeBits & 0o100 != 0)
    case .symbolicLink: .symbolicLink(node.content)
    case .special: nil
    }
  }

  /// Whether another program can write to a document, or to a member of it.
  func isOpenForWriting(_ node: SimulatedNode) -> Bool {
    node.kind == .directory
      ? members(of: node).contains { $0.name.node.writers > 0 } : node.writers > 0
  }

  // MARK: Watching and reading

  /// Watches a package's directories.
  func watchPackage(_ package: SimulatedNode, at path: RelativePath) {
    listed.insert(path)
    watch(package)
    for (member, name) in members(of: package) where name.node.kind == .directory {
      listed.insert(member.moved(from: .root, to: path))
      watch(name.node)
    }
    // A directory that got a name which isn't looked into.
    for (_, name) in carried(in: package) where name.node.kind == .directory {
      unwatch(name.node)
    }
  }

  func readPackage(
    _ package: SimulatedNode, at path: RelativePath, limit: Int, evenIfOpen: Bool
  ) throws(VolumeError) -> Reading {
    let before = packageStamp(package)
    if let obstacle = before.obstacle {
      throw VolumeError(kind: .denied, message: "Can't read the package \(path): \(obstacle).")
    }
    let fingerprint = before.fingerprint
    if !evenIfOpen, isOpenForWriting(package) { return .beingWritten(fingerprint) }
    if fingerprint.size > limit { return .tooLarge(fingerprint) }
    var read: [PackageArchive.Member] = []
    for (path, name) in members(of: package) {
      guard let content = archived(name.node) else { return .unsteady }
      read.append(.init(path: path, content: content))
      try step()
    }
    if !evenIfOpen, isOpenForWriting(package) { return .beingWritten(fingerprint) }
    // A coarse stamp proves nothing, so the bytes are read once more.
    guard packageStamp(package).isSameMembers(as: before),
      let bytes = PackageArchive(read)?.bytes, archive(of: package) == bytes
    else { return .unsteady }
    return .content(bytes, certain(before, isOpen: isOpenForWriting(package)))
  }

  /// A fingerprint that no later write to a member leaves behind.
  func certain(_ stamp: PackageStamp, isOpen: Bool = false) -> Fingerprint {
    var certain = stamp.fingerprint
    let mayRepeat = stampStep > 0 && stamp.latestChange >= timestamp()
    if mayRepeat || isOpen { certain.changed = 0 }
    return certain
  }

  // MARK: Building

  /// Builds a package aside. What the standing one holds already gets a second name, and so does
  /// what is carried along.
  func stagePackage(
    _ archive: PackageArchive, _ installation: Installation, over standing: SimulatedNode?
  ) throws(VolumeError) -> SimulatedName {
    try begin(.stage, installation.path)
    if let old = aside.children[stagedName(installation.id)] { removeTree(old) }
    let mode = installation.mode.flatMap { $0 & 0o100 == 0 ? nil : $0 }
    let package = makeNode(.directory, mode: mode ?? standing?.mode ?? 0o755)
    package.isFlushed = false
    let staged = attach(package, as: stagedName(installation.id), in: aside)
    hold(package, .exclusive)
    let old = standing.map { members(of: $0) } ?? []
    for member in archive.members {
      try step()
      let existing = old.first { $0.path == member.path }?.name.node
      add(member, to: package, like: existing, modified: installation.modified)
    }
    if let standing {
      for (path, name) in carried(in: standing) where name.node.kind != .directory {
        if let directory = directory(at: path.parent, in: package) {
          attach(name.node, as: name.name, in: directory)
        }
      }
    }
    try step()
    package.isFlushed = true
    return staged
  }

  private func add(
    _ member: PackageArchive.Member, to package: SimulatedNode, like existing: SimulatedNode?,
    modified: Int64?
  ) {
    guard let directory = directory(at: member.path.parent, in: package) else { return }
    let name = Array(member.path.name)
    if let existing, existing.kind != .directory, archived(existing) == member.content {
      attach(existing, as: name, in: directory)
      return
    }
    let node: SimulatedNode
    switch member.content {
    case .directory: node = makeNode(.directory, mode: existing?.mode ?? 0o755)
    case .symbolicLink(let target): node = makeNode(.symbolicLink, content: target, mode: 0o777)
    case .file(let content, let isExecutable):
      node = makeNode(.file, content: content, mode: isExecutable ? 0o755 : 0o644)
    }
    if let modified { node.modified = modified }
    attach(node, as: name, in: directory)
  }

  private func directory(at path: RelativePath, in package: SimulatedNode) -> SimulatedNode? {
    var directory = package
    for component in path.components {
      guard let next = directory.children[Array(component)]?.node, next.kind == .directory else {
        return nil
      }
      directory = next
    }
    return directory
  }

  /// Once the new package has the name: what came since, and what has no second name, follows, and
  /// what its program has removed meanwhile goes.
  func carryRest(of old: SimulatedNode, _ before: [RelativePath], to package: SimulatedNode) {
    guard old.kind == .directory, package.kind == .directory else { return }
    let now = carried(in: old)
    for (path, name) in now {
      guard let directory = directory(at: path.parent, in: package),
        directory.children[name.name] == nil
      else { continue }
      move(name, to: name.name, in: directory)
    }
    for (path, name) in carried(in: package)
    where before.contains(path) && !now.contains(where: { $0.path == path }) {
      detach(name)
    }
  }

  /// Removes a name, and all that is beneath it where it is a directory.
  func removeTree(_ name: SimulatedName) {
    for child in name.node.names { removeTree(child) }
    detach(name)
  }
}

extension SimulatedVolume {
  /// Every document in the tree with its content: files, links, and packages as their archives.
  package func documents() -> [RelativePath: [UInt8]] {
    var found = files().merging(links()) { one, _ in one }.filter { !isMember($0.key) }
    for path in directories() where !isMember(path) {
      if let name = find(path), isPackage(name) { found[path] = archive(of: name.node) }
    }
    return found
  }

  /// The contents of all files and links that lie aside, staged or displaced.
  package func contentsAside() -> [[UInt8]] {
    func contents(_ name: SimulatedName) -> [[UInt8]] {
      name.node.kind == .directory ? name.node.names.flatMap(contents) : [document(name.node)]
    }
    return aside.names.flatMap(contents)
  }
}
