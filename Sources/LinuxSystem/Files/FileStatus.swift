import Glibc

/// What `stat` says of a file.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case directory
    case symbolicLink
    /// A FIFO, socket or device.
    case special
  }

  package var kind: Kind
  package var inode: UInt64
  /// The file system it is on.
  package var device: UInt64
  /// In bytes.
  package var size: Int64
  /// The mtime in nanoseconds since 1970; what `Int64` can't hold (before 1678, after 2261) is
  /// the nearest that it can.
  package var modified: Int64
  /// The ctime, as the mtime.
  package var changed: Int64
  /// The permission bits, `st_mode & 0o7777`.
  package var mode: UInt32
  /// How many names the inode has; 0 once it is deleted.
  package var links: UInt64
  package var owner: UInt32
  package var group: UInt32
}

extension FileStatus {
  init(_ status: stat) {
    kind = Kind(status.st_mode)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    size = Int64(status.st_size)
    modified = clampedNanoseconds(Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
    changed = clampedNanoseconds(Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec))
    mode = UInt32(status.st_mode) & 0o7777
    links = UInt64(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
  }

  /// Whether both are the same file, whatever its names.
  package func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}

extension FileStatus.Kind {
  init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    default: self = .special
    }
  }
}

extension Descriptor {
  /// Of what it has open.
  ///
  /// Wraps `fstat(2)`.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying("fstat") { fstat(raw, &status) }
    return FileStatus(status)
  }

  /// Of a name in this directory, itself where it is a symbolic link. Throws `.noSuchFile`.
  ///
  /// Wraps `fstatat(2)`.
  package func status(of name: [UInt8]) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying("fstatat", name: name) { fstatat(raw, $0, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  /// Of a path beneath this directory, following no symbolic link in any step; of the directory
  /// for an empty path.
  ///
  /// Wraps `openat2(2)` and `fstat(2)`.
  package func status(beneath path: [UInt8]) throws(SystemError) -> FileStatus {
    if path.isEmpty { return try status() }
    if !path.contains(UInt8(ascii: "/")) { return try status(of: path) }
    return try open(beneath: path, .place).status()
  }
}

/// Of a path that may lead through symbolic links: for roots.
///
/// Wraps `stat(2)`.
package func status(ofPath path: [UInt8]) throws(SystemError) -> FileStatus {
  var status = stat()
  try retrying("stat", path: path) { fstatat(AT_FDCWD, $0, &status, 0) }
  return FileStatus(status)
}
