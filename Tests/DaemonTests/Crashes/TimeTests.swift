import Control
import LinuxSystem
import TestSupport
import Testing

/// Stamps prove little, and the daemon knows it.
@Suite(.enabled(if: BuiltPrograms.has("python3"))) struct TimeTests {
  @Test func `two versions of one size in one tick of the clock: the second is known`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write("0000\n", to: "n.md") }) { daemon in
      try await daemon.shell(
        """
        exec python3 - <<'END'
        import os, time
        same = 0
        for turn in range(300):
            name = "t%d.md" % (turn % 30)
            with open(name, "w") as file:
                file.write("a%05d\\n" % turn)
            first = os.stat(name).st_mtime_ns
            # By now the daemon may have read it; it has the same stamps with other content.
            time.sleep(0.0005 * (turn % 7))
            with open(name, "r+") as file:
                file.write("b%05d\\n" % turn)
            same += os.stat(name).st_mtime_ns == first
            time.sleep(0.01)
        print(same)
        END
        """)
      try await daemon.waitUntil("the last versions are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.known() == (try daemon.tree().digests))
    }
  }

  @Test func `an old time put on new content hides nothing, not even while it was down`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write("aaaa\n", to: "n.md") }) { daemon in
      try await daemon.shell(#"touch -r n.md "$T/time"; echo bbbb > n.md; touch -r "$T/time" n.md"#)
      try await daemon.waitUntil("it is known") {
        try daemon.digests() == ["n.md": digest(of: "bbbb\n")]
      }
      try await daemon.stop()
      try await daemon.shell(#"echo cccc > n.md; touch -r "$T/time" n.md"#)
      try await daemon.start()
      try await daemon.waitUntil("it is known after a restart") {
        try daemon.digests() == ["n.md": digest(of: "cccc\n")]
      }
    }
  }

  @Test func `a file of sixteen gigabytes of nothing holds nothing up`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\n", to: "a.md") }) { daemon in
      try await daemon.shell("truncate -s 16G hole.txt; sleep 1; echo two >> a.md")
      let written = steadyClock()
      try await daemon.waitUntil("a.md is known") {
        try daemon.digests()["a.md"] == digest(of: "one\ntwo\n")
      }
      #expect(steadyClock() - written < 3_000_000_000)
      let pid = try #require(daemon.pid)
      let status = try await daemon.shell("grep VmHWM /proc/\(pid)/status")
      let peak = try #require(Int(status.filter(\.isNumber)))
      #expect(peak < 300_000, "\(status)")
      try await daemon.shell("rm hole.txt")
      try await daemon.waitUntil("it is gone") { try daemon.documents().count == 1 }
    }
  }
}
