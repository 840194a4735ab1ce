import LinuxSystem
import TestSupport
import Testing

/// What belongs to a document besides its text, in a library of two directories.
@Suite struct DocumentMetadataTests {
  private static let tag = Array("user.tag".utf8)

  private static func file(_ name: String, _ daemon: DaemonUnderTest) throws -> Descriptor {
    try daemon.folder.directory.openDocument(Array(name.utf8))
  }

  private static func attributes(_ name: String, _ daemon: DaemonUnderTest) throws -> [[UInt8]] {
    let file = try file(name, daemon)
    return try file.attributeNames().filter { $0.starts(with: "user.".utf8) }
  }

  private static func status(_ name: String, _ daemon: DaemonUnderTest) throws -> FileStatus {
    try file(name, daemon).status()
  }

  @Test func `PER-05: what was made executable stays so when the text is edited elsewhere`()
    async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > run.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.kill()
      try await daemon.shell(#"chmod +x run.md; echo two >> "$T/second/run.md""#)
      try await daemon.start()
      try await daemon.waitUntil("text and mode came together") {
        try ["documents/run.md", "second/run.md"].allSatisfy {
          let status = try Self.status($0, daemon)
          return status.mode == 0o755 && status.size == 8
        }
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.read("run.md") == "one\ntwo\n")
    }
  }

  @Test func `a document of which only the mode changed is not written`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > run.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try Self.status("second/run.md", daemon)
      try await daemon.shell("chmod +x run.md")
      try await daemon.waitUntil("the bit came over") {
        try Self.status("second/run.md", daemon).mode == 0o755
      }
      let after = try Self.status("second/run.md", daemon)
      #expect(after.inode == before.inode && after.modified == before.modified)
    }
  }

  @Test func `PER-01: what only its owner may read is so in every copy, base and conflict`()
    async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      // Made on both sides, so that there is a conflict copy as well.
      try daemon.folder.write("secret words, left\n", to: "documents/s.md", mode: 0o600)
      try daemon.folder.write("secret words, right\n", to: "second/s.md", mode: 0o644)
      try daemon.folder.write("secret words, alone\n", to: "second/t.md", mode: 0o600)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let t = try Self.file("second/t.md", daemon).status()
      try daemon.folder.write("secret words, changed\n", to: "documents/t.md", mode: 0o600)
      try await daemon.waitUntil("the change came over") {
        try Self.status("second/t.md", daemon).size != t.size
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      let found = try await daemon.shell(
        #"grep -rlZ 'sec[r]et words' "$T" | xargs -0 stat -c '%a %n' | sort"#)
      let lines = found.split(separator: "\n")
      #expect(lines.count >= 6)
      #expect(lines.filter { !$0.hasPrefix("600 ") } == [])
    }
  }

  @Test func `an xattr travels alone, and its removal too; Collate's own never do`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > n.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try Self.status("second/n.md", daemon)
      let own = Array("user.collate.test".utf8)
      let first = try Self.file("documents/n.md", daemon)
      try first.setAttribute(own, to: [1])
      try first.setAttribute(Self.tag, to: Array("green".utf8))
      try await daemon.waitUntil("the attribute came over") {
        try Self.file("second/n.md", daemon).attribute(Self.tag) == Array("green".utf8)
      }
      #expect(try Self.attributes("second/n.md", daemon) == [Self.tag])
      let after = try Self.status("second/n.md", daemon)
      #expect(after.inode == before.inode && after.modified == before.modified)
      // With the text, when that is written.
      try await daemon.shell(#"echo two >> n.md"#)
      try await daemon.waitUntil("the text came over") {
        try Self.status("second/n.md", daemon).size == 8
      }
      #expect(try Self.attributes("second/n.md", daemon) == [Self.tag])
      try await ReplicaTests.waitUntilEqual(daemon)
      try Self.file("second/n.md", daemon).removeAttribute(Self.tag)
      try await daemon.waitUntil("it is gone from both") {
        try Self.file("documents/n.md", daemon).attribute(Self.tag) == nil
      }
      #expect(try Self.file("documents/n.md", daemon).attribute(own) == [1])
    }
  }

  @Test func `as the owner of all files, what is made belongs to whom the folder belongs to`()
    async throws
  {
    guard currentUser() == 0 else { return }
    try await ReplicaTests.run(prepare: {
      try await $0.shell(#"mkdir in; echo one > in/n.md; chown 1234:1235 "$T/second""#)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try await daemon.shell(#"stat -c %u:%g "$T/second/in/n.md""#) == "1234:1235\n")
      #expect(try await daemon.shell(#"stat -c %u:%g "$T/second/in""#) == "1234:1235\n")
    }
  }
}
