import CLinux
import Glibc

/// The three streams that a process starts with, and nobody owns.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person sits at it.
  ///
  /// Wraps `isatty(3)`.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How wide the terminal is; nil where it isn't one, or doesn't say.
  ///
  /// Wraps `ioctl_tty(2)` with `TIOCGWINSZ`.
  package var columns: Int? {
    let columns = clinux_window_columns(rawValue)
    return columns > 0 ? Int(columns) : nil
  }

  /// Writes all of it. Throws `.brokenPipe` where nobody reads any more, if `.pipe` is ignored.
  ///
  /// Wraps `write(2)`.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try writeAll(bytes, to: rawValue)
  }

  /// What comes next, at most `count` bytes; empty at its end.
  ///
  /// Wraps `read(2)`.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    try readAvailable(from: rawValue, upTo: count)
  }
}
