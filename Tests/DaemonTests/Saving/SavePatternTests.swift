import Control
import Foundation
import TestSupport
import Testing

/// One save is one change, told once it is complete, whatever the program does to save.
@Suite struct SavePatternTests {
  private static let contents = [
    "# Garden\n\nbeans, peas\nmore beans and more peas\n",
    "# Orchard\n\nplums, pear\nmore beans and more pea\n",
    "short\n",
    "# Garden\n\n" + String(repeating: "a longer line than before\n", count: 12),
  ]

  @Test(arguments: SavePattern.allCases)
  func `one save is one change, and nothing else is told`(pattern: SavePattern) async throws {
    if let program = pattern.program, !BuiltPrograms.has(program) {
      try Test.cancel("\(program) is not on this machine")
    }
    try await DaemonUnderTest.run(prepare: { try $0.write("first\nline\n", to: "n.md") }) {
      daemon in
      for content in Self.contents {
        let before = try daemon.lastEvent()
        try daemon.folder.write(content, to: "new")
        try await daemon.shell(#"NEW="$T/new"; export NEW"# + "\n" + pattern.script)
        if pattern.needsRescan { _ = try daemon.ask(Rescan.self, Rescan.Parameters()) }
        try await daemon.waitUntil("the save is told") { try daemon.lastEvent() > before }
        let events = try await daemon.eventsOnceQuiet(after: before)
        #expect(
          events.map(\.summary) == ["changed n.md \(digest(of: content))"], "\(daemon.log)")
      }
      #expect(try daemon.digests() == ["n.md": digest(of: Self.contents[3])])
      #expect(try daemon.names() == ["n.md"])
      // Every version before is kept.
      let kept = try daemon.versions(of: WirePath("n.md")).map(\.digest)
      for content in ["first\nline\n"] + Self.contents {
        #expect(kept.contains(digest(of: content)))
      }
    }
  }

  @Test func `what is being written is not told until it is closed`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("old\n", to: "n.md") }) { daemon in
      try await daemon.shell(
        """
        exec 5>n.md
        for i in 1 2 3 4 5 6 7 8; do echo "line $i" >&5; sleep 0.4; done
        test "$(ls)" = n.md
        "$COLLATE" events --after 1 > "$T/told"
        "$COLLATE" show n.md > "$T/shown"
        exec 5>&-
        """)
      #expect(try daemon.folder.read("shown") == "old\n")
      #expect(try daemon.folder.read("told")?.contains("n.md") == false)
      let whole = digest(of: (1...8).map { "line \($0)\n" }.joined())
      try await daemon.waitUntil("the whole is known") { try daemon.digests() == ["n.md": whole] }
    }
  }

  @Test(.enabled(if: BuiltPrograms.has("python3")))
  func `a file that is cut short by its path is changed though nothing was closed`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\ntwo\n", to: "n.md") }) { daemon in
      let before = try daemon.lastEvent()
      try await daemon.shell("python3 -c 'import os; os.truncate(\"n.md\", 4)'")
      let events = try await daemon.eventsOnceQuiet(after: before)
      #expect(events.map(\.summary) == ["changed n.md \(digest(of: "one\n"))"])
    }
  }

  @Test func `a save every half second is a change each`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("0\n", to: "n.md") }) { daemon in
      let before = try daemon.lastEvent()
      try await daemon.shell("for i in 1 2 3 4 5 6; do echo $i > n.md; sleep 0.5; done")
      let events = try await daemon.eventsOnceQuiet(after: before)
      #expect(events.map(\.digest) == (1...6).map { digest(of: "\($0)\n") })
    }
  }
}

extension Wire.Event {
  /// The event in one line, for comparing.
  var summary: String {
    ([kind, path] + [digest].compactMap(\.self)).joined(separator: " ")
  }
}
