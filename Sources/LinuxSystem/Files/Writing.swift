import Glibc

extension Descriptor {
  /// Writes all of it at the file's offset, or at its end where it was opened to append. Where it
  /// fails, a part may be there.
  ///
  /// Wraps `write(2)`.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeBufferPointer(rebasing: rest)
        rest = rest.dropFirst(
          try retrying("write") { write(raw, part.baseAddress, part.count) })
      }
    }
  }

  /// Writes all of it at a place, whatever the file's offset. Where it fails, a part may be there.
  ///
  /// Wraps `pwrite(2)`.
  package func writeAll(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      var written = 0
      while written < buffer.count {
        let part = UnsafeBufferPointer(rebasing: buffer[written...])
        written += try retrying("pwrite") {
          pwrite(raw, part.baseAddress, part.count, off_t(offset) + off_t(written))
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
