import Control
import TestSupport
import Testing

/// Real editors, typed into on a terminal.
@Suite struct EditorTests {
  struct Editor: Sendable, CustomTestStringConvertible {
    var program: String
    var words: String
    /// Changes the text and saves it, and does so again.
    var firstSave: [String]
    var secondSave: [String]
    var leave: [String]
    var testDescription: String { words }
  }

  private static func vim(_ settings: String) -> Editor {
    Editor(
      program: "vim", words: "vim -N -u NONE -i NONE -c 'set \(settings)' n.md",
      firstSave: [#"GoThe first line typed.\x1b"#, #":w\r"#],
      secondSave: [#"@GoThe second line.\x1b:w\r"#], leave: [#"@:q\r"#])
  }

  private static let editors = [
    vim("nobackup"), vim("backup backupcopy=no"), vim("backup backupcopy=yes"),
    vim("nowritebackup undofile"), vim("nofsync noswapfile"),
    Editor(
      program: "nano", words: "nano -I n.md", firstSave: [#"The first line typed.\r"#, #"\x0f\r"#],
      secondSave: [#"@The second line.\r"#, #"\x0f\r"#], leave: [#"@\x18"#]),
    Editor(
      program: "nano", words: "nano -I -B -A n.md", firstSave: [#"Typed.\r"#, #"\x0f\r"#],
      secondSave: [#"@The second line.\r"#, #"\x0f\r"#], leave: [#"@\x18"#]),
    Editor(
      program: "emacs", words: "emacs -nw -Q n.md",
      firstSave: [#"The first line typed.\r"#, #"\x18\x13"#],
      secondSave: [#"@The second line.\r"#, #"\x18\x13"#], leave: [#"@\x18\x03"#]),
    Editor(
      program: "emacs", words: "emacs -nw -Q --eval '(setq backup-by-copying t)' n.md",
      firstSave: [#"The first line typed.\r"#, #"\x18\x13"#],
      secondSave: [#"@The second line.\r"#, #"\x18\x13"#], leave: [#"@\x18\x03"#]),
  ]

  @Test(arguments: editors)
  func `each save in an editor is one change`(editor: Editor) async throws {
    for program in [editor.program, "python3"] where !BuiltPrograms.has(program) {
      try Test.cancel("\(program) is not on this machine")
    }
    try await DaemonUnderTest.run(prepare: { try $0.write("# Notes\n", to: "n.md") }) { daemon in
      let before = try daemon.lastEvent()
      async let session = daemon.shell(
        Terminal.script(
          editor.words, typing: editor.firstSave + editor.secondSave + editor.leave))
      var contents: [[UInt8]] = []
      for turn in 1...2 {
        try await daemon.waitUntil("save \(turn) is told", within: .seconds(60)) {
          try daemon.lastEvent() >= before + Int64(turn)
        }
        _ = try await daemon.eventsOnceQuiet(after: before)
        contents.append(try daemon.bytes(of: "n.md"))
        try daemon.folder.write("", to: "go-\(turn)")
      }
      _ = try await session
      let events = try await daemon.eventsOnceQuiet(after: before)
      #expect(events.map(\.summary) == contents.map { "changed n.md \(digest(of: $0))" })
      #expect(contents[0] != contents[1])
      #expect(try daemon.digests() == ["n.md": digest(of: contents[1])])
    }
  }
}
