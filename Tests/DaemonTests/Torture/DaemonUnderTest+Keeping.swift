import Control
import Foundation
import LinuxSystem
import TestSupport

extension DaemonUnderTest {
  /// The digests of all that is kept: what lies in the directory, and every version of these
  /// documents whose content the store gives back whole.
  func keptDigests(alsoOf paths: some Sequence<String>) throws -> Set<String> {
    let names = try documentNames()
    var kept: Set<String> = []
    for name in names { kept.insert(digest(of: try bytes(of: name))) }
    let client = try Client(socket, timeout: .seconds(60))
    for path in Set(names).union(paths).union(["(recovered)"]) {
      for version in try Self.versions(of: path, client) where !kept.contains(version) {
        let reply = try client.call(GetVersion.self, GetVersion.Parameters(digest: version))
        guard let content = Data(base64Encoded: reply.content),
          digest(of: Array(content)) == version
        else { throw DaemonTestFailure(description: "\(path) has a wrong version \(version)") }
        kept.insert(version)
      }
    }
    return kept
  }

  private static func versions(of path: String, _ client: Client) throws -> [String] {
    do throws(ClientError) {
      return try client.call(
        ListVersions.self, Wire.OfDocument(path: WirePath(Array(path.utf8)))
      ).versions.map(\.digest)
    } catch {
      if case .answered(.noSuchDocument) = error { return [] }
      throw error
    }
  }

  /// The documents in the directory, by their paths.
  func documentNames() throws -> [String] {
    var names: [String] = []
    for name in try self.names() where name != ".collate" {
      let path = Array("documents/\(name)".utf8)
      if try folder.directory.status(beneath: path).kind == .directory {
        names += try self.names(in: name).map { "\(name)/\($0)" }
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// What Collate left lying about, staged, displaced or half-written: nothing, once all is done.
  func leftovers() async throws -> String {
    try await shell(
      #"""
      find "$T/state" "$D" \( -path '*/staging/*' -o -path '*/displaced/*' -o -name '.new-*' \
        -o -path "$D/.collate/*/*" \) 2>/dev/null || true
      """#)
  }

  /// Waits until nothing is left to do: what the directory holds is what is known.
  func waitUntilSettled(within limit: Duration = .seconds(60)) async throws {
    try await waitUntil("all documents are known as they are", within: limit) {
      let library = try library()
      guard library.state == .watching, library.held == 0 else { return false }
      let known = try digests()
      let names = try documentNames()
      guard Set(known.keys) == Set(names) else { return false }
      return try names.allSatisfy { known[$0] == digest(of: try bytes(of: $0)) }
    }
  }

  /// What the store finds damaged.
  func damage() throws -> [String] { try ask(Check.self, Wire.InLibrary()).damage }

  /// Saves over the socket, made from a version.
  func save(
    _ content: String, to name: String, opened: String?
  ) throws(ClientError) -> SaveDocument.Reply {
    try ask(
      SaveDocument.self,
      SaveDocument.Parameters(
        path: WirePath(Array(name.utf8)), opened: opened,
        content: Data(content.utf8).base64EncodedString()))
  }
}

func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

extension DaemonUnderTest {
  /// Waits until the daemon has nothing in hand.
  func waitUntilQuiet() async throws {
    var last: Int64 = -1
    var since = steadyClock()
    try await waitUntil("nothing happens any more") {
      let library = try library()
      if library.lastEvent != last || library.state != .watching {
        last = library.lastEvent
        since = steadyClock()
      }
      return steadyClock() - since > 600_000_000
    }
  }
}
