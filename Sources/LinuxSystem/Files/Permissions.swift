import Glibc

extension Descriptor {
  /// Throws where this process may not make names in this directory: `.accessDenied`, or `.readOnly`
  /// where its file system is mounted so.
  ///
  /// Wraps `faccessat(2)`.
  package func checkWritable() throws(SystemError) {
    try retrying("faccessat") { faccessat(raw, ".", W_OK | X_OK, AT_EACCESS) }
  }

  /// Sets the permission bits, whatever the umask.
  ///
  /// Wraps `fchmod(2)`.
  package func setMode(_ mode: UInt32) throws(SystemError) {
    try retrying("fchmod") { fchmod(raw, mode_t(mode)) }
  }

  /// Sets owner and group; nil leaves one as it is. Clears set-user-id bits.
  ///
  /// Wraps `fchown(2)`.
  package func setOwner(_ owner: UInt32?, group: UInt32?) throws(SystemError) {
    // To chown, all ones mean "as it is".
    try retrying("fchown") { fchown(raw, owner ?? .max, group ?? .max) }
  }

  /// Gives a name in this directory an owner and a group, itself where it is a symbolic link.
  ///
  /// Wraps `fchownat(2)`.
  package func setOwner(_ owner: UInt32, group: UInt32, of name: [UInt8]) throws(SystemError) {
    try retrying("fchownat", name: name) { fchownat(raw, $0, owner, group, AT_SYMLINK_NOFOLLOW) }
  }
}

/// Sets which permission bits new files never get, for the whole process, and returns those
/// that it replaced.
///
/// Wraps `umask(2)`.
@discardableResult
package func setCreationMask(_ mask: UInt32) -> UInt32 {
  UInt32(umask(mode_t(mask)))
}
