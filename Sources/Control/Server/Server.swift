package import LinuxSystem

/// Serves the interface on a socket, from one thread of its own.
///
/// Nothing that a client does or omits holds up another, blocks the service, or costs more than
/// the limits say. While nobody asks, the thread sleeps.
package final class Server: Sendable {
  private let mailbox: Mailbox
  private let listener: ListeningSocket
  private let thread: DedicatedThread

  /// Begins to serve who connects to `listener`.
  ///
  /// `report` is called on the server's thread for what a person should know.
  package init(
    _ listener: ListeningSocket, service: any DaemonService, identity: ServerIdentity,
    limits: ServerLimits = ServerLimits(),
    report: @escaping @Sendable (ServerProblem) -> Void = { _ in }
  ) throws(SystemError) {
    let mailbox = try Mailbox()
    var limits = limits
    limits.leaveDescriptors(of: try openFileLimit().current)
    self.mailbox = mailbox
    self.listener = listener
    thread = try DedicatedThread(name: "collate-socket") { [limits] in
      let dispatcher = Dispatcher(
        service: service, identity: identity, limits: limits, mailbox: mailbox)
      ServerLoop(listener, dispatcher, report: report).run()
    }
  }

  deinit {
    mailbox.stop()
  }

  /// Closes every connection and the socket, whose file goes too, and waits until that is done.
  /// At once where it was done before. Never called from the service's own `handle`.
  package func stop() throws(SystemError) {
    mailbox.stop()
    try thread.join()
    try listener.retire()
  }
}

/// What went wrong with the socket as a whole.
package enum ServerProblem: Error, Sendable, CustomStringConvertible {
  /// No new client is let in until there is room; told once until it is over.
  case notAccepting(SystemError)
  /// The server's thread has ended.
  case stopped(SystemError)

  package var description: String {
    switch self {
    case .notAccepting(let error):
      "no new client is let in for now, since the system has no room: \(error)"
    case .stopped(let error): "the socket is no longer served, since waiting failed: \(error)"
    }
  }
}
