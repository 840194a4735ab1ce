import CLinux

/// What a file system says of itself.
package struct FileSystemStatus: Hashable, Sendable {
  package var type: FileSystemType
  /// In bytes.
  package var size: UInt64
  /// What an ordinary user may still write, in bytes.
  package var available: UInt64
  /// How many files can still be made; 0 on those that don't count them.
  package var availableFiles: UInt64
}

/// A kind of file system, by the number the kernel gives it.
package struct FileSystemType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension FileSystemType {
  // The kernel's linux/magic.h, and the sources of those that aren't in it.
  package static let ext = FileSystemType(rawValue: 0xEF53)
  package static let btrfs = FileSystemType(rawValue: 0x9123_683E)
  package static let xfs = FileSystemType(rawValue: 0x5846_5342)
  package static let tmpfs = FileSystemType(rawValue: 0x0102_1994)
  package static let overlay = FileSystemType(rawValue: 0x794C_7630)
  package static let fat = FileSystemType(rawValue: 0x4D44)
  package static let exfat = FileSystemType(rawValue: 0x2011_BAB0)
  package static let nfs = FileSystemType(rawValue: 0x6969)
  package static let cifs = FileSystemType(rawValue: 0xFF53_4D42)
  package static let smb2 = FileSystemType(rawValue: 0xFE53_4D42)
  package static let ceph = FileSystemType(rawValue: 0x00C3_6400)
  package static let afs = FileSystemType(rawValue: 0x5346_414F)
  package static let plan9 = FileSystemType(rawValue: 0x0102_1997)
  /// Anything behind a program: sshfs and rclone, but also a local disk's NTFS.
  package static let fuse = FileSystemType(rawValue: 0x6573_5546)

  /// Whether other machines may change files there, of which inotify says nothing. FUSE counts,
  /// since it can't be told what is behind it.
  package var isShared: Bool {
    switch self {
    case .nfs, .cifs, .smb2, .ceph, .afs, .plan9, .fuse: true
    default: false
    }
  }
}

extension FileSystemType: CustomStringConvertible {
  /// The name that `mount` uses, or the number.
  package var description: String {
    switch self {
    case .ext: "ext4"
    case .btrfs: "btrfs"
    case .xfs: "xfs"
    case .tmpfs: "tmpfs"
    case .overlay: "overlay"
    case .fat: "vfat"
    case .exfat: "exfat"
    case .nfs: "nfs"
    case .cifs, .smb2: "cifs"
    case .ceph: "ceph"
    case .afs: "afs"
    case .plan9: "9p"
    case .fuse: "fuse"
    default: "0x" + String(rawValue, radix: 16)
    }
  }
}

extension Descriptor {
  /// Of the file system that it is on.
  ///
  /// Wraps `fstatfs(2)`.
  package func fileSystemStatus() throws(SystemError) -> FileSystemStatus {
    var status = clinux_file_system()
    try retrying("fstatfs") { clinux_fstatfs(raw, &status) }
    return FileSystemStatus(
      // The number is signed where the kernel's word has 32 bits.
      type: FileSystemType(rawValue: status.type & 0xFFFF_FFFF),
      size: status.blocks.multipliedClamping(by: status.block_size),
      available: status.blocks_available.multipliedClamping(by: status.block_size),
      availableFiles: status.files_free)
  }
}

extension UInt64 {
  /// Network file systems report whatever their server says.
  fileprivate func multipliedClamping(by other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
