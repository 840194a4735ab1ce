/// What the server lets one client, and all of them, take of the daemon.
package struct ServerLimits: Sendable {
  /// Bytes of one message, either way.
  package var message = MessageFraming.defaultLimit
  /// Clients at once; never more than half of the files that the process may open.
  package var connections = 1024
  /// Bytes of a stream's answers that wait for a client before it counts as behind.
  package var waiting = 1 << 20
  /// How long half a message, or an answer that isn't read, may stand still before its
  /// connection is dropped. A stream may stand for ever: what waits for it is bounded.
  package var standstill: Duration = .seconds(60)
  /// How long a connection must have been without a call before it may be dropped for a new one
  /// where there are no more.
  package var idle: Duration = .seconds(2)
  /// How long nobody is accepted after the system had no descriptor left.
  package var acceptPause: Duration = .seconds(1)

  package init() {}

  /// Half of what the process may open stays for documents, or clients could stop the daemon from
  /// reading any.
  mutating func leaveDescriptors(of openFiles: UInt64) {
    connections = max(1, min(connections, Int(clamping: openFiles / 2)))
  }
}

extension Duration {
  /// Rounded towards zero; times here are far from what 64 bits can't hold.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
