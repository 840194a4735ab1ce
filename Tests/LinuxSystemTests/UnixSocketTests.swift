import LinuxSystem
import TestSupport
import Testing

@Suite struct UnixSocketTests {
  let folder: TemporaryFolder
  let address: SocketAddress

  init() throws {
    folder = try TemporaryFolder()
    address = try SocketAddress(path: folder.path(of: "socket"))
  }

  private func listen() throws -> Descriptor {
    let server = try makeSocket(.stream, nonBlocking: true)
    try server.bind(to: address)
    try server.listen(waiting: 8)
    return server
  }

  private func connect() throws -> Descriptor {
    let client = try makeSocket(.stream)
    try client.connect(to: address)
    return client
  }

  private func accepted(_ server: borrowing Descriptor) throws -> Descriptor {
    if let connection = try server.accept() { return connection }
    throw SystemError(call: "accept4", errno: .wouldBlock)
  }

  @Test func `bytes go both ways, and an end is an end`() throws {
    let server = try listen()
    let early = try server.accept()
    #expect(early == nil ? true : false)
    let client = try connect()
    let connection = try accepted(server)
    #expect(try connection.receive(upTo: 10) == nil)
    try client.sendAll(Array("call\0".utf8))
    #expect(try connection.receive(upTo: 100) == Array("call\0".utf8))
    #expect(try connection.send(Array("reply\0".utf8)[...]) == 6)
    #expect(try client.receive(upTo: 3) == Array("rep".utf8))
    #expect(try client.receive(upTo: 100) == Array("ly\0".utf8))
    try client.shutDown(.sending)
    #expect(try connection.receive(upTo: 10) == [])
  }

  @Test func `the peer is who connected`() throws {
    let server = try listen()
    let client = try connect()
    let connection = try accepted(server)
    let peer = try connection.peerCredentials()
    #expect(peer.user == currentUser())
    #expect(peer.process == currentProcess())
    #expect(try client.peerCredentials().process == currentProcess())
  }

  @Test func `sending to one who is gone is an error, no signal`() throws {
    let server = try listen()
    let client = try connect()
    try accepted(server).close()
    #expect(errno { () throws(SystemError) in _ = try client.send([1]) } == .brokenPipe)
  }

  @Test func `a reader that is too slow makes a non-blocking send wait`() throws {
    let server = try listen()
    let client = try connect()
    let connection = try accepted(server)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    var sent = 0
    while let count = try connection.send(bytes[...]) { sent += count }
    #expect(sent > 0)
    #expect(try client.receive(upTo: 1 << 20)?.isEmpty == false)
  }

  @Test func `an address is taken, then refused, then gone`() throws {
    let server = try listen()
    let code = errno { () throws(SystemError) in
      try makeSocket(.stream).bind(to: address)
    }
    #expect(code == .addressInUse)
    try server.close()
    let refused = errno { () throws(SystemError) in try makeSocket(.stream).connect(to: address) }
    #expect(refused == .connectionRefused)
    try folder.directory.removeFile(Array("socket".utf8))
    let gone = errno { () throws(SystemError) in try makeSocket(.stream).connect(to: address) }
    #expect(gone == .noSuchFile)
  }

  @Test func `a path that would be cut is refused`() throws {
    #expect(SocketAddress.longestPath == 107)
    let longest = [UInt8](repeating: 0x78, count: 107)
    _ = try SocketAddress(path: longest)
    #expect(
      errno { () throws(SystemError) in _ = try SocketAddress(path: longest + [0x78]) }
        == .nameTooLong)
    #expect(errno { () throws(SystemError) in _ = try SocketAddress(path: [0x78, 0]) } == .invalid)
    #expect(errno { () throws(SystemError) in _ = try SocketAddress(path: []) } == .invalid)
  }

  @Test func `a blocking socket can be made non-blocking`() throws {
    let socket = try makeSocket(.datagram)
    try socket.bind(to: address)
    try socket.setNonBlocking()
    #expect(try socket.receive(upTo: 10) == nil)
  }
}
