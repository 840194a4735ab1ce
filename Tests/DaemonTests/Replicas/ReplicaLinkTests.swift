import Control
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

/// Symbolic links travel as what they are.
@Suite struct ReplicaLinkTests {
  /// The links of both directories with where they lead, a line each.
  private static func links(_ daemon: DaemonUnderTest, _ names: String...) async throws -> [String]
  {
    var found: [String] = []
    for name in names {
      found.append(
        try await daemon.shell(
          "cd \"$T/\(name)\"; find . -type l ! -path './.collate/*' -printf '%P -> %l\\n' | sort"))
    }
    return found
  }

  @Test
  func `one is made, changed, renamed and removed in the other directory too, and not followed`()
    async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell(
        #"mkdir sub "$T/outside"; echo secret > "$T/outside/s.md"; ln -s "$T/outside" sub/out; ln -s nowhere l.md; touch -hd 2001-02-03 l.md"#
      )
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(
        try await daemon.shell(#"readlink "$T/second/l.md"; stat -c '%F %y' "$T/second/l.md""#)
          .hasPrefix("nowhere\nsymbolic link 2001-02-03 00:00:00.000000000"))
      #expect(try await daemon.shell(#"find "$T/second" -name s.md"#) == "")
      // A package's link is a part of it: PKG-11.
      try await daemon.shell(
        """
        ln -sfn /etc/hostname "$T/second/l.md"
        mv sub/out out
        mkdir -p b.textbundle/pages; echo one > b.textbundle/text.md
        ln -s "$T/outside/s.md" b.textbundle/pages/p1.md
        """)
      try await daemon.waitUntil("it came over") {
        let (first, second) = (
          try await Self.links(daemon, "documents"), try await Self.links(daemon, "second")
        )
        return first == second && first[0].split(separator: "\n").count == 3
          && first[0].contains("l.md -> /etc/hostname\n") && first[0].contains("\nout -> ")
      }
      try await daemon.shell(#"rm out; echo two >> "$T/outside/s.md""#)
      try await daemon.waitUntil("it went from the other too") {
        try await Self.links(daemon, "second")[0].split(separator: "\n").count == 2
      }
      #expect(try await daemon.shell(#"cat "$T/outside/s.md""#) == "secret\ntwo\n")
      #expect(try await daemon.shell(#"find "$T/second" -type f -name s.md"#) == "")
      #expect(
        try await daemon.shell(#""$COLLATE" show l.md; "$COLLATE" list l.md | grep -c l.md"#)
          == "l.md -> /etc/hostname\n1\n")
      #expect(
        try await daemon.shell(#""$COLLATE" diff l.md"#).contains("-nowhere\n+/etc/hostname\n"))
      #expect(
        try await daemon.shell(#"EDITOR=true "$COLLATE" edit l.md 2>&1 || true"#)
          .contains("is a symbolic link, and isn't followed"))
      #expect(
        try await daemon.shell(#""$COLLATE" restore l.md --version 1 > /dev/null; readlink l.md"#)
          == "nowhere\n")
    }
  }

  @Test func `FIL-05: what it leads to is edited, and it stays a link`() async throws {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell("mkdir real; echo one > real/t.md; ln -s real/t.md l.md")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell("echo two >> l.md")
      try await daemon.waitUntil("the edit came over") {
        try await daemon.shell(#"cat "$T/second/real/t.md""#) == "one\ntwo\n"
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(
        try await Self.links(daemon, "documents", "second")
          == ["l.md -> real/t.md\n", "l.md -> real/t.md\n"])
    }
  }

  @Test func `two that lead elsewhere stand side by side, and a client settles it`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("ln -s base l.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      try await daemon.shell(#"ln -sfn left l.md; sleep 0.1; ln -sfn right "$T/second/l.md""#)
      try await daemon.start()
      try await daemon.waitUntil("both are in both") {
        try await Self.links(daemon, "documents", "second")
          .allSatisfy { $0.split(separator: "\n").count == 2 && $0.contains("-> left\n") }
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(
        try await daemon.shell(#""$COLLATE" conflicts"#)
          .contains("a symbolic link can't be joined with another version"))
      try await daemon.shell(#""$COLLATE" resolve l.md --keep document"#)
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(
        try await Self.links(daemon, "documents", "second")
          == ["l.md -> right\n", "l.md -> right\n"])
    }
  }

  @Test func `killed while hundreds come over, all are there afterwards, and lead where they did`()
    async throws
  {
    try await ReplicaTests.run { daemon in
      try await daemon.shell("for i in $(seq 300); do ln -s target-$i l$i; done")
      try await daemon.waitUntil("some have come over") {
        try await daemon.shell(#"find "$T/second" -name 'l*' | wc -l"#) != "0\n"
      }
      try await daemon.kill()
      try await daemon.shell("for i in $(seq 100); do ln -sfn other-$i l$i; done")
      try await daemon.start()
      try await ReplicaTests.waitUntilEqual(daemon)
      let found = try await Self.links(daemon, "documents", "second")
      #expect(found[0] == found[1])
      #expect(found[0].split(separator: "\n").count == 300)
      #expect(found[0].contains("l7 -> other-7\n"))
      #expect(found[0].contains("l107 -> target-107\n"))
      #expect(try daemon.library().conflicts == 0)
    }
  }
}
