import Control
import FoundationEssentials
import LinuxSystem
import Testing

/// The Varlink library for Python, which knows nothing of ours, as a client.
@Suite(.enabled(if: PythonVarlink.isThere, "needs Python's module varlink"))
struct VarlinkLibraryTests {
  private func run(_ script: String, _ server: ToyServer) throws {
    let address = "unix:" + String(decoding: server.address.path, as: UTF8.self)
    #expect(try PythonVarlink.run(script, address) == 0)
  }

  @Test func `it lists the interfaces and understands the description`() throws {
    let server = try ToyServer(interface: .daemon)
    try run(
      """
      client = varlink.Client.new_with_address(address)
      names = sorted(client.get_interfaces())
      assert names == ["org.collate.Daemon", "org.varlink.service"], names
      methods = client.get_interface("org.collate.Daemon").members
      assert "Monitor" in methods and "SaveDocument" in methods, methods
      info = client.info
      assert info["product"] == "collated" and info["version"] == "1.2.3", info
      """, server)
  }

  @Test func `it calls, hears errors and streams`() throws {
    let server = try ToyServer()
    try run(
      """
      client = varlink.Client.new_with_address(address)
      with client.open("org.collate.Toy") as toy:
        assert toy.Echo("h\\u00e9 \\U0001F980")["text"] == "h\\u00e9 \\U0001F980"
        numbers = [reply["number"] for reply in toy.Count(1, 5, 100, _more=True)]
        assert numbers == [1, 2, 3, 4, 5], numbers
        assert toy.Count(1, 5, 0)["number"] == 1
        try:
          toy.Where("a", "*")
          raise SystemExit("no error")
        except varlink.InvalidParameter as error:
          assert error.parameters() == {"parameter": "pathBase64"}, error.parameters()
        try:
          toy.Unknown()
          raise SystemExit("no error")
        except varlink.MethodNotImplemented as error:
          assert error.parameters() == {"method": "org.collate.Toy.Unknown"}
        toy.Echo("unheard", _oneway=True)
        assert toy.Echo("heard")["text"] == "heard"
      """, server)
  }
}

/// Runs Python with the module.
enum PythonVarlink {
  static let isThere: Bool = {
    do {
      return try run("", "") == 0
    } catch {
      // Not even Python is there.
      return false
    }
  }()

  /// Returns its exit code.
  static func run(_ script: String, _ address: String) throws -> Int32 {
    let program = "import sys, varlink\naddress = sys.argv[1]\n" + script
    let process = try spawn(["python3", "-c", program, address].map { Array($0.utf8) })
    return try waitForExit(of: process).code
  }
}
