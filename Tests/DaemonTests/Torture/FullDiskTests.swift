import Control
import LinuxSystem
import Testing

/// With the state, or the documents, on a file system that is full.
@Suite(.enabled(if: Rights.canMount, "no file system can be mounted here"))
struct FullDiskTests {
  @Test(arguments: ["size=160k,nr_inodes=1k", "size=16m,nr_inodes=5"])
  func `a state disk that is full at the first scan is said, and taken up again`(
    options: String
  ) async throws {
    try await withMount("state", options) { daemon in
      try await daemon.shell(
        #"for n in $(seq 40); do head -c 6000 /dev/urandom | base64 > "n$n.md"; done"#)
      try daemon.launchProcess()
      try await daemon.waitUntil("the lack of room is said") {
        try isSaid("No space left", by: daemon)
      }
      try await daemon.shell(#"mount -o remount,size=64m,nr_inodes=10k "$T/state""#)
      try await daemon.waitUntilSettled()
      #expect(try daemon.documents().count == 40)
      #expect(try daemon.events().filter { $0.kind == "adopted" }.count == 1)
      #expect(try daemon.damage() == [])
    }
  }

  @Test func `a state disk that fills up costs no save that was confirmed`() async throws {
    try await withMount("state", "size=1m") { daemon in
      try await daemon.shell(#"for n in $(seq 8); do echo "start $n" > "n$n.md"; done"#)
      try await daemon.start()
      var saved: [String] = []
      var isFull = false
      for round in 0..<200 where !isFull {
        let content = String(repeating: "round \(round)\n", count: 1500)
        let opened = try daemon.digests()["n1.md"]
        do throws(ClientError) {
          _ = try daemon.save(content, to: "n1.md", opened: opened)
          saved.append(digest(of: content))
        } catch {
          isFull = true
          guard "\(error)".contains("No space left") else { throw error }
        }
      }
      #expect(isFull && saved.count > 10)
      try await daemon.shell(
        #"head -c 9000 /dev/zero | tr '\0' 'x' > n2.md; rm n3.md; cp n2.md new.md"#)
      try await daemon.waitUntil("the lack of room is said") {
        try isSaid("No space left", by: daemon)
      }
      try await daemon.kill()
      try daemon.launchProcess()
      try await daemon.waitUntil("it is said again") { try isSaid("No space left", by: daemon) }
      try await daemon.shell(#"mount -o remount,size=64m "$T/state""#)
      try await daemon.waitUntilSettled()
      let kept = try daemon.keptDigests(alsoOf: ["n1.md", "n2.md", "n3.md"])
      #expect(saved.filter { !kept.contains($0) } == [])
      #expect(try await daemon.leftovers() == "")
    }
  }

  @Test func `where a conflict copy has no room both versions stay`() async throws {
    try await withMount("documents", "size=200k") { daemon in
      try daemon.write(Self.text("line 5"), to: "n.md")
      try await daemon.start()
      let opened = try daemon.digests()["n.md"]
      try daemon.write(Self.text("THEIRS"), to: "n.md")
      try await daemon.waitUntilSettled()
      try await daemon.shell("head -c 1m /dev/zero > fill.dat 2>/dev/null || true")
      try await daemon.waitUntilQuiet()
      for _ in 0..<2 {
        #expect {
          try daemon.save(Self.text("MINE"), to: "n.md", opened: opened)
        } throws: { error in
          guard case .answered(.held(_, let reason))? = error as? ClientError else { return false }
          return reason.contains("No space left")
        }
        #expect(try daemon.read("n.md") == Self.text("THEIRS"))
      }
      #expect(try daemon.documentNames() == ["fill.dat", "n.md"])
      try await daemon.shell("rm fill.dat")
      let reply = try daemon.save(Self.text("MINE"), to: "n.md", opened: opened)
      #expect(reply.outcome == .conflict)
      #expect(try daemon.read(try #require(reply.copy)) == Self.text("MINE"))
      #expect(try daemon.read("n.md") == Self.text("THEIRS"))
    }
  }

  @Test func `another tool's copy is joined once there is room, and until then is said`()
    async throws
  {
    try await withMount("documents", "size=300k") { daemon in
      let copy = "n.sync-conflict-20261130-101010-ABCDEFG.md"
      try daemon.write(Self.text("line 5"), to: "n.md")
      try await daemon.start()
      try daemon.write(Self.text("OURS"), to: "n.md")
      try await daemon.waitUntilSettled()
      try daemon.write(
        Self.text("line 5").replacing("line 900 ", with: "THEIRS "), to: "new")
      try await daemon.shell(
        "mv new '\(copy)'; head -c 1m /dev/zero > fill.dat 2>/dev/null || true")
      try await daemon.waitUntil("the lack of room is said") {
        try isSaid("No space left", by: daemon)
      }
      #expect(try daemon.read("n.md") == Self.text("OURS"))
      #expect(try daemon.documentNames().contains(copy))
      try await daemon.shell("rm fill.dat")
      try await daemon.waitUntil("the copy is joined") {
        try daemon.documentNames() == ["n.md"]
      }
      #expect(
        try daemon.read("n.md") == Self.text("OURS").replacing("line 900 ", with: "THEIRS "))
    }
  }

  private static func text(_ fifth: String) -> String {
    (0..<1500).map { "\($0 == 5 ? fifth : "line \($0)") and some more words\n" }.joined()
  }
}

/// Whether status says so: of the library, or of a document that is held.
private func isSaid(_ words: String, by daemon: DaemonUnderTest) throws -> Bool {
  do throws(ClientError) {
    guard let library = try daemon.ask(GetStatus.self).libraries.first else { return false }
    return (library.notes + library.holds.map(\.reason) + [library.reason ?? ""])
      .contains { $0.contains(words) }
  } catch {
    // It is just starting.
    guard case .notRunning = error else { throw error }
    return false
  }
}

/// Runs a test whose state or documents are on a small file system in memory.
private func withMount(
  _ folder: String, _ options: String, _ body: (DaemonUnderTest) async throws -> Void
) async throws {
  try await DaemonUnderTest.run(.init(startsAtOnce: false)) { daemon in
    try await daemon.shell(#"mount -t tmpfs -o \#(options),mode=700 tmpfs "$T/\#(folder)""#)
    do {
      try await body(daemon)
    } catch {
      try await daemon.kill()
      try await daemon.shell(#"cd /; umount -l "$T/\#(folder)""#)
      throw error
    }
    try await daemon.kill()
    try await daemon.shell(#"cd /; umount -l "$T/\#(folder)""#)
  }
}
