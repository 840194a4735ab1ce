import Control
import Foundation
import Testing

/// What isn't watched is found all the same.
@Suite struct WatchLimitTests {
  @Test(.enabled(if: Confinement.canLimitWatches, "the watch limit can't be lowered here"))
  func `where watches run out, the rest is polled, and status says so`() async throws {
    let launch = DaemonUnderTest.Launch(shell: Confinement.watches(4))
    try await DaemonUnderTest.run(
      launch,
      prepare: { try await $0.shell("for i in $(seq 12); do mkdir d$i; echo $i > d$i/n.md; done") }
    ) { daemon in
      try await daemon.shell("for i in $(seq 12); do echo more >> d$i/n.md; done")
      try await daemon.waitUntil("all edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      try await daemon.shell("mkdir d13; echo new > d13/n.md")
      try await daemon.waitUntil("a new directory is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let library = try daemon.library()
      #expect(library.directories == 14)
      #expect((1...4).contains(library.directoriesWatched))
      let status = try await daemon.shell("\"$COLLATE\" status; \"$COLLATE\" doctor || true")
      #expect(status.contains(" of 14 directories live"))
      #expect(status.contains("fs.inotify.max_user_watches"))
      let told = (status + daemon.log + library.notes.joined()).lowercased()
      #expect(!told.contains("no space") && !told.contains("disk is full"))
      #expect(try daemon.events().allSatisfy { $0.kind != "deleted" && $0.kind != "problem" })
    }
  }

  @Test(.enabled(if: Confinement.canLimitWatches, "the watch limit can't be lowered here"))
  func `without any watch every edit is found by looking`() async throws {
    let launch = DaemonUnderTest.Launch(shell: Confinement.watches(0))
    try await DaemonUnderTest.run(launch, prepare: { try $0.write("one\n", to: "n.md") }) {
      daemon in
      try daemon.write("two\n", to: "n.md")
      try await daemon.shell("mkdir -p a/b; echo deep > a/b/c.md")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      try await daemon.shell("rm -r a")
      try await daemon.waitUntil("the deletion is known") {
        try daemon.digests() == ["n.md": digest(of: "two\n")]
      }
    }
  }

  @Test func `a write through one name of a file is seen under the others`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try await daemon.shell("echo one > a.md; ln a.md b.md; mkdir sub; ln a.md sub/c.md")
    }) { daemon in
      try await daemon.shell("echo two >> b.md")
      let all = digest(of: "one\ntwo\n")
      try await daemon.waitUntil("all names show it") {
        try daemon.digests() == ["a.md": all, "b.md": all, "sub/c.md": all]
      }
      // A name that is replaced is a file of its own from then on.
      try await daemon.shell("echo other > new; mv new a.md; echo three >> b.md")
      try await daemon.waitUntil("each shows its own") {
        try daemon.known() == (try daemon.tree().digests)
      }
    }
  }

  @Test func `what happens while the daemon is paused or stopped is found when it goes on`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\n", to: "n.md") }) { daemon in
      try await daemon.shell("\"$COLLATE\" pause")
      try await daemon.shell("echo paused > n.md; mkdir sub; echo new > sub/a.md")
      _ = try daemon.ask(GetStatus.self)
      #expect(try daemon.digests() == ["n.md": digest(of: "one\n")])
      try await daemon.shell("\"$COLLATE\" resume")
      try await daemon.waitUntil("it is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let before = try daemon.lastEvent()
      try await daemon.stop()
      try await daemon.shell("mv sub other; echo stopped > n.md")
      try await daemon.start()
      try await daemon.waitUntil("it is known again") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let kinds = try await daemon.eventsOnceQuiet(after: before).map { "\($0.kind) \($0.path)" }
      #expect(Set(kinds) == ["changed n.md", "moved other/a.md"])
    }
  }
}
