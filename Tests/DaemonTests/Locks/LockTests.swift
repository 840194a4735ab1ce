import Control
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// Other programs' advisory locks are respected, and only those that lie on the name.
@Suite(.enabled(if: BuiltPrograms.has("flock") && BuiltPrograms.has("python3")))
struct LockTests {
  private func save(_ text: String, from old: String, in daemon: DaemonUnderTest) throws
    -> SaveDocument.Reply
  {
    try daemon.ask(
      SaveDocument.self,
      SaveDocument.Parameters(
        path: WirePath("n.md"), opened: digest(of: old),
        content: Data(text.utf8).base64EncodedString(), client: "another"))
  }

  @Test func `a document that is locked is held, its holder named, and goes on at once after`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { daemon in
      for name in ["n.md", "m.md"] { try daemon.write("old\n", to: name) }
    }) { daemon in
      async let holding = daemon.shell(
        #"flock -x n.md sh -c 'echo edited > n.md; : > "$T/held"; while ! test -e "$T/go"; do sleep 0.02; done'"#
      )
      try await daemon.waitUntil("the lock is held") {
        try daemon.folder.names().contains("held")
      }
      try await daemon.waitUntil("status names the holder") {
        try daemon.library().holds.contains {
          $0.path == "n.md" && ($0.holder ?? "").contains("flock")
        }
      }
      #expect(throws: ClientError.self) { try save("saved\n", from: "old\n", in: daemon) }
      #expect(try daemon.read("n.md") == "edited\n")
      try daemon.write("other\n", to: "m.md")
      try await daemon.waitUntil("another document goes on") {
        try daemon.digests()["m.md"] == digest(of: "other\n")
      }
      #expect(try daemon.digests()["n.md"] == digest(of: "old\n"))
      let status = try await daemon.shell(#""$COLLATE" status; "$COLLATE" explain n.md"#)
      #expect(status.contains("flock"))

      let released = steadyClock()
      try daemon.folder.write("", to: "go")
      _ = try await holding
      try await daemon.waitUntil("it goes on") {
        try daemon.digests()["n.md"] == digest(of: "edited\n")
      }
      #expect(steadyClock() - released < 2_000_000_000)
      #expect(try daemon.library().held == 0)
    }
  }

  @Test func `a shared lock of others doesn't keep it from reading`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "n.md") }) { daemon in
      try await daemon.shell(
        """
        flock -s n.md sh -c '
          echo new > n.md
          for i in $(seq 200); do "$COLLATE" show n.md | grep -q new && exit 0; sleep 0.05; done
          exit 1'
        """)
    }
  }

  @Test func `a lock on what lost the name is none, one on what has it is`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "n.md") }) { daemon in
      async let editor = daemon.shell(
        """
        exec python3 - <<'END'
        import fcntl, os, time
        def wait(name):
            while not os.path.exists(os.environ["T"] + "/" + name):
                time.sleep(0.02)
        def say(name):
            open(os.environ["T"] + "/" + name, "w").close()
        old = open("n.md")
        fcntl.flock(old, fcntl.LOCK_EX)
        new = open(".n.md.tmp", "w")
        new.write("renamed\\n")
        new.close()
        os.rename(".n.md.tmp", "n.md")
        say("renamed")
        wait("relock")
        now = open("n.md")
        fcntl.flock(now, fcntl.LOCK_EX)
        old.close()
        say("relocked")
        wait("end")
        END
        """)
      try await daemon.waitUntil("the new one is read though the old is locked") {
        try daemon.digests()["n.md"] == digest(of: "renamed\n")
      }
      #expect(try save("saved\n", from: "renamed\n", in: daemon).outcome == .saved)
      try daemon.folder.write("", to: "relock")
      try await daemon.waitUntil("the new one is locked") {
        try daemon.folder.names().contains("relocked")
      }
      #expect(throws: ClientError.self) { try save("again\n", from: "saved\n", in: daemon) }
      #expect(try daemon.read("n.md") == "saved\n")
      try daemon.folder.write("", to: "end")
      _ = try await editor
      #expect(try save("again\n", from: "saved\n", in: daemon).outcome == .saved)
      #expect(try daemon.read("n.md") == "again\n")
    }
  }

  @Test func `a command under collate lock is left alone`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "n.md") }) { daemon in
      try await daemon.shell(
        """
        "$COLLATE" lock n.md -- sh -c '
          echo one > n.md; sleep 1; echo two >> n.md
          test "$("$COLLATE" show n.md)" = old'
        """)
      try await daemon.waitUntil("it goes on") {
        try daemon.digests()["n.md"] == digest(of: "one\ntwo\n")
      }
      let changes = try await daemon.eventsOnceQuiet().filter { $0.kind == "changed" }
      #expect(changes.count == 1)
    }
  }

  @Test func `LCK-09: a second daemon on the same root is refused, by name, and the first goes on`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "n.md") }) { daemon in
      let told = try await daemon.shell(
        """
        mkdir "$T/state2"
        XDG_STATE_HOME="$T/state2" timeout 5 "$COLLATED" "$D" --socket "$T/run/second" 2>&1
        echo "ended with $?"
        """)
      #expect(told.contains(daemon.place + "/documents"))
      #expect(told.contains("already"))
      #expect(!told.contains("ended with 124") && !told.contains("ended with 0"), "\(told)")
      try daemon.write("new\n", to: "n.md")
      try await daemon.waitUntil("the first goes on") {
        try daemon.digests()["n.md"] == digest(of: "new\n")
      }
    }
  }
}
