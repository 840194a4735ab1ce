import Control
import Foundation
import TestSupport
import Testing

/// Names and contents can do nothing to a terminal, and come back whole for programs.
@Suite struct HarmlessOutputTests {
  /// What a shell's `$'…'` makes of each is a name.
  private static let names = [
    #"\e]0;owned\a.md"#, #"\e[2J\e[31mred.md"#, #"new\nline.md"#, #"tab\there.md"#,
    #"\xff\xfe.md"#, #"caf\xe9.md"#, #"csi\xc2\x9b31m.md"#, #"del\x7f.md"#, #"back\\slash.md"#,
    #"over\xe2\x80\xaewritten.md"#, #"line\xe2\x80\xa8separator.md"#, #"\rreturned.md"#,
    #"half\xf0\x9f\x98.md"#, #"quote\"'$(id).md"#, #" lead.md"#, #"tail.md "#, "-rf.md", "~.md",
    #"\xed\xa0\x80surrogate.md"#, #"key\x1b[2J.json"#,
  ]

  private static func fill(_ daemon: DaemonUnderTest, _ words: String) async throws {
    for name in names {
      try await daemon.shell(#"printf '%b' '\#(words)' > $'\#(name.replacing("'", with: "\\'"))'"#)
    }
  }

  /// Whether a terminal would take it as nothing but text and lines.
  private func isHarmless(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0xFEFF: false
      default: true
      }
    }
  }

  /// Files whose readers' reasons and changes are made of what is in them.
  private static let odd = """
    printf '{"a\\u001b[2J": 1, "b\\033[31m": 2}' > broken.json
    printf '{"a\\\\u001b[2J": "\\\\u009b"}' > escaped.json
    """

  @Test func `nothing that people read carries a control character`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try await Self.fill(daemon, #"one\n\e[2J\e]0;owned\a\nthree\n"#)
      try await daemon.shell(Self.odd)
    }) { daemon in
      try await Self.fill(daemon, #"one\n\e[31mother\x9b\nfour\n"#)
      try await daemon.shell(#"printf '{"a\\u001b[2J": "\\u009c", "\\u001b": 1}' > escaped.json"#)
      // Conflicts, holds and undone things have lines too.
      try await daemon.shell(
        #"""
        printf 'x\e[2J\n' > $'\e]0;owned\a.sync-conflict-20240501-101112-ABCDEFG.md'
        chmod 000 $'new\nline.md'
        mkdir $'\e[2Jfolder'; echo x > $'\e[2Jfolder/\xff.md'
        """#)
      try await daemon.waitUntil("all is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      _ = try await daemon.eventsOnceQuiet()
      let path = #"$'\e[2J\e[31mred.md'"#
      for command in [
        "list", "status", "status -v", "events", "conflicts", "rescan --dry-run", "doctor",
        "undo --list", "check", "log \(path)", "explain \(path)", "show nothing\(path)",
        "explain \(path)x", "restore \(path) --version 9", "log", "resolve 99 --keep document",
        "list --state unreadable",
      ] {
        let code = try await daemon.shell(
          #""$COLLATE" \#(command) > "$T/told" 2>&1; echo $?"#)
        let told = try Data(contentsOf: URL(filePath: daemon.place + "/told"))
        #expect(isHarmless(Array(told)), "\(command): \(String(decoding: told, as: UTF8.self))")
        #expect(!told.isEmpty || code == "0\n", "\(command) says nothing")
      }
      let log = try Data(contentsOf: URL(filePath: daemon.place + "/log"))
      #expect(isHarmless(Array(log)), "\(daemon.log)")
    }
  }

  @Test(.enabled(if: BuiltPrograms.has("script")))
  func `on a terminal it is the same, but for colours`() async throws {
    try await DaemonUnderTest.run(prepare: { try await Self.fill($0, #"one\n\e[2J\x9b\n"#) }) {
      daemon in
      for command in ["list", "status", "events", #"show ./*red.md"#, "diff ./*red.md"] {
        let told = try await daemon.shell(
          #"script -qec '"$COLLATE" \#(command)' /dev/null </dev/null | tr -d '\r'"#)
        let plain = told.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        // No name or content has colours, so what begins like one must be all of it.
        #expect(!plain.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(plain)")
        #expect(!told.contains("\u{1B}[31mred") && !told.contains("owned\u{7}"), "\(plain)")
      }
    }
  }

  @Test func `each name is one entry, and comes back whole`() async throws {
    try await DaemonUnderTest.run(prepare: { try await Self.fill($0, #"one\n"#) }) { daemon in
      try await Self.fill(daemon, #"two\n\xff"#)
      try await daemon.waitUntil("all is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let there = Set(try daemon.tree().files.keys)
      #expect(there.count == Self.names.count)
      let list = try await daemon.shell(#""$COLLATE" list --json"#)
      let documents = try JSONDecoder().decode(
        ListDocuments.Reply.self, from: Data(list.utf8)
      ).documents
      #expect(documents.count == there.count)
      #expect(Set(documents.compactMap(\.wirePath)) == there)
      let told = try await daemon.shell(#""$COLLATE" events --after 1 --json"#)
      let events = try JSONDecoder().decode(Wire.Events.self, from: Data(told.utf8)).events
      #expect(Set(events.compactMap(\.wirePath)) == there)
      // A line each for people.
      let lines = try await daemon.shell(#""$COLLATE" list"#).split(separator: "\n")
      #expect(lines.filter { $0.contains(".md") || $0.contains(".json") }.count == there.count)
      // The bytes of a content, as they are, where no terminal reads them.
      for name in Self.names {
        let quoted = name.replacing("'", with: "\\'")
        try await daemon.shell(#""$COLLATE" show -- $'\#(quoted)' | cmp - -- $'\#(quoted)'"#)
      }
    }
  }
}
