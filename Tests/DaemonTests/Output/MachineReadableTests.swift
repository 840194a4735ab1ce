import FoundationEssentials
import Testing

/// What programs get from the verbs that are no listings.
@Suite struct MachineReadableTests {
  private struct Comparison: Decodable {
    struct Side: Decodable { var content: String }
    var old: Side
    var new: Side
    var diff: [String]
  }

  private struct Paused: Decodable, Equatable {
    var library: String?
    var isPaused: Bool
  }

  @Test func `a difference comes with both contents whole`() async throws {
    try await DaemonUnderTest.run(prepare: { try $0.write("one\ntwo\n", to: "a.md") }) { daemon in
      try await daemon.shell(#"printf 'one\n\033[2J\377\n' > "$D/a.md""#)
      try await daemon.waitUntil("the change is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let text = try await daemon.shell(#"cd "$D" && "$COLLATE" diff a.md --json"#)
      let told = try JSONDecoder().decode(Comparison.self, from: Data(text.utf8))
      #expect(Data(base64Encoded: told.old.content) == Data("one\ntwo\n".utf8))
      #expect(
        Data(base64Encoded: told.new.content)
          == Data(Array("one\n".utf8) + [0x1B, 0x5B, 0x32, 0x4A, 0xFF, 0x0A]))
      #expect(told.diff == ["@@ -1,2 +1,2 @@", " one", "-two", #"+\e[2J\xff"#])
    }
  }

  @Test func `pausing, going on and removing say what they did`() async throws {
    try await DaemonUnderTest.run { daemon in
      let paused = try await daemon.shell(#""$COLLATE" pause --json"#)
      #expect(
        try JSONDecoder().decode(Paused.self, from: Data(paused.utf8))
          == Paused(library: nil, isPaused: true))
      let resumed = try await daemon.shell(#""$COLLATE" resume documents --json"#)
      #expect(
        try JSONDecoder().decode(Paused.self, from: Data(resumed.utf8))
          == Paused(library: "documents", isPaused: false))
      let removed = try await daemon.shell(#""$COLLATE" remove documents --json"#)
      #expect(removed.contains(#""name":"documents""#))
    }
  }
}
