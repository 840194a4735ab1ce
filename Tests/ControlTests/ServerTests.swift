import Control
import FoundationEssentials
import LinuxSystem
import Testing

@Suite struct ServerTests {
  @Test func `a call is answered`() throws {
    let server = try ToyServer()
    #expect(try server.client().call(Echo.self, .init(text: "hé\r\n")).text == "hé\r\n")
  }

  @Test func `a request in single bytes, within a character too, is answered once and whole`()
    throws
  {
    let server = try ToyServer()
    let client = try server.rawClient()
    for byte in Array(callText("Echo", #"{"text":"é"}"#).utf8) {
      try client.send([byte])
      try pause(milliseconds: 1)
    }
    #expect(try client.next() == #"{"parameters":{"text":"é"}}"#)
    #expect(try client.isSilent(for: 50))
  }

  @Test func `two requests in one packet are answered in order`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Echo", #"{"text":"1"}"#) + callText("Echo", #"{"text":"2"}"#))
    #expect(try client.next() == #"{"parameters":{"text":"1"}}"#)
    #expect(try client.next() == #"{"parameters":{"text":"2"}}"#)
  }

  @Test func `a second request waits for the answer to the first`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Wait", #"{"text":"1"}"#) + callText("Echo", #"{"text":"2"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    #expect(try client.isSilent(for: 50))
    #expect(server.service.handled == [Wait.method])
    server.service.release()
    #expect(try client.next() == #"{"parameters":{"text":"1"}}"#)
    #expect(try client.next() == #"{"parameters":{"text":"2"}}"#)
  }

  @Test func `a client that ends its side after the request is still answered`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Wait", #"{"text":"1"}"#) + callText("Echo", #"{"text":"2"}"#))
    try client.endSending()
    #expect(try eventually { server.service.waiting == 1 })
    try pause(milliseconds: 50)
    server.service.release()
    #expect(try client.next() == #"{"parameters":{"text":"1"}}"#)
    #expect(try client.next() == #"{"parameters":{"text":"2"}}"#)
    #expect(try client.next() == nil)
  }

  @Test func `clients that close before they read do no harm, a hundred times`() throws {
    let server = try ToyServer()
    for _ in 0..<100 {
      let client = try server.rawClient()
      try client.send(callText("Echo", #"{"text":"x"}"#))
      client.close()
    }
    #expect(try server.client().call(Echo.self, .init(text: "alive")).text == "alive")
    #expect(try eventually { server.service.closed.count == 101 })
  }

  @Test func `a silent client holds up nobody`() throws {
    let server = try ToyServer()
    let silent = try server.rawClient()
    let half = try server.rawClient()
    try half.send(#"{"method""#)
    let clock = ContinuousClock()
    let time = try clock.measure {
      _ = try server.client().call(Echo.self, .init(text: "x"))
    }
    #expect(time < .seconds(1))
    #expect(try silent.isSilent(for: 1))
  }

  @Test func `a call that waits holds up nobody else`() throws {
    let server = try ToyServer()
    let waiting = try server.rawClient()
    try waiting.send(callText("Wait", #"{"text":"later"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    #expect(try server.client().call(Echo.self, .init(text: "now")).text == "now")
    _ = try server.client().call(ReleaseAll.self)
    #expect(try waiting.next() == #"{"parameters":{"text":"later"}}"#)
  }

  @Test func `one-way calls are made in order and not answered`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Echo", #"{"text":"1"}"#, #","oneway":true"#))
    try client.send(callText("Forget", "{}", #","oneway":true"#))
    try client.send(callText("Echo", #"{"text":"2"}"#))
    #expect(try client.next() == #"{"parameters":{"text":"2"}}"#)
    #expect(server.service.handled == [Echo.method, Forget.method, Echo.method])
  }

  @Test func `one-way calls are made although their client is gone`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    let waits = callText("Wait", #"{"text":"1"}"#, #","oneway":true"#)
    try client.send(waits + callText("Forget", "{}", #","oneway":true"#))
    client.close()
    #expect(try eventually { server.service.waiting == 1 })
    try pause(milliseconds: 20)
    server.service.release()
    #expect(try eventually { server.service.handled == [Wait.method, Forget.method] })
    #expect(try eventually { server.service.closed.count == 1 })
  }

  @Test func `a forgotten call is answered with an error`() throws {
    let server = try ToyServer()
    let expected = ClientError.answered(
      .failed(message: "the daemon gave no answer to this call; try again"))
    #expect(throws: expected) { try server.client().call(Forget.self) }
  }

  @Test func `who goes while a call is in hand is let go`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Wait", #"{"text":"1"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    client.close()
    #expect(try eventually { server.service.closed == [1] })
    server.service.release()
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
  }

  @Test func `stopping closes the connections and removes the socket`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Echo", #"{"text":"1"}"#))
    #expect(try client.next() != nil)
    try server.stop()
    #expect(try client.next() == nil)
    #expect(throws: ClientError.notRunning(server.address)) { try server.client() }
    #expect(server.service.closed == [1])
  }

  @Test func `who waits to be let in when it stops is let go`() throws {
    var limits = ServerLimits()
    limits.connections = 1
    let server = try ToyServer(limits: limits)
    let busy = try server.rawClient()
    try busy.send(callText("Wait", #"{"text":"1"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    let next = try server.rawClient()
    try server.stop()
    #expect(try next.isClosed())
  }

  @Test func `what is answered when it stops still goes out`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Wait", #"{"text":"1"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    server.service.release()
    try server.stop()
    #expect(try client.next() == #"{"parameters":{"text":"1"}}"#)
    #expect(try client.next() == nil)
  }

  @Test func `the end of a connection is told once, by a number that never comes again`() throws {
    let server = try ToyServer()
    for _ in 0..<3 { try server.rawClient().close() }
    #expect(try eventually { server.service.closed.count == 3 })
    #expect(server.service.closed.sorted() == [1, 2, 3])
  }
}
