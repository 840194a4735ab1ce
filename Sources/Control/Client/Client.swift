import LinuxSystem

/// A connection to the daemon, for a program that waits for its answers.
///
/// One call at a time, on one thread. After an error other than `.answered` it is of no use.
package final class Client {
  private let socket: Descriptor
  private let timeout: Duration?
  private var framing = MessageFraming()
  private static let readSize = 256 << 10

  /// Connects. `timeout` bounds every wait for the daemon to take or say something; nil waits
  /// for as long as it takes.
  package init(_ address: DaemonAddress, timeout: Duration? = nil) throws(ClientError) {
    socket = try address.connect()
    self.timeout = timeout
  }

  /// Calls a method and waits for its answer.
  package func call<Method: DaemonMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(ClientError) -> Method.Reply {
    try send(CallMessage(method: Method.method, parameters: parameters))
    return try reply(Method.Reply.self).value
  }

  /// Calls a method that takes no parameters.
  package func call<Method: DaemonMethod>(
    _ method: Method.Type
  ) throws(ClientError) -> Method.Reply where Method.Parameters == Wire.Nothing {
    try call(method, Wire.Nothing())
  }

  /// Calls a method with `more`, and hands on each answer as it comes, until the last one or
  /// until `body` returns false.
  ///
  /// After false the connection is of no use: the rest of the answers is still on its way.
  package func call<Method: DaemonMethod>(
    more method: Method.Type, _ parameters: Method.Parameters,
    _ body: (Method.Reply) -> Bool
  ) throws(ClientError) {
    try send(CallMessage(method: Method.method, parameters: parameters, more: true))
    while true {
      let (value, continues) = try reply(Method.Reply.self)
      guard body(value), continues else { return }
    }
  }

  /// Calls a method and asks for no answer.
  package func call<Method: DaemonMethod>(
    oneway method: Method.Type, _ parameters: Method.Parameters
  ) throws(ClientError) {
    try send(CallMessage(method: Method.method, parameters: parameters, oneway: true))
  }
}

extension Client {
  private func send(_ call: CallMessage<some Encodable>) throws(ClientError) {
    let message: [UInt8]
    do {
      message = try MessageCoding.message(of: call)
    } catch {
      throw .unreadableReply(error.reason)
    }
    guard message.count <= MessageFraming.defaultLimit else { throw .callTooLong(message.count) }
    var rest = message[...]
    while !rest.isEmpty {
      if let count = try attempt({ () throws(SystemError) in try socket.send(rest) }) {
        rest = rest.dropFirst(count)
      } else {
        try wait(until: .writable)
      }
    }
  }

  private func reply<Reply: Decodable>(
    _ type: Reply.Type
  ) throws(ClientError) -> (value: Reply, continues: Bool) {
    let message = try nextMessage()
    do {
      let header = try MessageCoding.decode(ReplyHeader.self, from: message)
      if let error = header.error { throw ClientError.answered(error) }
      let value = try MessageCoding.decode(ReplyParameters<Reply>.self, from: message)
      return (value.parameters, header.continues)
    } catch let error as UnreadableMessage {
      throw .unreadableReply(
        [error.field, error.reason].compactMap(\.self).joined(separator: ": "))
    } catch let error as ClientError {
      throw error
    } catch {
      throw .unreadableReply(String(describing: error))
    }
  }

  private func nextMessage() throws(ClientError) -> [UInt8] {
    while true {
      do {
        if let message = try framing.next() { return message }
      } catch {
        throw .unreadableReply(error.description)
      }
      let bytes = try attempt { () throws(SystemError) in
        try socket.receive(upTo: Self.readSize)
      }
      switch bytes {
      case nil: try wait(until: .readable)
      case let bytes? where bytes.isEmpty: throw .connectionLost
      case let bytes?: framing.append(bytes)
      }
    }
  }

  private func attempt<Result>(
    _ call: () throws(SystemError) -> Result
  ) throws(ClientError) -> Result {
    do {
      return try call()
    } catch {
      switch error.errno {
      case .brokenPipe, .connectionReset: throw .connectionLost
      default: throw .system(error)
      }
    }
  }

  private func wait(until event: PollEntry.Events) throws(ClientError) {
    let deadline = timeout.map { steadyClock() + $0.nanoseconds }
    while true {
      var entries = [PollEntry(socket.raw, event)]
      let left = deadline.map { max(0, $0 - steadyClock()) }
      let milliseconds = left.map { Int32(clamping: ($0 + 999_999) / 1_000_000) }
      let ready = try attempt { () throws(SystemError) in
        try LinuxSystem.wait(for: &entries, milliseconds: milliseconds)
      }
      if ready > 0 { return }
      if left == 0 { throw .timedOut }
    }
  }
}
