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
