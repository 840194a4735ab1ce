import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct ServiceNotificationTests {
  private func bytes(_ text: String?) -> [UInt8]? {
    text.map { Array($0.utf8) }
  }

  @Test func `sockets meant for this process are taken`() {
    #expect(serviceSockets(process: bytes("41"), count: bytes("2"), ownProcess: 41) == 3..<5)
  }

  @Test(
    arguments: [
      ("40", "2"), (nil, "2"), ("41", nil), ("41", "0"), ("41", "-1"), ("41", "x"),
      ("41", "99999999999"),
      ("", ""),
    ] as [(String?, String?)])
  func `sockets meant for others, and nonsense, are not`(process: String?, count: String?) {
    #expect(serviceSockets(process: bytes(process), count: bytes(count), ownProcess: 41).isEmpty)
  }

  @Test func `a state is sent to a path`() throws {
    let folder = try TemporaryFolder()
    let socket = try makeSocket(.datagram, nonBlocking: true)
    try socket.bind(to: SocketAddress(path: folder.path(of: "notify")))
    #expect(try notifyServiceManager("READY=1\nSTATUS=äh", at: folder.path(of: "notify")))
    #expect(try socket.receive(upTo: 100) == Array("READY=1\nSTATUS=äh".utf8))
  }

  @Test func `a state is sent to a name of the kernel's own`() throws {
    let name = Array("collate-test-\(UInt64.random(in: .min ... .max))".utf8)
    let socket = try makeSocket(.datagram, nonBlocking: true)
    try socket.bind(to: SocketAddress(abstract: name))
    #expect(try notifyServiceManager("WATCHDOG=1", at: [UInt8(ascii: "@")] + name))
    #expect(try socket.receive(upTo: 100) == Array("WATCHDOG=1".utf8))
  }

  @Test func `without a service manager nothing is sent`() throws {
    #expect(try !notifyServiceManager("READY=1", at: []))
  }

  @Test func `a watchdog's interval is in nanoseconds`() {
    #expect(
      watchdogInterval(microseconds: bytes("30000000"), process: nil, ownProcess: 41)
        == 30_000_000_000)
    #expect(
      watchdogInterval(microseconds: bytes("5"), process: bytes("41"), ownProcess: 41) == 5000)
  }

  @Test(
    arguments: [
      (nil, nil), ("5", "40"), ("0", nil), ("-5", nil), ("x", nil), ("9223372036854775807", nil),
    ] as [(String?, String?)])
  func `no watchdog, another's, and nonsense are none`(microseconds: String?, process: String?) {
    let interval = watchdogInterval(
      microseconds: bytes(microseconds), process: bytes(process), ownProcess: 41)
    #expect(interval == nil)
  }
}
