import LinuxSystem
import Testing

@testable import Control

@Suite struct CrowdTests {
  /// Both ends are in this process.
  private static func mayOpen(_ count: UInt64) throws -> Bool {
    let limit = try openFileLimit()
    if limit.current < count, limit.highest >= count { try setOpenFileLimit(count) }
    return limit.highest >= count
  }

  @Test(.enabled("needs 4096 open files") { try mayOpen(4096) })
  func `a thousand clients are served at once`() throws {
    let server = try ToyServer()
    let clients = try (0..<1000).map { _ in try server.rawClient() }
    for (number, client) in clients.enumerated() {
      try client.send(callText("Echo", #"{"text":"\#(number)"}"#))
    }
    for (number, client) in clients.enumerated() {
      #expect(try client.next() == #"{"parameters":{"text":"\#(number)"}}"#)
    }
  }

  @Test func `half a message is dropped after a while, and whole ones are not`() throws {
    var limits = ServerLimits()
    limits.standstill = .milliseconds(30)
    let server = try ToyServer(limits: limits)
    let half = try server.rawClient()
    let silent = try server.rawClient()
    let waiting = try server.rawClient()
    try waiting.send(callText("Wait", #"{"text":"1"}"#))
    try half.send(#"{"method":"#)
    #expect(try half.isClosed())
    try pause(milliseconds: 50)
    try silent.send(callText("Release"))
    #expect(try silent.next() == #"{"parameters":{}}"#)
    #expect(try waiting.next() == #"{"parameters":{"text":"1"}}"#)
  }

  @Test func `where there are no more, who has been idle for long makes room`() throws {
    var limits = ServerLimits()
    limits.connections = 2
    limits.idle = .milliseconds(30)
    let server = try ToyServer(limits: limits)
    let waiting = try server.rawClient()
    try waiting.send(callText("Wait", #"{"text":"1"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    let idle = try server.rawClient()
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
    #expect(try idle.isClosed())
    server.service.release()
    #expect(try waiting.next() == #"{"parameters":{"text":"1"}}"#)
  }

  @Test func `half of the descriptors stay for documents, however many clients there are`() {
    var limits = ServerLimits()
    limits.leaveDescriptors(of: 256)
    #expect(limits.connections == 128)
    limits.leaveDescriptors(of: 20_000)
    #expect(limits.connections == 128)
    limits.leaveDescriptors(of: 0)
    #expect(limits.connections == 1)
  }

  @Test func `where all are busy, the next one waits for one to go`() throws {
    var limits = ServerLimits()
    limits.connections = 1
    limits.idle = .milliseconds(1)
    let server = try ToyServer(limits: limits)
    let busy = try server.rawClient()
    try busy.send(callText("Wait", #"{"text":"1"}"#))
    #expect(try eventually { server.service.waiting == 1 })
    let next = try server.rawClient()
    try next.send(callText("Echo", #"{"text":"2"}"#))
    #expect(try next.isSilent(for: 50))
    busy.close()
    #expect(try next.next() == #"{"parameters":{"text":"2"}}"#)
  }
}

@Suite struct AcceptanceTests {
  private let second: Int64 = 1_000_000_000

  private var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connections = 2
    limits.idle = .seconds(10)
    limits.acceptPause = .seconds(1)
    return limits
  }

  @Test func `there is room up to the limit, and nothing to wait for`() {
    let acceptance = Acceptance(limits)
    #expect(acceptance.isOpen(now: 0, connections: 1, longestIdle: nil))
    #expect(!acceptance.isOpen(now: 0, connections: 2, longestIdle: nil))
    #expect(acceptance.deadline(now: 0, connections: 1, longestIdle: 0) == nil)
    #expect(acceptance.deadline(now: 0, connections: 2, longestIdle: nil) == nil)
  }

  @Test func `at the limit it opens when someone has been idle for long enough`() {
    let acceptance = Acceptance(limits)
    #expect(!acceptance.isOpen(now: 9 * second, connections: 2, longestIdle: 0))
    #expect(acceptance.deadline(now: 9 * second, connections: 2, longestIdle: 0) == 10 * second)
    #expect(acceptance.isOpen(now: 10 * second, connections: 2, longestIdle: 0))
    #expect(acceptance.deadline(now: 10 * second, connections: 2, longestIdle: 0) == nil)
  }

  @Test func `without a descriptor left it pauses, says so once, and tries again`() {
    var acceptance = Acceptance(limits)
    let isNews = acceptance.pause(now: 0)
    #expect(isNews)
    #expect(!acceptance.isOpen(now: second - 1, connections: 0, longestIdle: nil))
    #expect(acceptance.deadline(now: 0, connections: 0, longestIdle: nil) == second)
    #expect(acceptance.isOpen(now: second, connections: 0, longestIdle: nil))
    let isStillNews = acceptance.pause(now: second)
    #expect(!isStillNews)
    acceptance.resume()
    #expect(acceptance.isOpen(now: second, connections: 0, longestIdle: nil))
    let isNewsAgain = acceptance.pause(now: second)
    #expect(isNewsAgain)
  }
}
