import Control
import TestSupport
import Testing

@Suite struct RefusalTests {
  private func error(for request: String) throws -> String? {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(request)
    return try client.next()
  }

  @Test func `an unknown interface is named`() throws {
    #expect(
      try error(for: #"{"method":"org.other.Thing.Do"}"# + "\0")
        == #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"#
        + #""interface":"org.other.Thing"}}"#)
  }

  @Test func `an unknown method is named`() throws {
    #expect(
      try error(for: callText("Nothing"))
        == #"{"error":"org.varlink.service.MethodNotFound","parameters":{"#
        + #""method":"org.collate.Toy.Nothing"}}"#)
  }

  @Test func `a method that the service lacks is named`() throws {
    #expect(
      try error(for: callText("Unknown"))
        == #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"#
        + #""method":"org.collate.Toy.Unknown"}}"#)
  }

  @Test(arguments: [
    ("{}", "text"), (#"{"text":1}"#, "text"), (#"{"text":null}"#, "text"), ("[]", "parameters"),
  ])
  func `a missing or wrong parameter is named`(_ parameters: String, _ name: String) throws {
    #expect(
      try error(for: callText("Echo", parameters))
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":""# + name
        + #""}}"#)
  }

  @Test func `a path whose base64 isn't is refused before the service sees it`() throws {
    #expect(
      try error(for: callText("Where", #"{"path":"a","pathBase64":"*"}"#))
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"#
        + #""parameter":"pathBase64"}}"#)
  }

  @Test func `unknown fields are passed over`() throws {
    #expect(
      try error(for: callText("Echo", #"{"text":"x","new":[{}]}"#, #","also":1"#))
        == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func `parameters may be left out where none is required`() throws {
    #expect(
      try error(for: #"{"method":"org.collate.Toy.Release"}"# + "\0") == #"{"parameters":{}}"#)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n\0", "\0", "{}\0", "[]\0", #"{"method":1}"# + "\0",
    String(repeating: "[", count: 100_000) + "\0",
  ])
  func `what is no call is answered with an error and the connection closed`(
    _ garbage: String
  ) throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(garbage + callText("Echo", #"{"text":"x"}"#))
    #expect(
      try client.next()
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"#
        + #""parameter":"method"}}"#)
    #expect(try client.next() == nil)
    #expect(server.service.handled == [])
  }

  @Test func `a message that never ends is cut off, and the server goes on`() throws {
    var limits = ServerLimits()
    limits.message = 100_000
    let server = try ToyServer(limits: limits)
    let client = try server.rawClient()
    try client.send(String(repeating: "x", count: 100_001))
    #expect(
      try client.next()
        == #"{"error":"org.collate.Daemon.Failed","parameters":{"message":"a message is longer "#
        + #"than 100000 bytes; the connection is closed"}}"#)
    #expect(try client.isClosed())
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
  }

  @Test func `an answer longer than a message can be becomes an error`() throws {
    var limits = ServerLimits()
    limits.message = 1000
    let server = try ToyServer(limits: limits)
    // Short as a request, long as an answer: a control character is six bytes of JSON.
    let text = String(repeating: "\u{1}", count: 160)
    let client = try server.rawClient()
    try client.send(Array(callText("Echo", "{\"text\":\"\(text)\"}").utf8))
    #expect(try client.next()?.hasPrefix(#"{"error":"org.varlink.service.Inv"#) == true)
    let padded = Count.Parameters(first: 1, last: 1, padding: 1000)
    #expect(
      throws: ClientError.answered(
        .failed(
          message: "the answer is longer than 1000 bytes; ask for less, or for several replies "
            + "with `more`"))
    ) { try server.client().call(Count.self, padded) }
  }

  @Test(arguments: seeds())
  func `no bytes end the server`(_ seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let server = try ToyServer()
    for _ in 0..<100 {
      let client = try server.rawClient()
      var bytes = Array(callText("Echo", #"{"text":"é","a":[1,{"b":null}]}"#).utf8)
      for _ in 0..<(1 + chance.below(4)) {
        let place = chance.below(bytes.count)
        switch chance.below(3) {
        case 0: bytes[place] = UInt8(chance.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(chance.below(256)), at: place)
        }
      }
      try client.send(bytes)
      try client.endSending()
      while try client.next() != nil {}
    }
    let text = try server.client().call(Echo.self, .init(text: "x")).text
    #expect(text == "x", "seed \(seed)")
  }
}
