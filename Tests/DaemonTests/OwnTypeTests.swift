import Control
import TestSupport
import Testing

/// A daemon that a program built for itself, with a document type of its own.
@Suite struct OwnTypeTests {
  private static let base = #"{"best": {"ann": 3, "bob": 5}, "board": "oak"}"#
  private static let ours = #"{"best": {"ann": 9, "bob": 5}, "board": "oak"}"#
  private static let theirs = #"{"best": {"ann": 4, "bob": 8}, "board": "ash"}"#
  private static let launch = DaemonUnderTest.Launch(
    shell: #"COLLATED="$COLLATED-with-scores"; exec "$@""#)

  @Test func `two versions are joined by the type's own rule, and the rest by key`() async throws {
    try await DaemonUnderTest.run(
      Self.launch, prepare: { try $0.write(Self.base, to: "chess.scores") }
    ) { daemon in
      try daemon.write(Self.ours, to: "chess.scores")
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests() == ["chess.scores": digest(of: Self.ours)]
      }
      try daemon.write(Self.theirs, to: "chess.sync-conflict-20240501-101112-ABCDEFG.scores")
      try await daemon.waitUntil("they are joined") { try daemon.names() == ["chess.scores"] }
      #expect(
        try daemon.read("chess.scores") == #"{"best": {"ann": 9, "bob": 8}, "board": "ash"}"#)
    }
  }

  @Test func `what its reader rejects is held with its reason`() async throws {
    try await DaemonUnderTest.run(
      Self.launch, prepare: { try $0.write(Self.base, to: "chess.scores") }
    ) { daemon in
      try daemon.write(#"{"best": {"ann": "three"}}"#, to: "chess.scores")
      try await daemon.waitUntil("it is held") { try daemon.library().held == 1 }
      let reason = try daemon.library().holds.first?.reason ?? ""
      #expect(reason.contains("line 1, column 18 (byte 17): key `best.ann`:"), "\(reason)")
    }
  }
}
