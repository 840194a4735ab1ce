import Control
import Foundation
import LinuxSystem
import Testing

/// What can't be joined is kept side by side, once.
@Suite struct OwnCopyTests {
  private static let base = "one\ntwo\nthree\n"

  /// A save of the second line from the first version.
  private func save(_ word: String, in daemon: DaemonUnderTest) throws -> SaveDocument.Reply {
    try daemon.ask(
      SaveDocument.self,
      SaveDocument.Parameters(
        path: WirePath("plan.md"), opened: digest(of: Self.base),
        content: Data("one\n\(word)\nthree\n".utf8).base64EncodedString(), client: "laptop"))
  }

  @Test func `two versions of one line are two whole files, however often they are saved`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: { try $0.write(Self.base, to: "plan.md") }) { daemon in
      try daemon.write("one\ndeux\nthree\n", to: "plan.md")
      let reply = try save("zwei", in: daemon)
      #expect(reply.outcome == .conflict)
      let copy = try #require(reply.copy)
      #expect(copy.hasPrefix("plan (conflict ") && copy.hasSuffix(" laptop).md"))
      let texts = Set([try daemon.read("plan.md"), try daemon.read(copy)])
      #expect(texts == ["one\ndeux\nthree\n", "one\nzwei\nthree\n"])
      for _ in 0..<3 { _ = try save("zwei", in: daemon) }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names().count == 2)
      #expect(try daemon.library().conflicts == 1)

      // A restart makes no second copy either.
      try await daemon.kill()
      try await daemon.start()
      _ = try save("zwei", in: daemon)
      #expect(try daemon.names().count == 2)

      // Who removes the copy has settled it.
      try await daemon.shell("rm '\(copy)'")
      try await daemon.waitUntil("it is settled") { try daemon.library().conflicts == 0 }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.names() == ["plan.md"])
      #expect(try daemon.documents()[WirePath("plan.md")]?.state == .normal)
      #expect(try daemon.content(of: digest(of: "one\nzwei\nthree\n")).isEmpty == false)
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser))
  func `where no copy can be made neither version goes`() async throws {
    let launch = DaemonUnderTest.Launch(
      shell: Confinement.asOrdinaryUser, cleaning: #"chmod 755 "$D""#)
    try await DaemonUnderTest.run(launch, prepare: { try $0.write(Self.base, to: "plan.md") }) {
      daemon in
      try daemon.write("one\ndeux\nthree\n", to: "plan.md")
      try await daemon.waitUntil("the edit is known") { try daemon.lastEvent() > 1 }
      try await daemon.shell("chmod 555 .")
      #expect(throws: ClientError.self) { try save("zwei", in: daemon) }
      #expect(try daemon.read("plan.md") == "one\ndeux\nthree\n")
      // What the client said it had is not lost, though it was told that it is not saved.
      #expect(try daemon.content(of: digest(of: "one\nzwei\nthree\n")).isEmpty == false)
      try await daemon.shell("chmod 755 .")
      #expect(try save("zwei", in: daemon).outcome == .conflict)
      try await daemon.waitUntil("nothing is held") { try daemon.library().held == 0 }
      #expect(try daemon.names().count == 2)
    }
  }

  @Test func `a save keeps the document's permissions and its other names`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try daemon.write(Self.base, to: "plan.md")
      try await daemon.shell(
        "chmod 750 plan.md; ln plan.md other.md; echo s > secret.md; chmod 600 secret.md")
    }) { daemon in
      #expect(try save("zwei", in: daemon).outcome == .saved)
      for name in ["plan.md", "other.md"] {
        #expect(try daemon.read(name) == "one\nzwei\nthree\n")
        #expect(try daemon.status(of: name).mode == 0o750)
      }
      let secret = try #require(try daemon.documents()[WirePath("secret.md")]?.digest)
      _ = try daemon.ask(
        SaveDocument.self,
        SaveDocument.Parameters(
          path: WirePath("secret.md"), opened: secret,
          content: Data("t\n".utf8).base64EncodedString()))
      #expect(try daemon.status(of: "secret.md").mode == 0o600)
      try await daemon.waitUntil("other.md is known as it is") {
        try daemon.known() == (try daemon.tree().digests)
      }
      // No content of ours is anybody else's to read.
      #expect(
        try await daemon.shell(#"find "$T/state" "$T/run" -perm /077 -not -type l"#) == "")
    }
  }
}
