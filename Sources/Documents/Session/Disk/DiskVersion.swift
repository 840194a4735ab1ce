import LinuxSystem

/// What `stat` says of a version of a document, members of a package included.
struct DiskVersion: Hashable, Sendable {
  struct Stamp: Hashable, Sendable {
    var kind: FileStatus.Kind
    var inode: UInt64
    var size: Int64
    var modified: Int64
    var changed: Int64
    var mode: UInt32
  }

  /// Of the file, or of the package's directory.
  var root: Stamp
  /// By their paths in the package.
  var members: [[UInt8]: Stamp] = [:]

  var isPackage: Bool { root.kind == .directory }
  /// Whether nobody is to write it, by its mode. Where its folder is writable it could be replaced all
  /// the same, and root may do anything; but whoever took the bits away meant it.
  var isWriteProtected: Bool { root.mode & 0o222 == 0 }
  /// The newest mtime in it, in nanoseconds since 1970.
  var modified: Int64 { members.values.map(\.modified).reduce(root.modified, max) }
  /// The newest ctime in it.
  var changed: Int64 { members.values.map(\.changed).reduce(root.changed, max) }
}

extension DiskVersion.Stamp {
  init(_ status: FileStatus) {
    kind = status.kind
    inode = status.inode
    mode = status.mode
    // Of a directory, only what it holds counts, and that is listed.
    let isDirectory = status.kind == .directory
    size = isDirectory ? 0 : status.size
    modified = isDirectory ? 0 : status.modified
    changed = isDirectory ? 0 : status.changed
  }

  /// Without what taking another name changes, and nothing else that matters.
  fileprivate var content: Self {
    var copy = self
    copy.changed = 0
    copy.mode = 0
    return copy
  }
}

extension DiskVersion {
  /// What stood at a place as a wrapper saw it.
  init(_ record: FileRecord) {
    root = Stamp(record.status)
    var left: [(path: [UInt8], record: FileRecord)] = [([], record)]
    while let (path, record) = left.popLast() {
      for (name, member) in record.members {
        let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
        members[inner] = Stamp(member.status)
        left.append((inner, member))
      }
    }
  }

  /// The version that has a name in a directory, whatever it is; nil where nothing has it.
  static func of(
    _ name: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) -> DiskVersion? {
    do throws(SystemError) {
      let status = try directory.status(of: name)
      guard status.kind == .directory else { return DiskVersion(root: Stamp(status)) }
      return try of(try directory.openDirectory(name))
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  /// The version that is open: a file, or a directory with all that is beneath.
  static func of(_ item: borrowing Descriptor) throws(SystemError) -> DiskVersion {
    var version = DiskVersion(root: Stamp(try item.status()))
    guard version.isPackage else { return version }
    // A list instead of a recursion: nobody limits how deep a directory goes.
    var left: [[UInt8]] = [[]]
    while let path = left.popLast() {
      let directory: Descriptor
      do throws(SystemError) {
        directory = try item.openDirectory(path)
      } catch {
        // It went while the list was made.
        if error.errno == .noSuchFile || error.errno == .notDirectory { continue }
        throw error
      }
      for entry in try directory.list() {
        let member = path.isEmpty ? entry.name : path + [UInt8(ascii: "/")] + entry.name
        do throws(SystemError) {
          let status = try directory.status(of: entry.name)
          version.members[member] = Stamp(status)
          if status.kind == .directory { left.append(member) }
        } catch {
          guard error.errno == .noSuchFile else { throw error }
        }
      }
    }
    return version
  }

  /// Whether both are the same files with the same content, though one of them may have been renamed
  /// or linked since, which changes the ctime. Of what is shared only the file counts, since what is
  /// written into it is in both.
  func hasSameContent(as other: DiskVersion, sharing shared: Set<[UInt8]> = []) -> Bool {
    root.content == other.root.content && members.count == other.members.count
      && members.allSatisfy { path, stamp in
        shared.contains(path)
          ? stamp.inode == other.members[path]?.inode
          : stamp.content == other.members[path]?.content
      }
  }

  /// The members that are the same files in both.
  func files(sharedWith other: DiskVersion) -> Set<[UInt8]> {
    Set(members.filter { $1.kind == .file && $1.inode == other.members[$0]?.inode }.keys)
  }

  /// A number that versions with the same content share.
  var contentMark: UInt64 {
    // FNV-1a: nobody gains by forging one.
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    func mix(_ stamp: Stamp) {
      let numbers = [
        stamp.inode, UInt64(bitPattern: stamp.size), UInt64(bitPattern: stamp.modified),
      ]
      for number in numbers { mix((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }) }
    }
    mix(root)
    for (path, stamp) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      mix(path + [0])
      mix(stamp)
    }
    return mark
  }
}
