import CLinux
import Glibc

/// How a file is opened. `O_CLOEXEC`, `O_NOCTTY` and `O_NOFOLLOW` are always set, the last but
/// for a root.
package struct OpenOptions: OptionSet, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The default, being zero.
  package static let readOnly: OpenOptions = []
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  package static let create = OpenOptions(rawValue: O_CREAT)
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  package static let append = OpenOptions(rawValue: O_APPEND)
  package static let directory = OpenOptions(rawValue: O_DIRECTORY)
  /// A FIFO is opened without waiting for its other end.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Only names the place: for `*at` calls and `status`, needs no permission to read.
  package static let place = OpenOptions(rawValue: clinux_o_path)
  /// A file without a name, in the directory that is opened.
  package static let unnamed = OpenOptions(rawValue: clinux_o_tmpfile)

  /// What the call takes. `openat2`, unlike `openat`, refuses with `O_PATH` what means nothing there.
  var flags: Int32 {
    rawValue | O_CLOEXEC | (contains(.place) ? 0 : O_NOCTTY)
  }

  /// As `flags`, where the last step of the path must be no symbolic link.
  var flagsNoFollow: Int32 { flags | O_NOFOLLOW }
}
