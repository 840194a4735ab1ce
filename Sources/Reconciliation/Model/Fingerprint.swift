/// What `stat` says of a version: enough to tell *perhaps changed* without reading.
///
/// The ctime is part of it because an edit that keeps the size and puts the mtime back still
/// moves the ctime (Unison and Syncthing miss that edit).
package struct Fingerprint: Hashable, Sendable {
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// Nanoseconds since 1970.
  package var changed: Int64
  /// The permission bits, `st_mode & 0o7777`; of a symbolic link, which has none, `linkMode`.
  package var mode: UInt32

  package init(inode: UInt64, size: Int64, modified: Int64, changed: Int64, mode: UInt32) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.mode = mode
  }

  /// The type and the bits that Linux shows for every symbolic link.
  package static let linkMode: UInt32 = 0o120777

  /// Whether it is a symbolic link's.
  package var isLink: Bool { mode == Self.linkMode }

  /// Whether the same inode still has the content it had, as far as a rename lets one tell: a
  /// rename moves the ctime.
  package func isSameContent(as other: Fingerprint) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
      && isLink == other.isLink
  }
}
