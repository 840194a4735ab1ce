package import LinuxSystem

/// Why a call has no answer, or which error it has for one.
package enum ClientError: Error, Hashable, Sendable {
  /// Nothing listens there: no socket, or one that a daemon left behind.
  case notRunning(DaemonAddress)
  /// The socket is another user's, or its daemon is.
  case notAllowed(DaemonAddress)
  case addressTooLong(DaemonAddress)
  /// The daemon closed the connection before the answer was whole.
  case connectionLost
  case timedOut
  /// What came is not what the interface says; the daemon may be another version.
  case unreadableReply(String)
  /// The call is longer than a daemon takes.
  case callTooLong(Int)
  case system(SystemError)
  /// The daemon's own answer.
  case answered(DaemonError)
}

extension ClientError: CustomStringConvertible {
  /// What happened and what to do, as one line.
  package var description: String {
    switch self {
    case .notRunning(let address):
      "the daemon isn't running: nothing listens at \(address); start `collated`, or set "
        + "COLLATE_SOCKET to where it listens"
    case .notAllowed(let address):
      "the daemon at \(address) belongs to another user; run this as that user"
    case .addressTooLong(let address):
      "the socket's path \(address) is too long for the system; set COLLATE_SOCKET to one of at "
        + "most \(SocketAddress.longestPath) bytes"
    case .connectionLost:
      "the daemon closed the connection before it answered; it may have been stopped: try again"
    case .timedOut: "the daemon did not answer in time; `collate status` says what it is doing"
    case .unreadableReply(let reason):
      "the daemon's answer can't be read (\(reason)); it may be another version"
    case .callTooLong(let count): "the call is \(count) bytes long, more than a daemon takes"
    case .system(let error): "talking to the daemon failed: \(error)"
    case .answered(let error): error.description
    }
  }
}
