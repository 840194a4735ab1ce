import CLinux
import Glibc

extension Descriptor {
  /// Makes its content that of another file, sharing the blocks on disk until one of them is
  /// written. Throws where the file system can't (`.notSupported`, `.invalid`, `.crossesDevices`
  /// and others).
  ///
  /// Wraps `ioctl_ficlone(2)`.
  package func clone(from source: borrowing Descriptor) throws(SystemError) {
    let other = source.raw
    try retrying("ioctl") { clinux_ficlone(raw, other) }
  }

  /// Writes the rest of another file here, both from their offsets, by the cheapest way there
  /// is: shared blocks, within the kernel, or through memory. Where it fails, a part may be there.
  ///
  /// It goes in parts of at most 4 MiB. `passed` is told the bytes of each, and ends the copying by
  /// throwing.
  ///
  /// Wraps `copy_file_range(2)`; where the file systems can't, `read(2)` and `write(2)`.
  package func copyRest(
    of source: borrowing Descriptor, passed: (Int) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) {
    while let count = try copyPart(of: source), count > 0 { try passed(count) }
    // Files of some kernels' own file systems say 0 at once though they have content; at the
    // end of any other, this reads nothing.
    while true {
      let bytes = try source.readAvailable(upTo: 256 << 10)
      if bytes.isEmpty { return }
      try writeAll(bytes)
      try passed(bytes.count)
    }
  }

  /// Copies some more within the kernel: how many bytes, or nil where the file systems can't.
  private func copyPart(of source: borrowing Descriptor) throws(SystemError) -> Int? {
    let other = source.raw
    do throws(SystemError) {
      return try retrying("copy_file_range") { clinux_copy_file_range(other, raw, 4 << 20) }
    } catch {
      switch error.errno {
      case .crossesDevices, .invalid, .notSupported, .notImplemented, .notPermitted: return nil
      default: throw error
      }
    }
  }

  /// Where the next content lies at or after an offset; nil where only a hole follows.
  ///
  /// Wraps `lseek(2)` with `SEEK_DATA`; moves the offset.
  package func nextData(from offset: Int64) throws(SystemError) -> Int64? {
    do {
      return try retrying("lseek") { clinux_seek_data(raw, offset) }
    } catch {
      guard error.errno == .noSuchDevice else { throw error }
      return nil
    }
  }

  /// Where the next hole starts at or after an offset: the file's end counts as one. Nil beyond.
  ///
  /// Wraps `lseek(2)` with `SEEK_HOLE`; moves the offset.
  package func nextHole(from offset: Int64) throws(SystemError) -> Int64? {
    do {
      return try retrying("lseek") { clinux_seek_hole(raw, offset) }
    } catch {
      guard error.errno == .noSuchDevice else { throw error }
      return nil
    }
  }
}
