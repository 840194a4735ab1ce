import Control
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// A daemon that is killed, ended, or starved goes on where it was.
@Suite struct RestartTests {
  @Test func `killed and started in one line, it starts each time`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("0\n", to: "n.md") }) { daemon in
      for turn in 1...10 {
        // No wait in between: what the killed process held may be held for a moment more.
        try daemon.send(.kill)
        let old = daemon.pid
        try daemon.launchProcess()
        if let old { _ = try waitForExit(of: old) }
        try await daemon.waitUntilWatching()
        try daemon.write("\(turn)\n", to: "n.md")
        try await daemon.waitUntil("the edit is known") {
          try daemon.digests() == ["n.md": digest(of: "\(turn)\n")]
        }
      }
      #expect(try daemon.ask(Check.self, Wire.InLibrary()).damage == [])
      #expect(try await daemon.stop() == .exited(0))
      // Who ends in order leaves no socket.
      #expect(!(try daemon.folder.names(in: "run/collate").contains("socket")))
    }
  }

  @Test(
    .enabled(if: Confinement.canInject, "strace can't inject here"),
    arguments: ["renameat2", "unlinkat", "fsync", "fdatasync", "openat2"])
  func `killed while it installs, no temporary file becomes a document`(call: String) async throws {
    let old = "one\ntwo\nthree\n"
    let new = "one\ntwo, saved\nthree\n"
    try await DaemonUnderTest.run(prepare: { try $0.write(old, to: "n.md") }) { daemon in
      let save = SaveDocument.Parameters(
        path: WirePath("n.md"), opened: digest(of: old),
        content: Data(new.utf8).base64EncodedString(), client: "another")
      try await daemon.killAtCall(call)
      do throws(ClientError) {
        _ = try daemon.ask(SaveDocument.self, save)
      } catch {
        // It was killed, as it was meant to be, before it could answer.
      }
      try daemon.send(.kill)
      try await daemon.ended()
      #expect([old, new].contains(try daemon.read("n.md")))
      try await daemon.start()
      if try daemon.read("n.md") == old { _ = try daemon.ask(SaveDocument.self, save) }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("n.md") == new)
      #expect(try daemon.names() == ["n.md"])
      #expect(try daemon.digests() == ["n.md": digest(of: new)])
      #expect(try daemon.content(of: digest(of: old)) == Array(old.utf8))
      try await daemon.waitUntil("nothing is left behind") {
        try await daemon.shell(
          #"find "$T/state" -path '*displaced*' -type f; find "$T/state" -path '*stag*' -type f"#)
          == ""
      }
      #expect(try daemon.ask(Check.self, Wire.InLibrary()).damage == [])
    }
  }

  @Test(.enabled(if: Confinement.canInject, "strace can't inject here"), arguments: 1...2)
  func `killed between the copy and the document, there is one copy`(turn: Int) async throws {
    let old = "one\ntwo\nthree\n"
    try await DaemonUnderTest.run(prepare: { try $0.write(old, to: "n.md") }) { daemon in
      try daemon.write("one\ndeux\nthree\n", to: "n.md")
      try await daemon.waitUntil("the edit is known") { try daemon.lastEvent() > 1 }
      try await daemon.killAtCall("renameat2", turn: turn)
      let save = SaveDocument.Parameters(
        path: WirePath("n.md"), opened: digest(of: old),
        content: Data("one\nzwei\nthree\n".utf8).base64EncodedString(), client: "another")
      do throws(ClientError) {
        _ = try daemon.ask(SaveDocument.self, save)
      } catch {
        // Killed before it could answer; the client tries again later.
      }
      try daemon.send(.kill)
      try await daemon.ended()
      try await daemon.start()
      _ = try daemon.ask(SaveDocument.self, save)
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names().count == 2)
      #expect(
        Set(try daemon.tree().files.values)
          == [Array("one\ndeux\nthree\n".utf8), Array("one\nzwei\nthree\n".utf8)])
      #expect(try daemon.library().conflicts == 1)
    }
  }

  /// What is done to the state's files while the daemon is down.
  private static let damages = [
    #"for f in $(find "$T/state" -type f -size +64c); do truncate -s $(($(stat -c %s $f) / 2)) $f; done"#,
    #"for f in $(find "$T/state" -type f -size +64c); do printf 'XXXXXXXX' | dd of=$f bs=1 seek=40 conv=notrunc 2>/dev/null; done"#,
    #"for f in $(find "$T/state" -type f); do : > $f; done"#,
    #"rm -r "$T"/state/*"#,
  ]

  @Test(arguments: damages)
  func `a state that is damaged or lost costs no content`(damage: String) async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try await daemon.shell("for i in $(seq 30); do echo text $i > $i.md; done")
    }) { daemon in
      try await daemon.shell("for i in $(seq 10); do echo more >> $i.md; done")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let there = try daemon.tree()
      try await daemon.kill()
      try await daemon.shell(damage)
      try await daemon.start()
      try await daemon.waitUntil("all is known") { try daemon.known() == there.digests }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.tree() == there)
      #expect(try daemon.known() == there.digests)
      #expect(try daemon.events().allSatisfy { $0.kind != "deleted" && $0.kind != "conflict" })
      // It works again, also after another restart.
      try daemon.write("edited\n", to: "1.md")
      try await daemon.waitUntil("an edit is known") {
        try daemon.digests()["1.md"] == digest(of: "edited\n")
      }
      try await daemon.stop()
      try await daemon.start()
      try await daemon.waitUntil("all is known again") {
        try daemon.known() == (try daemon.tree().digests)
      }
      for document in try daemon.documents().values {
        _ = try daemon.content(of: try #require(document.digest))
      }
    }
  }

  @Test func `told to end in the middle of much work, it ends soon and does the rest later`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { daemon in
      try await daemon.shell(
        "for i in $(seq 200); do printf 'a\\nb\\nc\\nd\\n' > $i.md; done")
    }) { daemon in
      try await daemon.shell("for i in $(seq 200); do printf 'a1\\nb\\nc\\nd\\n' > $i.md; done")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      try await daemon.shell(
        """
        for i in $(seq 200); do
          printf 'a\\nb\\nc\\nd2\\n' > $i.sync-conflict-20240501-101112-ABCDEFG.md
        done
        """)
      let asked = steadyClock()
      #expect(try await daemon.stop() == .exited(0))
      #expect(steadyClock() - asked < 5_000_000_000)
      #expect(!(try daemon.folder.names(in: "run/collate").contains("socket")))
      try await daemon.start()
      try await daemon.waitUntil("all are joined", within: .seconds(60)) {
        try daemon.names().count == 200
      }
      for content in try daemon.tree().files.values {
        #expect(content == Array("a1\nb\nc\nd2\n".utf8))
      }
    }
  }

  @Test(arguments: ["2>&-", "2>&- >&-", "2>/dev/full >/dev/full", "2>&1 | true"])
  func `nobody has to listen to what it prints`(streams: String) async throws {
    let words = #""$COLLATED" "$T/documents" --config "$T/config.json""#
    // In a pipe, the shell has to stay; it tells which process the daemon is.
    let shell =
      streams.contains("|")
      ? "exec sh -c 'mkfifo p; true < p & exec \(words) > p 2>&1'" : "exec \(words) \(streams)"
    try await DaemonUnderTest.run(
      DaemonUnderTest.Launch(shell: shell), prepare: { try $0.write("{}", to: "a.json") }
    ) { daemon in
      for turn in 1...5 {
        try daemon.write("turn \(turn)\n", to: "n.md")
        try await daemon.waitUntil("the edit is known") {
          try daemon.digests()["n.md"] == digest(of: "turn \(turn)\n")
        }
      }
      #expect(try await daemon.stop() == .exited(0))
    }
  }
}
