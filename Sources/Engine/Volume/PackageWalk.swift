import LinuxSystem
import Reconciliation

/// A walk by `stat` over an open package: what is in it, nothing of it read.
struct PackageWalk {
  struct Found {
    /// Beneath the package's directory.
    var path: RelativePath
    var status: FileStatus
  }

  let stamp: PackageStamp
  /// What the document consists of, in byte order of the paths.
  let members: [Found]
  /// What is only carried along; of a directory not what is in it.
  let carried: [Found]
  /// The directories in each directory, the package's own at the root.
  let directories: [RelativePath: Set<[UInt8]>]
  /// Why it can't be read as a package; nil where it can.
  let obstacle: String?

  /// - Parameter entering: called with each directory once it is open and before it is listed.
  init(
    _ package: borrowing Descriptor,
    entering: (borrowing Descriptor, RelativePath) throws(SystemError) -> Void = { _, _ in }
  ) throws(SystemError) {
    let type = try package.fileSystemStatus().type
    var walker = Walker(
      device: try package.status().device, hasModes: type != .fat && type != .exfat)
    while let path = walker.pending.popLast() {
      let directory = try package.open(
        beneath: path.bytes, [.readOnly, .directory], staysOnMount: !path.isRoot)
      try entering(directory, path)
      try walker.take(directory, at: path)
    }
    let members = walker.members.sorted { $0.path < $1.path }
    self.members = members
    carried = walker.carried
    directories = walker.directories
    stamp = PackageStamp(
      directory: Fingerprint(try package.status()),
      members: members.map {
        PackageStamp.Member(
          path: $0.path, kind: Entry.Kind($0.status.kind), fingerprint: Fingerprint($0.status))
      })
    obstacle = walker.obstacle ?? stamp.obstacle
  }
}

private struct Walker {
  let device: UInt64
  /// Where all files have one mode, it says nothing of any.
  let hasModes: Bool
  var pending: [RelativePath] = [.root]
  var members: [PackageWalk.Found] = []
  var carried: [PackageWalk.Found] = []
  var directories: [RelativePath: Set<[UInt8]>] = [:]
  var obstacle: String?

  mutating func take(
    _ directory: borrowing Descriptor, at path: RelativePath
  ) throws(SystemError) {
    var names: Set<[UInt8]> = []
    for entry in try directory.list() {
      guard let member = path.appending(entry.name),
        var status = try status(of: entry.name, in: directory)
      else { continue }
      if !hasModes, status.kind == .file { status.mode &= ~0o111 }
      let isDirectory = status.kind == .directory
      let found = PackageWalk.Found(path: member, status: status)
      if isCarriedAlong(member, isDirectory: isDirectory) {
        carried.append(found)
        continue
      }
      members.append(found)
      guard isDirectory else { continue }
      if status.device == device {
        pending.append(member)
        names.insert(entry.name)
      } else {
        obstacle = "\(member) is another file system's"
      }
    }
    directories[path] = names
  }

  /// Nil where it has gone since it was listed.
  private func status(
    of name: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try directory.status(of: name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }
}

extension RelativePath {
  /// The place beneath the root of a member of this package.
  func member(_ path: RelativePath) -> RelativePath {
    path.isRoot ? self : path.moved(from: .root, to: self)
  }
}
