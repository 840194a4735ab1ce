@testable import Control
import LinuxSystem
import Testing

/// A client that sends any bytes, cut anywhere.
final class RawClient {
  private var socket: Descriptor?
  private var framing = MessageFraming()

  init(_ address: DaemonAddress) throws {
    let socket = try makeSocket(.stream)
    try socket.connect(to: SocketAddress(path: address.path))
    self.socket = consume socket
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) throws {
    try socket?.sendAll(bytes)
  }

  func endSending() throws {
    try socket?.shutDown(.sending)
  }

  func close() {
    socket = nil
  }

  /// The next message, or nil where the server closed the connection.
  func next(within milliseconds: Int32 = 20_000) throws -> String? {
    while true {
      if let message = try framing.next() { return String(decoding: message, as: UTF8.self) }
      let bytes = try receive(within: milliseconds)
      if bytes.isEmpty { return nil }
      framing.append(bytes)
    }
  }

  /// Whether the server closed the connection in time.
  func isClosed(within milliseconds: Int32 = 20_000) throws -> Bool {
    do {
      return try receive(within: milliseconds).isEmpty
    } catch is NothingCame {
      return false
    } catch let error as SystemError where error.errno == .connectionReset {
      return true
    }
  }

  /// Whether nothing comes for a while.
  func isSilent(for milliseconds: Int32) throws -> Bool {
    do {
      _ = try receive(within: milliseconds)
      return false
    } catch is NothingCame {
      return true
    }
  }

  private func receive(within milliseconds: Int32) throws -> [UInt8] {
    guard let number = socket?.raw else { return [] }
    var entries = [PollEntry(number, .readable)]
    guard try wait(for: &entries, milliseconds: milliseconds) > 0 else { throw NothingCame() }
    return try socket?.receive(upTo: 64 << 10) ?? []
  }
}

/// The server neither said anything nor closed the connection.
struct NothingCame: Error {}

/// A call as a client writes it, with the NUL that ends it.
func callText(_ method: String, _ parameters: String = "{}", _ rest: String = "") -> String {
  #"{"method":"org.collate.Toy.\#(method)","parameters":\#(parameters)\#(rest)}"# + "\0"
}
