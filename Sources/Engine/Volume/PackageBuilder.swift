import LinuxSystem
import Reconciliation

/// Builds a package in the staging folder. Only what changed is written: what the standing package
/// holds already gets a second name there, with all that belongs to it.
///
/// A second name, and no copy: a program that opened a member for writing a moment ago goes on
/// writing into the package that has the name, and what it writes is found as any change is.
struct PackageBuilder {
  let archive: PackageArchive
  /// The package that is to be replaced, if one is.
  let standing: StandingPackage?
  /// The standing members by path.
  private let found: [RelativePath: FileStatus]
  /// What each directory will hold, and what it holds in the standing package.
  private let names: [RelativePath: [RelativePath]]
  private let standingNames: [RelativePath: [RelativePath]]
  /// The mode of a new member that isn't executable.
  let defaultMode: UInt32
  /// The mode of the package's directory; nil for that of the standing one, or the usual.
  let mode: UInt32?
  /// The mtime for what is new; nil for now.
  let modified: Int64?
  /// Whether what is made gets the owner of what it replaces: as the owner of all files.
  let keepsOwner: Bool
  /// Whom a new package belongs to then.
  let newOwner: FileStatus?

  init(
    _ archive: PackageArchive, over standing: StandingPackage?, defaultMode: UInt32, mode: UInt32?,
    modified: Int64?, keepsOwner: Bool, newOwner: FileStatus? = nil
  ) {
    self.archive = archive
    self.standing = standing
    self.defaultMode = defaultMode
    self.mode = mode
    self.modified = modified
    self.keepsOwner = keepsOwner
    self.newOwner = newOwner
    found = Dictionary(
      (standing?.walk.members ?? []).map { ($0.path, $0.status) }, uniquingKeysWith: { $1 })
    names = Self.names(of: archive)
    standingNames = Self.names(of: standing?.archive)
  }

  /// Builds it under the staged name. What fails leaves nothing behind.
  func build(
    in side: borrowing Side, _ stamps: inout StampClock
  ) throws(SystemError) -> StagedPackage {
    try side.staging.removeTree(side.stagedName)
    do throws(SystemError) {
      try side.staging.makeDirectory(side.stagedName, mode: 0o700)
      let package = try side.staging.openDirectory(side.stagedName)
      _ = try package.lockWhereSupported(.exclusive)
      for member in archive.members { try make(member, in: package, &stamps) }
      try standing?.carryFiles(to: package)
      for member in archive.members.reversed() where member.content == .directory {
        try finish(package.openDirectory(member.path.bytes), at: member.path)
      }
      try finish(package, at: .root)
      let stamp = try PackageWalk(package).stamp
      return StagedPackage(descriptor: package, stamp: stamp)
    } catch {
      // The first failure is the one to tell.
      _ = Result { () throws(SystemError) in try side.staging.removeTree(side.stagedName) }
      throw error
    }
  }

  private func make(
    _ member: PackageArchive.Member, in package: borrowing Descriptor, _ stamps: inout StampClock
  ) throws(SystemError) {
    let place = try package.place(of: member.path.bytes)
    if member.content != .directory, try link(member, to: place) { return }
    switch member.content {
    case .directory: try place.directory.makeDirectory(place.name, mode: 0o700)
    case .symbolicLink(let target): try place.directory.makeSymbolicLink(place.name, to: target)
    case .file(let content, let isExecutable):
      try write(content, isExecutable, at: member.path, to: place, &stamps)
    }
  }

  /// Gives the standing member a second name; false where it is another, or can't have one.
  private func link(
    _ member: PackageArchive.Member, to place: borrowing Place
  ) throws(SystemError) -> Bool {
    guard let standing, let expected = found[member.path],
      standing.archive[member.path] == member.content
    else { return false }
    do throws(SystemError) {
      let source = try standing.descriptor.place(of: member.path.bytes)
      try source.directory.link(source.name, to: place.directory, as: place.name)
    } catch {
      guard error.errno.isLinkRefusal || error.errno.isAbsence || error.errno == .crossesDevices
      else { throw error }
      return false
    }
    // Another may have taken the name since it was read.
    let linked = try place.directory.status(of: place.name)
    if linked.isSameFile(as: expected), linked.size == expected.size,
      linked.modified == expected.modified
    {
      return true
    }
    try place.directory.removeFile(place.name)
    return false
  }

  private func write(
    _ content: [UInt8], _ isExecutable: Bool, at path: RelativePath, to place: borrowing Place,
    _ stamps: inout StampClock
  ) throws(SystemError) {
    let file = try place.directory.open(
      beneath: place.name, [.writeOnly, .create, .exclusive], mode: 0o600)
    try stamps.measure(file)
    try file.truncate(to: 0)
    try file.writeAll(content, at: 0)
    let old = found[path].flatMap { $0.kind == .file ? $0 : nil }
    if let standing, old != nil {
      try file.copyUserAttributes(from: standing.descriptor.openDocument(path.bytes))
    }
    let plain = old?.mode ?? defaultMode
    var owner: FileStatus?
    if keepsOwner { owner = old }
    if keepsOwner, owner == nil { owner = try standing?.descriptor.status() ?? newOwner }
    let likeness = StagedFile.Likeness(
      mode: isExecutable ? plain | plain & 0o444 >> 2 : plain & ~0o111, owner: owner?.owner,
      group: owner?.group)
    try likeness.apply(to: file)
    if let standing, old != nil, standing.archive[path]?.isSameBytes(content) == true {
      if let time = old?.modified { try file.setModified(time) }
    } else if let modified {
      try file.setModified(modified)
    }
    try file.sync()
  }

  /// Gives a directory, all of whose names are made, what else belongs to it.
  private func finish(
    _ directory: borrowing Descriptor, at path: RelativePath
  ) throws(SystemError) {
    var old: FileStatus?
    if let standing, path.isRoot || found[path]?.kind == .directory {
      let before = try standing.descriptor.openDirectory(path.bytes)
      try directory.copyUserAttributes(from: before)
      old = try before.status()
    }
    let usual = old?.mode ?? (defaultMode | defaultMode & 0o444 >> 2)
    var likeness = StagedFile.Likeness(mode: path.isRoot ? mode ?? usual : usual)
    // A directory that can't be entered holds nothing for anyone.
    likeness.mode |= 0o700
    var owner: FileStatus?
    if keepsOwner { owner = old }
    if keepsOwner, owner == nil { owner = try standing?.descriptor.status() ?? newOwner }
    likeness.owner = owner?.owner
    likeness.group = owner?.group
    try likeness.apply(to: directory)
    if let old, names[path] == standingNames[path] {
      try directory.setModified(old.modified)
    } else if let modified {
      try directory.setModified(modified)
    }
    try directory.sync()
  }

  private static func names(of archive: PackageArchive?) -> [RelativePath: [RelativePath]] {
    Dictionary(grouping: archive?.members.map(\.path) ?? [], by: \.parent)
  }
}

extension PackageArchive.Member.Content {
  fileprivate func isSameBytes(_ bytes: [UInt8]) -> Bool {
    if case .file(bytes, _) = self { true } else { false }
  }
}
