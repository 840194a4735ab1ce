import CLinux
import Glibc

/// How a socket carries bytes.
package enum SocketKind: Sendable {
  /// One stream in each direction.
  case stream
  /// Each message by itself.
  case datagram
}

/// Which direction of a connection is ended.
package enum SocketDirection: Sendable {
  case receiving
  case sending
  case both
}

/// Who is at the other end of a Unix socket, as the kernel knew when it was connected.
package struct PeerCredentials: Hashable, Sendable {
  package var process: Int32
  package var user: UInt32
  package var group: UInt32
}

/// A Unix socket, blocking unless `nonBlocking`.
///
/// Wraps `socket(2)`.
package func makeSocket(
  _ kind: SocketKind, nonBlocking: Bool = false
) throws(SystemError) -> Descriptor {
  let type = Int32((kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue)
  let flags = Int32(SOCK_CLOEXEC.rawValue) | (nonBlocking ? Int32(SOCK_NONBLOCK.rawValue) : 0)
  return Descriptor(owning: try retrying("socket") { socket(AF_UNIX, type | flags, 0) })
}

/// Makes a call on an address, which the error names.
private func retrying(
  _ call: String, about address: SocketAddress,
  _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int
) throws(SystemError) {
  try retrying(call, path: address.path) { address.withSystemAddress(body) }
}

extension Descriptor {
  /// Gives this socket its address; a path must be free. Throws `.addressInUse`.
  ///
  /// Wraps `bind(2)`.
  package func bind(to address: SocketAddress) throws(SystemError) {
    try retrying("bind", about: address) { Int(Glibc.bind(raw, $0, $1)) }
  }

  /// Lets others connect; `waiting` of them wait to be accepted.
  ///
  /// Wraps `listen(2)`.
  package func listen(waiting: Int32) throws(SystemError) {
    try retrying("listen") { Glibc.listen(raw, waiting) }
  }

  /// The next connection, non-blocking; nil where none waits, or the one that waited has gone.
  ///
  /// Throws `.tooManyOpen` while the connection waits on: the caller must not spin.
  ///
  /// Wraps `accept4(2)`.
  package func accept() throws(SystemError) -> Descriptor? {
    do {
      return Descriptor(owning: try retrying("accept4") { clinux_accept4(raw) })
    } catch {
      guard error.errno == .wouldBlock || error.errno == .connectionAborted else { throw error }
      return nil
    }
  }

  /// Connects this socket. Throws `.connectionRefused` where nobody listens any more,
  /// `.noSuchFile` where nobody ever did, `.wouldBlock` where too many wait.
  ///
  /// Wraps `connect(2)`.
  package func connect(to address: SocketAddress) throws(SystemError) {
    try retrying("connect", about: address) { Int(Glibc.connect(raw, $0, $1)) }
  }

  /// What has arrived, at most `count` bytes: empty where the other end sends no more, nil where
  /// nothing is there yet on a non-blocking socket.
  ///
  /// Wraps `recv(2)`.
  package func receive(upTo count: Int) throws(SystemError) -> [UInt8]? {
    do {
      return try readAvailable(upTo: count)
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      return nil
    }
  }

  /// Sends from the start of the bytes, and returns how many went; nil where none can go now on
  /// a non-blocking socket. Raises no `SIGPIPE`; throws `.brokenPipe` where the other end is gone.
  ///
  /// Wraps `send(2)`.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    do {
      return try retrying("send") {
        bytes.withUnsafeBytes { Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      return nil
    }
  }

  /// Sends all of it on a blocking socket.
  ///
  /// Wraps `send(2)`.
  package func sendAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = try send(rest) else {
        throw SystemError(call: "send", errno: .wouldBlock)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends one message to an address.
  ///
  /// Wraps `sendto(2)`.
  package func send(_ message: [UInt8], to address: SocketAddress) throws(SystemError) {
    try retrying("sendto", about: address) {
      sendto(raw, message, message.count, Int32(MSG_NOSIGNAL), $0, $1)
    }
  }

  /// Ends one or both directions of a connection: the other end then reads to the end.
  ///
  /// Wraps `shutdown(2)`.
  package func shutDown(_ direction: SocketDirection) throws(SystemError) {
    let how =
      switch direction {
      case .receiving: SHUT_RD
      case .sending: SHUT_WR
      case .both: SHUT_RDWR
      }
    try retrying("shutdown") { shutdown(raw, Int32(how)) }
  }

  /// Who connected.
  ///
  /// Wraps `getsockopt(2)` with `SO_PEERCRED`.
  package func peerCredentials() throws(SystemError) -> PeerCredentials {
    var peer = PeerCredentials(process: 0, user: 0, group: 0)
    try retrying("getsockopt") {
      clinux_peer_credentials(raw, &peer.process, &peer.user, &peer.group)
    }
    return peer
  }

  /// Makes calls on it return `.wouldBlock` instead of waiting: for sockets that systemd opened.
  ///
  /// Wraps `fcntl(2)` with `F_SETFL`.
  package func setNonBlocking() throws(SystemError) {
    let flags = try retrying("fcntl") { fcntl(raw, F_GETFL) }
    try retrying("fcntl") { fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }
}
