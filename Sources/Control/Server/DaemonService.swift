/// What answers the calls: the daemon, or a toy in a test.
package protocol DaemonService: Sendable {
  /// Takes a call and answers it through `responder`, at once or later, from any thread.
  ///
  /// Called on the server's thread, which serves everyone: it must not block. Only methods of the
  /// server's interfaces arrive, but a service that lacks one says `.methodNotImplemented`.
  func handle(_ call: Call, responder: Responder)

  /// A connection is gone, and with it what was open for it. Called once, on the server's thread.
  func connectionClosed(_ connection: UInt64)
}

extension DaemonService {
  package func connectionClosed(_ connection: UInt64) {}
}
