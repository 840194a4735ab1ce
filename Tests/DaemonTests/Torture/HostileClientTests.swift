import Control
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// Serialized: each measures how quickly others are served.
@Suite(.serialized) struct HostileClientTests {
  /// Far more than an answer takes, on a machine that is busy with other tests.
  private static let quick: Int64 = 3_000_000_000

  @Test func `garbage of every kind stops and slows service for nobody`() async throws {
    let seed = TortureLength.seed()
    try await DaemonUnderTest.run(prepare: { try $0.write("one\n", to: "a.md") }) { daemon in
      let slowest = LongestTime()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await askAllTheTime(daemon, slowest) }
        var chance = SeededChance(seed: seed)
        for garbage in Garbage.calls + (0..<200).map({ _ in Garbage.random(&chance) }) {
          try HostileClient(daemon).send(garbage)
        }
        try HostileClient(daemon).sendEndlessly()
        // What they hold stays open while all the others come.
        let half = try (0..<50).map { _ in try HostileClient(daemon) }
        for client in half { try client.send(#"{"method": "org.collate.Dae"#.utf8) }
        let silent = try (0..<TortureLength.count(usually: 400, full: 900)).map { _ in
          try HostileClient(daemon)
        }
        for client in try (0..<100).map({ _ in try HostileClient(daemon) }) {
          // Gone before the answer comes.
          try client.send(Garbage.listing)
        }
        let deaf = try (0..<20).map { _ in try HostileClient(daemon) }
        for client in deaf { client.askWithoutReading() }
        try daemon.write("two\n", to: "a.md")
        try await daemon.waitUntil("the change is seen") {
          try daemon.digests()["a.md"] == digest(of: "two\n")
        }
        try await Task.sleep(for: .milliseconds(300))
        withExtendedLifetime((half, silent, deaf)) {}
        group.cancelAll()
        try await group.waitForAll()
      }
      #expect(slowest.nanoseconds < Self.quick, "seed \(seed): \(slowest.nanoseconds) ns")
      #expect(slowest.nanoseconds > 0)
    }
  }

