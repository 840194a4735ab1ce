import Control
import FoundationEssentials
import LinuxSystem
import Testing

/// Another user of the machine, who only root can play.
@Suite(.enabled(if: currentUser() == 0, "needs root, to become another user"))
struct OtherUserTests {
  private func asNobody(_ script: String, _ server: ToyServer) throws -> Int32 {
    let address = String(decoding: server.address.path, as: UTF8.self)
    let process = try spawn(
      ["setpriv", "--reuid", "65534", "--clear-groups", "perl", "-e", script, address]
        .map { Array($0.utf8) })
    return try waitForExit(of: process).code
  }

  /// Exits with 3 where it can't connect, 4 where the connection is closed unanswered, 0 where
  /// it is answered.
  private let ask = #"""
    use Socket; $SIG{PIPE} = "IGNORE";
    socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or exit 2;
    connect($socket, pack_sockaddr_un($ARGV[0])) or exit 3;
    syswrite($socket, "{\"method\":\"org.varlink.service.GetInfo\"}\0");
    exit(sysread($socket, my $answer, 1000) ? 0 : 4);
    """#

  @Test func `another user can't reach the socket`() throws {
    let server = try ToyServer()
    #expect(try asNobody(ask, server) == 3)
  }

  @Test func `where the file lets another user in, the server does not`() throws {
    let server = try ToyServer()
    let socket = String(decoding: server.address.path, as: UTF8.self)
    let folder = String(socket.dropLast("/socket".count))
    try setMode(0o755, folder)
    try setMode(0o777, socket)
    #expect(try asNobody(ask, server) == 4)
    #expect(server.service.handled == [])
    #expect(try server.client().call(Echo.self, .init(text: "x")).text == "x")
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
