import Glibc

/// An open file, directory or socket: the one owner of its number. Closed when it goes.
package struct Descriptor: ~Copyable, Sendable {
  /// For calls that are not wrapped here. Valid only while the descriptor lives.
  package let raw: Int32

  /// Takes over an open number, which nobody else may close.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    _ = Glibc.close(raw)
  }

  /// Closes it and tells what a late write-back failure on some file systems says only here.
  ///
  /// Never repeated after EINTR: Linux has freed the number by then, and another thread may
  /// already own it.
  ///
  /// Wraps `close(2)`.
  package consuming func close() throws(SystemError) {
    let number = release()
    if Glibc.close(number) == -1, Errno.current != .interrupted {
      throw SystemError(call: "close", errno: .current)
    }
  }

  /// Gives the number away: whoever has it now must close it.
  package consuming func release() -> Int32 {
    let number = raw
    discard self
    return number
  }

  /// Another number for the same open file, sharing its offset and locks.
  ///
  /// Wraps `fcntl(2)` with `F_DUPFD_CLOEXEC`.
  package func duplicate() throws(SystemError) -> Descriptor {
    let number = raw
    return Descriptor(owning: try retrying("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }
}
