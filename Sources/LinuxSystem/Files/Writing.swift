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

  /// Writes all of it at a place but for blocks of nothing but zeros, which are left out: a new file
  /// has holes there, once it is as long as it is to be. Where it fails, a part may be there.
  ///
  /// Wraps `pwrite(2)`.
  package func writeSparse(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    let block = 64 << 10
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, !isZero(bytes, end..<min(end + block, bytes.count)) {
        end = min(end + block, bytes.count)
      }
      if end > start {
        try writeRange(bytes, start..<end, at: offset + Int64(start))
        start = end
      } else {
        start = min(start + block, bytes.count)
      }
    }
  }

  private func writeRange(
    _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64
  ) throws(SystemError) {
    var written = 0
    while written < range.count {
      written += try retrying("pwrite") {
        bytes[range].dropFirst(written).withUnsafeBytes {
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

/// Whether a range holds nothing but zeros: it equals itself moved by one, and begins with one.
private func isZero(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
  bytes[range].withUnsafeBytes { part in
    guard let start = part.baseAddress, part[0] == 0 else { return part.isEmpty }
    return memcmp(start, start + 1, part.count - 1) == 0
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
