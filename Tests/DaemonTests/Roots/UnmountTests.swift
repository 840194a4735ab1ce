import Control
import Testing

/// A disk that is unmounted under the daemon, and mounted again.
@Suite(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
struct UnmountTests {
  /// The daemon in a name space of its own, in which its directory is a file system of its own.
  private static let launch = DaemonUnderTest.Launch(
    shell: #"""
      exec unshare -rm sh -c '
        mount -t tmpfs none documents; echo one > documents/n.md
        for i in 1 2 3 4 5; do echo $i > documents/$i.md; done
        exec "$@"'
      """#)

  /// Lines that run where the daemon runs.
  private func inside(_ lines: String, of daemon: DaemonUnderTest) async throws {
    let pid = try #require(daemon.pid)
    try await daemon.shell(
      "nsenter --preserve-credentials -U -m -t \(pid) sh -ec 'cd \"$T\"; \(lines)'", in: "$T")
  }

  @Test func `nothing is gone while it is away, and work goes on when it is back`() async throws {
    try await DaemonUnderTest.run(Self.launch) { daemon in
      try await daemon.waitUntil("all is known") { try daemon.documents().count == 6 }
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      // Nothing of the daemon's keeps the disk busy.
      try await inside("umount documents; echo stray > documents/stray.md", of: daemon)
      try await daemon.waitUntil("the root is absent") { try daemon.library().state == .absent }
      _ = try await daemon.eventsOnceQuiet(after: before)
      #expect(try daemon.known() == known)
      try await inside(
        """
        mount -t tmpfs none documents
        for i in 1 2 3 4 5; do echo $i > documents/$i.md; done
        echo one > documents/n.md; echo two >> documents/n.md; echo new > documents/new.md
        """,
        of: daemon)
      try await daemon.waitUntil("the edits are known") {
        let digests = try daemon.digests()
        return digests["n.md"] == digest(of: "one\ntwo\n") && digests["new.md"] != nil
      }
      // It is watched again too.
      try await inside("echo three >> documents/n.md", of: daemon)
      try await daemon.waitUntil("an edit is known") {
        try daemon.digests()["n.md"] == digest(of: "one\ntwo\nthree\n")
      }
      let events = try await daemon.eventsOnceQuiet(after: before)
      #expect(
        events.map(\.kind).filter { $0 == "absent" || $0 == "present" } == ["absent", "present"])
      #expect(events.allSatisfy { $0.kind != "deleted" && $0.path != "stray.md" })
    }
  }
}
