import Control
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// Conflict copies of other tools, beside a document that the daemon knows.
@Suite struct OtherToolsCopyTests {
  private static let base = "# Plan\n\nbeans\npeas\n\nwater\nweed\n"
  private static let ours = "# Plan\n\nbeans, many\npeas\n\nwater\nweed\n"
  private static let theirs = "# Plan\n\nbeans\npeas\n\nwater\nweed\nharvest\n"
  private static let joined = "# Plan\n\nbeans, many\npeas\n\nwater\nweed\nharvest\n"

  static let copyNames = [
    "plan.sync-conflict-20240501-101112-ABCDEFG.md", "plan.sync-conflict-20160401-100237.md",
    "plan (conflicted copy 2024-05-01 101112).md", "plan (owner's conflicted copy 2024-05-01).md",
    "plan (DESKTOP-7's conflicted copy 2024-05-01).md", "plan_conflict-20240501-101112.md",
  ]

  @Test(arguments: copyNames)
  func `a copy is joined and goes, and undo brings both back`(name: String) async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try daemon.write(Self.ours, to: "plan.md")
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests() == ["plan.md": digest(of: Self.ours)]
      }
      try daemon.write(Self.theirs, to: name)
      try await daemon.waitUntil("they are joined") { try daemon.names() == ["plan.md"] }
      #expect(try daemon.read("plan.md") == Self.joined)
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.digests() == ["plan.md": digest(of: Self.joined)])
      #expect(try daemon.library().conflicts == 0)

      try await daemon.shell(#""$COLLATE" undo"#)
      #expect(try daemon.read("plan.md") == Self.ours)
      #expect(try daemon.read(name) == Self.theirs)
      // Who took it back doesn't want it joined again, now or after a restart.
      _ = try await daemon.eventsOnceQuiet()
      try await daemon.kill()
      try await daemon.start()
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == ["plan.md", name].sorted())
      #expect(try daemon.read("plan.md") == Self.ours)
      #expect(try daemon.library().conflicts == 1)
    }
  }

  @Test func `what came while the daemon was away is joined with what it knows`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try await daemon.stop()
      try daemon.write(Self.theirs, to: Self.copyNames[0])
      try daemon.write(Self.ours, to: "plan.md")
      try await daemon.start()
      try await daemon.waitUntil("they are joined") { try daemon.names() == ["plan.md"] }
      #expect(try daemon.read("plan.md") == Self.joined)
    }
  }

  @Test func `copies of one document are all joined, and copies of copies too`() async throws {
    let third = "# The plan\n\nbeans\npeas\n\nwater\nweed\n"
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try daemon.write(Self.ours, to: "plan.md")
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests() == ["plan.md": digest(of: Self.ours)]
      }
      try daemon.write(Self.theirs, to: Self.copyNames[0])
      try daemon.write(
        third,
        to: "plan.sync-conflict-20240501-101112-ABCDEFG.sync-conflict-20240502-101112-GFEDCBA.md")
      try await daemon.waitUntil("they are joined") { try daemon.names() == ["plan.md"] }
      #expect(
        try daemon.read("plan.md") == Self.joined.replacing("# Plan", with: "# The plan"))
    }
  }

  @Test func `both add at the same place, and neither line goes`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try daemon.write(Self.base + "mow\n", to: "plan.md")
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests() == ["plan.md": digest(of: Self.base + "mow\n")]
      }
      try daemon.write(Self.theirs, to: Self.copyNames[0])
      try await daemon.waitUntil("it is listed") { try daemon.library().conflicts == 1 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("plan.md") == Self.base + "mow\n")
      #expect(try daemon.read(Self.copyNames[0]) == Self.theirs)
    }
  }

  @Test func `a copy from a version that never was here takes nothing back`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try daemon.write(Self.ours, to: "plan.md")
      try daemon.write(Self.theirs, to: Self.copyNames[0])
    }) { daemon in
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("plan.md") == Self.ours)
      #expect(try daemon.read(Self.copyNames[0]) == Self.theirs)
      #expect(try daemon.library().conflicts == 1)
      // The same for one that comes later, but was written before.
      try await daemon.shell(
        "cp plan.md b.md; cat '\(Self.copyNames[0])' > \"$T/b\"; touch -d 2024-05-01 \"$T/b\"")
      try await daemon.waitUntil("b.md is known") { try daemon.digests()["b.md"] != nil }
      try await daemon.shell(#"mv "$T/b" 'b.sync-conflict-20240501-101112-ABCDEFG.md'"#)
      try await daemon.waitUntil("it is listed") { try daemon.library().conflicts == 2 }
      #expect(try daemon.read("b.md") == Self.ours)
    }
  }

  @Test func `a copy that equals its document may go, and nothing else changes`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      let before = try daemon.status(of: "plan.md")
      try daemon.write(Self.base, to: Self.copyNames[0])
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("plan.md") == Self.base)
      let after = try daemon.status(of: "plan.md")
      #expect(after.inode == before.inode && after.modified == before.modified)
      #expect(try daemon.library().conflicts == 0)
      #expect(try daemon.content(of: digest(of: Self.base)) == Array(Self.base.utf8))
    }
  }

  @Test func `a copy without its document is kept`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "other.md") }) { daemon in
      try daemon.write("only here\n", to: Self.copyNames[0])
      try await daemon.waitUntil("it is known") { try daemon.documents().count == 2 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == ["other.md", Self.copyNames[0]])
      #expect(try daemon.read(Self.copyNames[0]) == "only here\n")
      let told = try await daemon.shell(#""$COLLATE" explain '\#(Self.copyNames[0])'"#)
      #expect(told.contains("conflict copy"), "\(told)")
    }
  }

  @Test(arguments: [
    "<<<<<<< ours\n{\"a\": 1}\n=======\n{\"a\": 2}\n>>>>>>> theirs\n", "{\"a\": 1, \"b\": [1, 2",
    "", "{\"a\": 1}\0\0\0\0",
  ])
  func `a copy that is no JSON is not joined`(content: String) async throws {
    let good = "{\"a\": 1,\n \"b\": 2}\n"
    let name = "list.sync-conflict-20240501-101112-ABCDEFG.json"
    try await DaemonUnderTest.run(prepare: { try $0.write(good, to: "list.json") }) { daemon in
      try daemon.write(content, to: name)
      try await daemon.waitUntil("it is known") { try daemon.documents().count == 2 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("list.json") == good)
      #expect(try daemon.read(name) == content)
      let library = try daemon.library()
      #expect(library.conflicts + library.held + library.unreadable > 0)
    }
  }

  @Test func `a document that is deleted stays so, and its copy stays`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try daemon.write(Self.base.replacing("peas", with: "more peas"), to: "plan.md")
      try await daemon.waitUntil("the edit is known") { try daemon.lastEvent() > 1 }
      try daemon.write(Self.base.replacing("peas", with: "no peas"), to: Self.copyNames[0])
      try await daemon.waitUntil("it is listed") { try daemon.library().conflicts == 1 }
      try await daemon.shell("rm plan.md")
      try await daemon.waitUntil("the deletion is known") { try daemon.documents().count == 1 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == [Self.copyNames[0]])
      try await daemon.kill()
      try await daemon.start()
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == [Self.copyNames[0]])
    }
  }

  @Test func `names that only look like it are documents`() async throws {
    let names = [
      "Romeo and Juliet (Conflicts between families).md", "conflict-resolution.md",
      "sync-conflict notes.md", "plan (conflict).md", "plan.sync-conflict.md",
    ]
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      for name in names { try daemon.write(Self.theirs, to: name) }
      try await daemon.waitUntil("they are known") { try daemon.documents().count == 6 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == (names + ["plan.md"]).sorted())
      #expect(try daemon.read("plan.md") == Self.base)
    }
  }
}
