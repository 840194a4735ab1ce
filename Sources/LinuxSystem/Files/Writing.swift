import Glibc

extension Descriptor {
  /// Writes all of it at the file's offset, or at its end where it was opened to append. Where it
  /// fails, a part may be there.
  ///
  /// Wraps `write(2)`.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try LinuxSystem.writeAll(bytes, to: raw)
  }

  /// Writes all of it at a place, whatever the file's offset. Where it fails, a part may be there.
  ///
  /// Wraps `pwrite(2)`.
  package func writeAll(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try retrying("pwrite") {
        bytes[written...].withUnsafeBytes {
          pwrite(raw, $0.baseAddress, $0.count, off_t(offset) + off_t(written))
        }
      }
    }
  }

  /// Cuts the file to a size, or lengthens it by a hole.
  ///
  /// Wraps `ftruncate(2)`.
  package func truncate(to size: Int64) throws(SystemError) {
    try retrying("ftruncate") { ftruncate(raw, off_t(size)) }
  }
}

/// Writes all of it to a number that someone else owns.
func writeAll(_ bytes: [UInt8], to raw: Int32) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    written += try retrying("write") {
      bytes[written...].withUnsafeBytes { write(raw, $0.baseAddress, $0.count) }
    }
  }
}
