import CLinux
import Glibc

extension Descriptor {
  /// Makes the file, or the names in a directory, durable. After an error nothing is known of
  /// what reached the disk, and a second call may report success wrongly.
  ///
  /// Wraps `fsync(2)`.
  package func sync() throws(SystemError) {
    try retrying("fsync") { fsync(raw) }
  }

  /// As `sync()`, in parts of 4 MiB. `passed` is told the bytes of each, and ends it by throwing;
  /// nothing is known to be durable then.
  ///
  /// Wraps `sync_file_range(2)`, and `fsync(2)` in the end, which is left with little to do.
  package func sync(passed: (Int) throws(SystemError) -> Void) throws(SystemError) {
    let part: Int64 = 4 << 20
    let status = try status()
    var left = status.kind == .file ? status.size : 0
    var offset: Int64 = 0
    while left > part {
      do throws(SystemError) {
        // The next part is on its way already while this one is waited for.
        try writeOut(at: offset + part, part, clinux_sync_file_range_write)
        try writeOut(at: offset, part, clinux_sync_file_range_wait)
      } catch {
        guard error.errno.isLack else { throw error }
        break
      }
      offset += part
      left -= part
      try passed(Int(part))
    }
    try sync()
    try passed(Int(clamping: left))
  }

  private func writeOut(
    at offset: Int64, _ count: Int64, _ flags: UInt32
  ) throws(SystemError) {
    try retrying("sync_file_range") { clinux_sync_file_range(raw, offset, count, flags) }
  }

  /// Makes the content durable, and what is needed to read it back, but not the times.
  ///
  /// Wraps `fdatasync(2)`.
  package func syncData() throws(SystemError) {
    try retrying("fdatasync") { fdatasync(raw) }
  }

  /// Makes everything on its file system durable, other programs' writes included.
  ///
  /// Wraps `syncfs(2)`.
  package func syncFileSystem() throws(SystemError) {
    try retrying("syncfs") { clinux_syncfs(raw) }
  }
}
