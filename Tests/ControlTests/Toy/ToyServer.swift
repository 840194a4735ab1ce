import Control
import FoundationEssentials
import LinuxSystem
import Testing

/// A server of the toy interface in a folder of its own, which goes with it.
final class ToyServer {
  let service = ToyService()
  let address: DaemonAddress
  private let folder: URL
  private let server: Server

  init(
    limits: ServerLimits = ServerLimits(), interface: ServedInterface? = nil
  ) throws {
    folder = try temporaryFolder()
    address = DaemonAddress(Array(folder.appending(path: "run/socket").path.utf8))
    server = try Server(
      ListeningSocket(at: address), service: service,
      identity: ServerIdentity(
        version: "1.2.3", interfaces: [interface ?? ServedInterface(toyInterfaceDescription)]),
      limits: limits)
  }

  deinit {
    do {
      try server.stop()
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }

  func stop() throws {
    try server.stop()
  }

  func client(timeout: Duration = .seconds(20)) throws -> Client {
    try Client(address, timeout: timeout)
  }

  func rawClient() throws -> RawClient {
    try RawClient(address)
  }
}

/// An empty folder, whose path is short enough for a socket in it.
func temporaryFolder() throws -> URL {
  let name = "collate-test-" + String(UInt64.random(in: 0 ... .max), radix: 36)
  let folder = FileManager.default.temporaryDirectory.appending(path: name)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// Looks again and again until it holds; false where it doesn't within the time.
func eventually(
  within limit: Duration = .seconds(20), _ condition: () throws -> Bool
) throws -> Bool {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    try pause(milliseconds: 2)
  }
  return true
}