  @Test func `deep and overlong names are refused in time, or made`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\n", to: "a.md") }) { daemon in
      let start = steadyClock()
      for name in ["a.md/below", String(repeating: "n", count: 300), "", "../b.md"] {
        #expect {
          try daemon.save("x\n", to: name, opened: nil)
        } throws: { error in
          guard case .answered(.noSuchDocument)? = error as? ClientError else { return false }
          return true
        }
      }
      let deep = (0..<60).map { "folder \($0)" }.joined(separator: "/") + "/deep.md"
      #expect(try daemon.save("x\n", to: deep, opened: nil).outcome == .saved)
      #expect(steadyClock() - start < 10 * Self.quick)
      try await daemon.waitUntilQuiet()
      #expect(try daemon.library().held == 0)
    }
  }

  @Test(.enabled(if: Rights.canBecomeNobody, "the daemon can't be asked as another user here"))
  func `another user is refused, even where the modes let him in`() async throws {
    try await DaemonUnderTest.run { daemon in
      let ask = #""$COLLATE" status >/dev/null 2>&1 && echo served || echo refused"#
      #expect(try await daemon.shell(ask) == "served\n")
      #expect(try await daemon.shell("\(Rights.asNobody) " + ask) == "refused\n")
      try await daemon.shell(
        #"chmod 755 "$T" "$T/run" "$T/run/collate"; chmod 666 "$COLLATE_SOCKET""#)
      #expect(try await daemon.shell("\(Rights.asNobody) " + ask) == "refused\n")
    }
  }

  @Test func `with hardly any descriptors it is slow but right`() async throws {
    let launch = DaemonUnderTest.Launch(shell: #"exec prlimit --nofile=64:64 "$@""#)
    let write = { (word: String) in
      #"for n in $(seq 60); do echo "\#(word) $n" > "n$n.md"; done"#
    }
    try await DaemonUnderTest.run(launch, prepare: { try await $0.shell(write("old")) }) { daemon in
      let clients = try (0..<60).map { _ in try HostileClient(daemon) }
      for client in clients { try client.send(Garbage.status) }
      try await daemon.shell(write("new"))
      try await Task.sleep(for: .milliseconds(500))
      withExtendedLifetime(clients) {}
      try await daemon.waitUntilSettled()
      let kinds = Set(try daemon.events().map(\.kind))
      #expect(kinds.isSubset(of: ["adopted", "changed", "held", "released"]), "\(kinds)")
    }
  }
}

private final class LongestTime: Sendable {
  private let longest = Mutex<Int64>(0)

  func note(_ time: Int64) { longest.withLock { $0 = max($0, time) } }

  var nanoseconds: Int64 { longest.withLock { $0 } }
}

/// A well-behaved client, and how long it waited at most for an answer.
private func askAllTheTime(_ daemon: DaemonUnderTest, _ slowest: LongestTime) async throws {
  while !Task.isCancelled {
    let start = steadyClock()
    _ = try daemon.ask(GetStatus.self)
    _ = try daemon.ask(GetDocument.self, Wire.OfDocument(path: WirePath("a.md")))
    slowest.note(steadyClock() - start)
    _ = try? await Task.sleep(for: .milliseconds(10))
  }
}

enum Garbage {
  static let status = Array(#"{"method": "org.collate.Daemon.GetStatus"}"#.utf8) + [0]
  static let listing = Array(#"{"method": "org.collate.Daemon.ListDocuments"}"#.utf8) + [0]

  static let calls: [[UInt8]] =
    [
      "", "{}", "[]", "null", #"{"method": 1}"#, #"{"method": "a"*"#, #"{"method": "nodot"}"#,
      #"{"method": "org.collate.Daemon.Nothing"}"#,
      String(repeating: "[", count: 100_000),
      #"{"method": "org.collate.Daemon.GetStatus", "parameters": "#
        + String(repeating: #"{"a": "#, count: 50_000),
      #"{"method": "org.collate.Daemon.GetDocument", "parameters": {"path": "\u0000"}}"#,
      #"{"method": "org.collate.Daemon.SaveDocument", "parameters": {"path": "a.md"}}"#,
      #"{"method": "org.collate.Daemon.SaveDocument", "parameters": {"path": "a.md", "content": "!"}}"#,
      #"{"method": "org.collate.Daemon.CloseDocument", "parameters": {"session": 1e300}}"#,
      #"{"method": "org.collate.Daemon.Undo", "parameters": {"id": -9223372036854775808}}"#,
      #"{"method": "org.collate.Daemon.Monitor", "parameters": {"after": -5}, "more": true}"#,
      #"{"method": "org.collate.Daemon.ListDocuments", "oneway": true}"#,
    ].map { Array($0.utf8) + [0] } + [[0xFF, 0xFE, 0], [0, 0, 0]]

  static func random(_ chance: inout SeededChance) -> [UInt8] {
    (0..<chance.below(3000)).map { _ in UInt8(chance.below(256)) }
  }
}

/// A client that says what it likes, and reads nothing.
final class HostileClient {
  private let socket: Descriptor

  init(_ daemon: DaemonUnderTest) throws {
    socket = try makeSocket(.stream)
    try socket.connect(to: try SocketAddress(path: daemon.socket.path))
    try socket.setNonBlocking()
  }

  /// As much as is taken; being cut off is what garbage deserves.
  func send(_ bytes: some Collection<UInt8>) throws {
    do throws(SystemError) {
      _ = try socket.send(Array(bytes)[...])
    } catch {
      guard error.errno == .brokenPipe || error.errno == .connectionReset else { throw error }
    }
  }

  /// A message without an end, until the daemon has had enough.
  func sendEndlessly() throws {
    let part = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 18)
    let deadline = steadyClock() + 60_000_000_000
    while steadyClock() < deadline {
      do throws(SystemError) {
        if try socket.send(part[...]) == nil { try pause(milliseconds: 1) }
      } catch {
        return
      }
    }
    throw DaemonTestFailure(description: "the daemon takes a message without an end")
  }

  /// Calls without end, until nothing more is taken.
  func askWithoutReading() {
    do throws(SystemError) {
      for _ in 0..<2000 where try socket.send(Garbage.listing[...]) == nil { return }
    } catch {
      // Cut off.
    }
  }
}
