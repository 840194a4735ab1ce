import CLinux
import Glibc

/// Seconds and nanoseconds as one number, the nearest where it doesn't fit: a file may claim any
/// year, and none of them may stop the daemon.
func clampedNanoseconds(_ seconds: Int64, _ nanoseconds: Int64) -> Int64 {
  let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
  let (sum, alsoOverflows) = whole.addingReportingOverflow(nanoseconds)
  guard overflows || alsoOverflows else { return sum }
  return seconds < 0 ? .min : .max
}

extension timespec {
  /// The parts that the kernel wants: the nanoseconds are never negative, before 1970 neither.
  init(nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(
      tv_sec: Int(rest < 0 ? seconds - 1 : seconds),
      tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
  }
}

extension Descriptor {
  /// When the file was made, in nanoseconds since 1970; nil where the file system doesn't say.
  ///
  /// Wraps `statx(2)`.
  package func birthTime() throws(SystemError) -> Int64? {
    var seconds: Int64 = 0
    var nanoseconds: UInt32 = 0
    try retrying("statx") { clinux_birth_time(raw, &seconds, &nanoseconds) }
    return seconds == 0 && nanoseconds == 0
      ? nil : clampedNanoseconds(seconds, Int64(nanoseconds))
  }

  /// Sets the mtime in nanoseconds since 1970, and leaves the atime. A file system that keeps
  /// coarser times, or fewer years, takes the nearest it has.
  ///
  /// Wraps `futimens(3)`.
  package func setModified(_ nanoseconds: Int64) throws(SystemError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: clinux_utime_omit), timespec(nanoseconds: nanoseconds),
    ]
    try retrying("futimens") { futimens(raw, times) }
  }

  /// Sets the mtime of a name in this directory, itself where it is a symbolic link.
  ///
  /// Wraps `utimensat(2)`.
  package func setModified(_ nanoseconds: Int64, of name: [UInt8]) throws(SystemError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: clinux_utime_omit), timespec(nanoseconds: nanoseconds),
    ]
    try retrying("utimensat", name: name) { utimensat(raw, $0, times, AT_SYMLINK_NOFOLLOW) }
  }
}
