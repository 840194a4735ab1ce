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
}

/// Sets which permission bits new files never get, for the whole process, and returns those
/// that it replaced.
///
/// Wraps `umask(2)`.
@discardableResult
package func setCreationMask(_ mask: UInt32) -> UInt32 {
  UInt32(umask(mode_t(mask)))
}
