import Control
import Testing

/// Most of a library doesn't go without a word.
@Suite struct MassDeletionTests {
  private static let fifty = "for i in $(seq 50); do echo $i > $i.md; done"

  @Test func `fifty documents that vanish are held until a person says so`() async throws {
    try await DaemonUnderTest.run(prepare: { try await $0.shell(Self.fifty) }) { daemon in
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      try await daemon.shell("rm -rf ./*")
      try await daemon.waitUntil("the deletion is held") {
        try daemon.events(after: before).contains { $0.kind == "held" }
      }
      #expect(try await daemon.eventsOnceQuiet(after: before).map(\.kind) == ["held"])
      #expect(try daemon.known() == known)
      #expect(try await daemon.shell(#""$COLLATE" status"#).contains("collate release"))

      // A restart forgets nothing of that.
      try await daemon.kill()
      try await daemon.start()
      _ = try await daemon.eventsOnceQuiet(after: before, for: .seconds(3))
      #expect(try daemon.known() == known)

      try await daemon.shell(#""$COLLATE" release"#)
      try await daemon.waitUntil("the deletions are taken") { try daemon.known() == [:] }
      for digest in Set(known.values) { _ = try daemon.content(of: digest) }
    }
  }

  @Test func `fifty documents that come back are released`() async throws {
    try await DaemonUnderTest.run(prepare: { try await $0.shell(Self.fifty) }) { daemon in
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      try await daemon.shell(#"mkdir "$T/kept"; mv ./* "$T/kept""#)
      try await daemon.waitUntil("the deletion is held") {
        try daemon.events(after: before).contains { $0.kind == "held" }
      }
      try await daemon.shell(#"mv "$T/kept"/* ."#)
      try await daemon.waitUntil("nothing is held") {
        !(try await daemon.shell(#""$COLLATE" status"#).contains("release"))
      }
      #expect(try daemon.known() == known)
      #expect(
        try daemon.events(after: before).allSatisfy { $0.kind != "deleted" && $0.kind != "created" }
      )
    }
  }

  @Test func `a folder of many that is moved or made anew is no mass deletion`() async throws {
    try await DaemonUnderTest.run(prepare: { try await $0.shell("mkdir in; cd in; " + Self.fifty) })
    {
      daemon in
      let before = try daemon.lastEvent()
      try await daemon.shell("mv in out")
      try await daemon.waitUntil("the move is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      #expect(Set(try await daemon.eventsOnceQuiet(after: before).map(\.kind)) == ["moved"])
      try await daemon.shell("cp -r out new; rm -r out; mv new out")
      _ = try await daemon.eventsOnceQuiet(after: before)
      try await daemon.waitUntil("it is all there") {
        try daemon.known() == (try daemon.tree().digests)
      }
      #expect(
        try daemon.events(after: before).allSatisfy { $0.kind != "held" && $0.kind != "deleted" })
    }
  }
}
