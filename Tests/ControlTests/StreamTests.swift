import Control
import LinuxSystem
import Testing

@Suite struct StreamTests {
  @Test func `a stream says each once and in order, and which is the last`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Count", #"{"first":1,"last":3,"padding":0}"#, #","more":true"#))
    #expect(
      try client.next() == #"{"continues":true,"parameters":{"number":1,"padding":""}}"#)
    #expect(
      try client.next() == #"{"continues":true,"parameters":{"number":2,"padding":""}}"#)
    #expect(try client.next() == #"{"parameters":{"number":3,"padding":""}}"#)
  }

  @Test func `who doesn't ask for more gets one answer`() throws {
    let server = try ToyServer()
    let client = try server.rawClient()
    try client.send(callText("Count", #"{"first":1,"last":3,"padding":0}"#))
    #expect(try client.next() == #"{"parameters":{"number":1,"padding":""}}"#)
    try client.send(callText("Echo", #"{"text":"x"}"#))
    #expect(try client.next() == #"{"parameters":{"text":"x"}}"#)
  }

  @Test func `a slow reader is waited for, holds up nobody, and misses nothing`() throws {
    var limits = ServerLimits()
    limits.waiting = 100_000
    limits.standstill = .milliseconds(50)
    let server = try ToyServer(limits: limits)
    let slow = try server.rawClient()
    try slow.send(callText("Count", #"{"first":1,"last":3000,"padding":1000}"#, #","more":true"#))
    #expect(try eventually { !server.service.streamed.isEmpty })
    // Longer than anything but a stream may stand still.
    try pause(milliseconds: 150)
    let taken = server.service.streamed.count
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
    #expect(server.service.streamed.count == taken)
    for number in 1...3000 {
      let message = try #require(try slow.next())
      let continues = number < 3000 ? #""continues":true,"# : ""
      #expect(message.hasPrefix("{" + continues + #""parameters":{"number":\#(number),"#))
    }
    // It was fed in turns, each far more than one answer.
    #expect((2...150).contains(server.service.streamed.count))
    #expect(try slow.isSilent(for: 20))
  }

  @Test func `the service hears that the client of a stream has gone`() throws {
    var limits = ServerLimits()
    limits.waiting = 1000
    let server = try ToyServer(limits: limits)
    let client = try server.rawClient()
    try client.send(
      callText("Count", #"{"first":1,"last":1000000,"padding":1000}"#, #","more":true"#))
    #expect(try eventually { !server.service.streamed.isEmpty })
    client.close()
    #expect(try eventually { server.service.streamed.last == "gone" })
    #expect(server.service.closed == [1])
  }

  @Test func `an answer that nobody reads is not kept for ever`() throws {
    var limits = ServerLimits()
    limits.standstill = .milliseconds(30)
    let server = try ToyServer(limits: limits)
    let client = try server.rawClient()
    try client.send(callText("Count", #"{"first":1,"last":1,"padding":4000000}"#))
    #expect(try eventually { server.service.closed == [1] })
  }

  @Test func `the client hands on each answer until it has enough`() throws {
    let server = try ToyServer()
    var numbers: [Int] = []
    try server.client().call(more: Count.self, .init(first: 1, last: 100, padding: 0)) {
      numbers.append($0.number)
      return $0.number < 5
    }
    #expect(numbers == [1, 2, 3, 4, 5])
    numbers = []
    try server.client().call(more: Count.self, .init(first: 1, last: 4, padding: 2_000_000)) {
      numbers.append($0.number)
      return true
    }
    #expect(numbers == [1, 2, 3, 4])
  }
}
