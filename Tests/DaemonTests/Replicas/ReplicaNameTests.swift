import Control
import TestSupport
import Testing

/// Names travel: what is moved in one directory of a library is renamed in the others.
@Suite struct ReplicaNameTests {
  private static let count = 300

  /// Two directories that hold the same, made by the commands.
  private static func run(
    _ commands: String, _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell(commands) }) { daemon in
      try await Self.waitUntilSame(daemon)
      try await body(daemon)
    }
  }

  private static func waitUntilSame(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold the same") {
      try await daemon.shell(
        #"cd "$T"; diff -r documents second >/dev/null && ls -A documents | wc -l || echo no"#)
        != "no\n"
    }
  }

  /// The inode of a name in the second directory.
  private static func inode(_ name: String, _ daemon: DaemonUnderTest) async throws -> String {
    try await daemon.shell(#"stat -c %i "$T/second/\#(name)" 2>&1 || true"#)
  }

  /// Does something in the first directory, and waits until each of the names in the second is of
  /// the inode that the other name there was of.
  private static func expect(
    _ moves: [(from: String, to: String)], after commands: String, _ daemon: DaemonUnderTest
  ) async throws {
    var before: [String] = []
    for move in moves { before.append(try await inode(move.from, daemon)) }
    try await daemon.shell(commands)
    try await daemon.waitUntil("the names are the same in both") {
      var now: [String] = []
      for move in moves { now.append(try await inode(move.to, daemon)) }
      return now == before
    }
    try await Self.waitUntilSame(daemon)
  }

  @Test func `a renamed document or package is renamed in the other, not written anew`()
    async throws
  {
    try await Self.run("echo a > a.md; mkdir p.textbundle; echo t > p.textbundle/text.md") {
      daemon in
      try await Self.expect(
        [("a.md", "b.md"), ("p.textbundle", "q.textbundle")],
        after: "mv a.md b.md; mv p.textbundle q.textbundle", daemon)
    }
  }

  @Test func `a moved directory is one rename in the other, WAT-05`() async throws {
    try await Self.run(
      "mkdir -p old/sub; for i in $(seq \(Self.count)); do echo $i > old/$i.md; done; "
        + "echo s > old/sub/s.md"
    ) { daemon in
      try await Self.expect(
        [("old", "new"), ("old/7.md", "new/7.md")], after: "mv old new", daemon)
      try await daemon.shell("echo more >> new/7.md; echo more >> new/sub/s.md")
      try await Self.waitUntilSame(daemon)
      #expect(try await daemon.shell(#"cat "$T/second/new/sub/s.md""#) == "s\nmore\n")
      #expect(try await daemon.shell(#"ls -d "$T"/*/old 2>/dev/null || true"#) == "")
    }
  }

  @Test func `swapped names and circles of names are so in the other, SYN-07`() async throws {
    try await Self.run("for i in a b c d e; do echo $i > $i.md; done; sleep 0.5") { daemon in
      try await Self.expect(
        [("a.md", "b.md"), ("b.md", "a.md")], after: "mv a.md x; mv b.md a.md; mv x b.md", daemon)
      try await Self.expect(
        [("c.md", "d.md"), ("d.md", "e.md"), ("e.md", "c.md")],
        after: "mv e.md x; mv d.md e.md; mv c.md d.md; mv x c.md", daemon)
    }
  }

  @Test func `a name that differs in case or composition only is another name, SYN-11, NAM-07`()
    async throws
  {
    let (composed, decomposed) = ("\u{E9}.md", "e\u{301}.md")
    try await Self.run("echo n > n.md; echo e > \(composed)") { daemon in
      try await Self.expect(
        [("n.md", "N.md"), (composed, decomposed)],
        after: "mv n.md N.md; mv \(composed) \(decomposed)", daemon)
      #expect(try await daemon.shell(#"ls "$T/second" | wc -l"#) == "2\n")
    }
  }

  @Test func `what one renames and another edits meets under the new name, SYN-05`() async throws {
    try await Self.run("printf '1\\n2\\n3\\n' > b.md") { daemon in
      try await Self.expect(
        [("b.md", "bee.md")], after: #"mv b.md bee.md; echo 4 >> "$T/second/b.md""#, daemon)
      try await daemon.waitUntil("the edit is in both") {
        try daemon.read("bee.md") == "1\n2\n3\n4\n"
      }
    }
  }

  @Test func `empty directories come and go, and what is ignored in one stays, FIL-09`()
    async throws
  {
    try await Self.run("mkdir -p a/b c; echo x > x.md") { daemon in
      try await daemon.waitUntil("they are in both") {
        try await daemon.shell(#"cd "$T/second"; find . -type d | sort"#) == ".\n./a\n./a/b\n./c\n"
      }
      try await daemon.shell(#"touch "$T/second/c/n.md.swp"; rmdir a/b c"#)
      try await daemon.waitUntil("the empty one is gone, the other stays") {
        try await daemon.shell(#"cd "$T/second"; find . | sort"#)
          == ".\n./a\n./c\n./c/n.md.swp\n./x.md\n"
      }
      #expect(try daemon.ask(GetStatus.self).libraries.first?.held == 0)
    }
  }

  @Test func `what is made in a directory that another removes stays, SYN-03`() async throws {
    try await Self.run("mkdir notes; echo old > notes/old.md; echo x > x.md") { daemon in
      try await daemon.shell(#"echo new > notes/new.md; rm -r "$T/second/notes""#)
      try await daemon.waitUntil("the new one is in both") {
        try await daemon.shell(#"cat "$T"/*/notes/new.md 2>/dev/null || true"#) == "new\nnew\n"
      }
      try await Self.waitUntilSame(daemon)
    }
  }

  @Test func `a document that becomes a directory is one in the other, SYN-09`() async throws {
    try await Self.run("echo plan > plan; echo x > x.md") { daemon in
      try await daemon.shell("rm plan; mkdir plan; echo in > plan/plan")
      try await daemon.waitUntil("it is a directory in both") {
        try await daemon.shell(#"cat "$T"/*/plan/plan 2>/dev/null || true"#) == "in\nin\n"
      }
      try await Self.waitUntilSame(daemon)
    }
  }

  @Test func `what has a document's inode is it, and what has its old text is new`() async throws {
    try await Self.run("mkdir s; echo one > s/plan; echo x > x.md") { daemon in
      try await daemon.stop()
      try await daemon.shell(
        """
        cd s; echo one > y; mv plan z; mkdir plan; mv y plan/plan; mv z plan/other; echo two > plan/other
        """)
      try await daemon.start()
      try await daemon.waitUntil("both are in the other") {
        try await daemon.shell(#"cd "$T/second/s/plan" && cat other plan || true"#) == "two\none\n"
      }
      try await Self.waitUntilSame(daemon)
      #expect(try daemon.events().map(\.kind) == ["adopted", "moved", "changed", "created"])
    }
  }

  @Test func `directories that two rename to one name are one, with all in it, SYN-23`()
    async throws
  {
    try await Self.run(
      "mkdir notes other; echo one > notes/n.md; echo two > other/n.md"
    ) { daemon in
      try await daemon.kill()
      try await daemon.shell(#"mv notes hello; mv "$T/second/other" "$T/second/hello""#)
      try await daemon.start()
      try await daemon.waitUntil("both texts are in both") {
        try await daemon.shell(#"cd "$T"; cat documents/hello/* second/hello/* 2>/dev/null | sort"#)
          == "one\none\ntwo\ntwo\n"
      }
      try await Self.waitUntilSame(daemon)
    }
  }

  @Test func `a package that is saved whole beside and exchanged is an edit, PKG-09`() async throws
  {
    try await Self.run("mkdir n.textbundle; echo one > n.textbundle/text.md") { daemon in
      try await daemon.shell(
        "cp -r n.textbundle n.new; echo two > n.new/text.md; "
          + "mv n.textbundle n.old; mv n.new n.textbundle; rm -r n.old")
      try await daemon.waitUntil("the edit is in the other") {
        try await daemon.shell(#"cat "$T/second/n.textbundle/text.md" 2>/dev/null || true"#)
          == "two\n"
      }
      try await daemon.waitUntil("nothing else is left of it") {
        try await daemon.shell(#"ls "$T/second""#) == "n.textbundle\n"
      }
    }
  }
}
