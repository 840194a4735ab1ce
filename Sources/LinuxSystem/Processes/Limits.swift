import Glibc

/// How many descriptors this process may have open.
package struct OpenFileLimit: Hashable, Sendable {
  /// What holds now.
  package var current: UInt64
  /// How far this process may raise it.
  package var highest: UInt64
}

/// Wraps `getrlimit(2)` with `RLIMIT_NOFILE`.
package func openFileLimit() throws(SystemError) -> OpenFileLimit {
  var limit = rlimit()
  try retrying("getrlimit") { getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
  return OpenFileLimit(current: UInt64(limit.rlim_cur), highest: UInt64(limit.rlim_max))
}

/// Sets how many descriptors this process may have open from now on, up to the highest.
///
/// Wraps `setrlimit(2)` with `RLIMIT_NOFILE`.
package func setOpenFileLimit(_ count: UInt64) throws(SystemError) {
  var limit = rlimit()
  limit.rlim_cur = rlim_t(count)
  limit.rlim_max = rlim_t(try openFileLimit().highest)
  try retrying("setrlimit") { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
}
