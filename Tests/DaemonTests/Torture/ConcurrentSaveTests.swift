import Control
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite struct ConcurrentSaveTests {
  @Test func `two clients and a program that writes in place lose nothing to each other`()
    async throws
  {
    let seed = TortureLength.seed()
    let rounds = TortureLength.count(usually: 60, full: 500)
    let start = (0..<12).map { "line \($0)\n\n" }.joined()
    try await DaemonUnderTest.run(prepare: { try $0.write(start, to: "n.md") }) { daemon in
      let saves = Mutex<[String]>([])
      let program = InPlaceProgram(daemon, seed: seed)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await program.run() }
        for round in 0..<rounds {
          // Both open the same version, and only then does either save.
          let clients = try (0..<2).map { try SavingClient(daemon, $0, round: round, seed: seed) }
          try await withThrowingTaskGroup(of: String.self) { both in
            for client in clients { both.addTask { try await client.save() } }
            for try await saved in both { saves.withLock { $0.append(saved) } }
          }
        }
        group.cancelAll()
        try await group.waitForAll()
      }
      try await daemon.waitUntilSettled()
      let kept = try daemon.keptDigests(alsoOf: ["n.md"])
      let lost = saves.withLock { $0 }.filter { !kept.contains($0) }
      #expect(lost.isEmpty, "seed \(seed): \(lost.count) of \(2 * rounds) saves are lost")
      let overwritten = program.lastOfEachInode.filter { !kept.contains($0) }
      #expect(overwritten.isEmpty, "seed \(seed): \(overwritten.count) versions of the program")
      let contents = try daemon.documentNames().map { digest(of: try daemon.bytes(of: $0)) }
      #expect(Set(contents).count == contents.count, "seed \(seed): a content is kept twice")
      #expect(try await daemon.leftovers() == "")
      #expect(try daemon.damage() == [])
    }
  }
}

/// A client that edits a line of its own in the version that it opened.
private struct SavingClient: Sendable {
  private let daemon: DaemonUnderTest
  private let opened: OpenDocument.Reply
  private let content: String

  init(_ daemon: DaemonUnderTest, _ number: Int, round: Int, seed: UInt64) throws {
    self.daemon = daemon
    var reply: OpenDocument.Reply?
    while reply == nil {
      do throws(ClientError) {
        reply = try daemon.ask(OpenDocument.self, Wire.OfDocument(path: WirePath("n.md")))
      } catch {
        // Held: the program is just writing.
        guard case .answered(.held) = error else { throw error }
        try pause(milliseconds: 2)
      }
    }
    guard let reply, let data = Data(base64Encoded: reply.content) else {
      throw DaemonTestFailure(description: "n.md can't be opened")
    }
    opened = reply
    var chance = SeededChance(seed: seed &+ UInt64(2 * round + number))
    // Now and then both have the same line.
    let line = chance.oneIn(6) ? 5 : 4 * number + chance.below(3)
    content = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.hasPrefix("line \(line)") ? "line \(line) [\(number)-\(round)]" : String($0) }
      .joined(separator: "\n")
  }

  /// Saves until it is taken, and returns the digest of what was saved.
  func save() async throws -> String {
    while true {
      do throws(ClientError) {
        _ = try daemon.save(content, to: "n.md", opened: opened.digest)
        return digest(of: content)
      } catch {
        guard case .answered(.held) = error else { throw error }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// A program that takes no lock and knows of nothing: it reads, and writes in place.
private final class InPlaceProgram: Sendable {
  private let daemon: DaemonUnderTest
  private let seed: UInt64
  private let versions = Mutex<[(digest: String, inode: UInt64)]>([])

  init(_ daemon: DaemonUnderTest, seed: UInt64) {
    self.daemon = daemon
    self.seed = seed
  }

  func run() async throws {
    var chance = SeededChance(seed: seed ^ 0xFFFF)
    var number = 0
    while !Task.isCancelled {
      number += 1
      try write(number)
      _ = try? await Task.sleep(for: .milliseconds([2, 10, 100][chance.below(3)]))
    }
  }

  private func write(_ number: Int) throws {
    let file = try daemon.folder.directory.open(
      beneath: Array("documents/n.md".utf8), .readWrite)
    let old = String(decoding: try file.readAll(limit: 1 << 20) ?? [], as: UTF8.self)
    let new = Array(
      old.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("line 10") ? "line 10 <\(number)>" : String($0) }
        .joined(separator: "\n").utf8)
    try file.writeAll(new, at: 0)
    try file.truncate(to: Int64(new.count))
    let inode = try file.status().inode
    versions.withLock { $0.append((digest(of: new), inode)) }
  }

  /// What it wrote last into a file that Collate then put another in the place of, and last of all:
  /// nobody but Collate could have overwritten that.
  var lastOfEachInode: [String] {
    versions.withLock { versions in
      versions.indices.filter {
        $0 == versions.count - 1 || versions[$0].inode != versions[$0 + 1].inode
      }.map { versions[$0].digest }
    }
  }
}
