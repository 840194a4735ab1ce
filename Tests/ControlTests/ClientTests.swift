import Control
import FoundationEssentials
import LinuxSystem
import Testing

@Suite struct ClientTests {
  /// What listens, and answers the first client with these bytes before it closes.
  private func withListener(
    answering bytes: String?, _ body: (DaemonAddress) throws -> Void
  ) throws {
    let folder = try temporaryFolder()
    let path = Array(folder.appending(path: "socket").path.utf8)
    let listener = try makeSocket(.stream)
    try listener.bind(to: SocketAddress(path: path))
    try listener.listen(waiting: 5)
    if let bytes {
      let thread = try DedicatedThread(name: "answer") { [number = listener.raw] in
        answer(bytes, on: number)
      }
      try body(DaemonAddress(path))
      try thread.join()
    } else {
      try body(DaemonAddress(path))
    }
    try FileManager.default.removeItem(at: folder)
  }

  private func call(_ address: DaemonAddress, timeout: Duration? = nil) throws {
    _ = try Client(address, timeout: timeout).call(Echo.self, .init(text: "x"))
  }

  @Test func `where nothing listens, the error says so and what to do`() throws {
    let address = DaemonAddress(Array("/nowhere/at/all".utf8))
    #expect(throws: ClientError.notRunning(address)) { try Client(address) }
    #expect(
      ClientError.notRunning(address).description
        == "the daemon isn't running: nothing listens at /nowhere/at/all; start `collated`, or "
        + "set COLLATE_SOCKET to where it listens")
  }

  @Test func `a daemon that closes before the answer is whole is a lost connection`() throws {
    try withListener(answering: #"{"parameters":{"te"#) { address in
      #expect(throws: ClientError.connectionLost) { try call(address) }
    }
  }

  @Test func `a daemon that says nothing is waited for as long as was asked`() throws {
    try withListener(answering: nil) { address in
      #expect(throws: ClientError.timedOut) { try call(address, timeout: .milliseconds(20)) }
    }
  }

  @Test func `an answer that is none is named`() throws {
    try withListener(answering: #"{"parameters":{"number":1}}"# + "\0") { address in
      #expect {
        try call(address)
      } throws: { error in
        guard case .unreadableReply(let reason) = error as? ClientError else { return false }
        return reason.hasPrefix("parameters.text: ")
      }
    }
  }

  @Test func `fields that are unknown are passed over`() throws {
    let reply = #"{"new":1,"parameters":{"text":"y","more":[]}}"# + "\0"
    try withListener(answering: reply) { address in
      let text = try Client(address).call(Echo.self, .init(text: "x")).text
      #expect(text == "y")
    }
  }

  @Test func `the daemon's own errors come as they are`() throws {
    let server = try ToyServer()
    let client = try server.client()
    #expect(throws: ClientError.answered(.methodNotImplemented(Unknown.method))) {
      try client.call(Unknown.self)
    }
    // And the connection goes on.
    #expect(try client.call(Echo.self, .init(text: "x")).text == "x")
  }

  @Test func `a name that isn't UTF-8 goes there and back`() throws {
    let server = try ToyServer()
    let path = WirePath([0x61, 0x2F, 0xFF, 0x0A])
    let reply = try server.client().call(Where.self, .init(path: path))
    #expect(reply.wirePath == path)
  }

  @Test func `a document of 32 MiB fits into a call and its answer`() throws {
    let server = try ToyServer()
    let text = String(repeating: "abcd", count: 11 << 20)
    #expect(try server.client().call(Echo.self, .init(text: text)).text.utf8.count == 44 << 20)
  }
}

private func answer(_ bytes: String, on listener: Int32) {
  do {
    var entries = [PollEntry(listener, .readable)]
    try wait(for: &entries, milliseconds: 20_000)
    // The number stays the caller's.
    let borrowed = Descriptor(owning: listener)
    let accepted = try borrowed.accept()
    _ = borrowed.release()
    if let accepted { try answer(bytes, to: accepted) }
  } catch {
    Issue.record(error)
  }
}

private func answer(_ bytes: String, to client: consuming Descriptor) throws {
  var entries = [PollEntry(client.raw, .readable)]
  try wait(for: &entries, milliseconds: 20_000)
  _ = try client.receive(upTo: 1 << 16)
  try client.sendAll(Array(bytes.utf8))
}
