package import LinuxSystem

/// Why the daemon can't listen.
package enum ListeningError: Error, Hashable, Sendable {
  /// Another daemon answers there.
  case alreadyRunning(DaemonAddress)
  /// Longer than a socket's path can be.
  case pathTooLong(DaemonAddress)
  /// Something that is no socket has the name; it is left alone.
  case notASocket(DaemonAddress)
  /// The directory stands where others may write, and is another user's or open to others.
  case directoryNotPrivate(DaemonAddress)
  case system(SystemError)
}

extension ListeningError: CustomStringConvertible {
  /// What happened and what to do, as one line.
  package var description: String {
    switch self {
    case .alreadyRunning(let address):
      "a daemon is already running at \(address); `collate status` asks it"
    case .pathTooLong(let address):
      "the socket's path \(address) is longer than the \(SocketAddress.longestPath) bytes that "
        + "the system takes; set COLLATE_SOCKET to a shorter one"
    case .notASocket(let address):
      "\(address) is there and is no socket; move it away, or set COLLATE_SOCKET to another path"
    case .directoryNotPrivate(let address):
      "the directory of \(address) belongs to another user or is open to others; remove it, or "
        + "set XDG_RUNTIME_DIR or COLLATE_SOCKET"
    case .system(let error): "the socket could not be made: \(error)"
    }
  }
}
