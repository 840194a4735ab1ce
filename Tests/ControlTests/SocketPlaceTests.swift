import FoundationEssentials
import LinuxSystem
import Testing

@testable import Control

@Suite struct SocketPlaceTests {
  private let folder: URL

  init() throws {
    folder = try temporaryFolder()
  }

  private func address(_ path: String) -> DaemonAddress {
    DaemonAddress(Array(folder.appending(path: path).path.utf8))
  }

  private func mode(_ path: String) throws -> UInt32 {
    try status(ofPath: Array(folder.appending(path: path).path.utf8)).mode
  }

  private func exists(_ address: DaemonAddress) -> Bool {
    FileManager.default.fileExists(atPath: String(decoding: address.path, as: UTF8.self))
  }

  @Test func `the socket and the directory made for it are this user's alone`() throws {
    defer { removeFolder() }
    let socket = try ListeningSocket(at: address("run/socket"))
    #expect(try mode("run") == 0o700)
    #expect(try mode("run/socket") == 0o600)
    try socket.retire()
    #expect(!exists(address("run/socket")))
  }

  @Test func `a directory that is there keeps its mode`() throws {
    defer { removeFolder() }
    let here = Array(folder.path.utf8)
    try openPath(here, [.readOnly, .directory]).setMode(0o755)
    let socket = try ListeningSocket(at: address("socket"))
    #expect(try mode("") == 0o755)
    #expect(try mode("socket") == 0o600)
    try socket.retire()
  }

  @Test func `what a daemon that died left is removed`() throws {
    defer { removeFolder() }
    let here = address("socket")
    do {
      let dead = try makeSocket(.stream)
      try dead.bind(to: SocketAddress(path: here.path))
    }
    #expect(exists(here))
    #expect(throws: ClientError.notRunning(here)) { try Client(here) }
    let server = try Server(
      ListeningSocket(at: here), service: ToyService(), identity: ServerIdentity(version: "1"))
    #expect(try Client(here).call(GetInfo.self).version == "1")
    try server.stop()
  }

  @Test func `a daemon that runs is left alone`() throws {
    defer { removeFolder() }
    let server = try ToyServer()
    #expect(throws: ListeningError.alreadyRunning(server.address)) {
      try ListeningSocket(at: server.address)
    }
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
  }

  @Test func `what is no socket is left alone`() throws {
    defer { removeFolder() }
    let here = address("socket")
    try Data("text".utf8).write(to: folder.appending(path: "socket"))
    #expect(throws: ListeningError.notASocket(here)) { try ListeningSocket(at: here) }
    #expect(try Data(contentsOf: folder.appending(path: "socket")) == Data("text".utf8))
  }

  @Test func `a path that is too long is refused, not cut`() throws {
    defer { removeFolder() }
    let long = address(String(repeating: "x", count: 120))
    #expect(throws: ListeningError.pathTooLong(long)) { try ListeningSocket(at: long) }
    #expect(throws: ClientError.addressTooLong(long)) { try Client(long) }
  }

  @Test func `another daemon's socket is not removed by the one that stops`() throws {
    defer { removeFolder() }
    let here = address("socket")
    let first = try ListeningSocket(at: here)
    try FileManager.default.removeItem(at: folder.appending(path: "socket"))
    let second = try ListeningSocket(at: here)
    try first.retire()
    #expect(exists(here))
    try second.retire()
    #expect(!exists(here))
  }

  @Test func `a socket that systemd made is served, and its file stays`() throws {
    defer { removeFolder() }
    let here = address("socket")
    let made = try makeSocket(.stream)
    try made.bind(to: SocketAddress(path: here.path))
    try made.listen(waiting: 5)
    let server = try Server(
      ListeningSocket(passed: made.duplicate()), service: ToyService(),
      identity: ServerIdentity(version: "1"))
    #expect(try Client(here).call(GetInfo.self).version == "1")
    try server.stop()
    #expect(exists(here))
  }

  private func removeFolder() {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }
}

@Suite struct DaemonAddressTests {
  private func standard(_ chosen: String?, _ runtime: String?) -> DaemonAddress {
    .standard(
      chosen: chosen.map { Array($0.utf8) }, runtimeDirectory: runtime.map { Array($0.utf8) },
      user: 1000)
  }

  @Test func `what is chosen comes first, then the runtime directory, then one in tmp`() {
    #expect(standard("/a/s", "/run/user/1000").description == "/a/s")
    #expect(standard(nil, "/run/user/1000").description == "/run/user/1000/collate/socket")
    #expect(standard("", "/run/user/1000").description == "/run/user/1000/collate/socket")
    #expect(standard(nil, nil).description == "/tmp/collate-1000/socket")
    #expect(standard(nil, "relative").description == "/tmp/collate-1000/socket")
  }

  @Test func `only the one in tmp must be in a directory of this user's alone`() {
    #expect(!standard("/tmp/s", nil).isInSharedPlace)
    #expect(!standard(nil, "/run/user/1000").isInSharedPlace)
    #expect(standard(nil, nil).isInSharedPlace)
  }

  @Test(arguments: [
    ("/a/b/socket", "/a/b", "socket"), ("/socket", "/", "socket"), ("socket", ".", "socket"),
  ])
  func `a path is a directory and a name`(_ path: String, _ directory: String, _ name: String) {
    let address = DaemonAddress(Array(path.utf8))
    #expect(String(decoding: address.directory, as: UTF8.self) == directory)
    #expect(String(decoding: address.name, as: UTF8.self) == name)
  }
}
