import CLinux
import Glibc

extension Descriptor {
  /// Whether any program has the file open for writing, a mapping included; nil where the system
  /// can't tell: the file isn't ours (and we lack `CAP_LEASE`), or its file system has no leases.
  ///
  /// A read lease is granted only while nobody can write. It is given back at once, but a program
  /// that opens the file for writing in that instant waits for it, or, where it opened without
  /// blocking, is told to try again. The signal which the kernel then sends us is made one that
  /// is ignored by default, since the usual one kills. This descriptor must be open for reading
  /// only, or it counts as a writer itself.
  ///
  /// Wraps `fcntl(2)` with `F_SETLEASE`.
  package func isOpenForWriting() throws(SystemError) -> Bool? {
    do {
      try retrying("fcntl") { clinux_set_signal(raw, SIGURG) }
      try retrying("fcntl") { clinux_set_lease(raw, clinux_read_lease) }
    } catch {
      switch error.errno {
      case .wouldBlock: return true
      case .accessDenied, .notPermitted, .noLocks, .invalid, .notSupported, .notImplemented:
        return nil
      default: throw error
      }
    }
    // Nothing to give back, where the lease was broken meanwhile and someone waits for it:
    // the kernel counts that as giving it back.
    try retrying("fcntl") { clinux_set_lease(raw, clinux_no_lease) }
    return false
  }
}
