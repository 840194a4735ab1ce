import Control
import LinuxSystem
import TestSupport
import Testing

/// Nothing is concluded from a root that is missing, replaced, emptied or not readable.
@Suite struct RootTests {
  /// So many documents in the directory, in a few folders.
  private static func fill(_ daemon: DaemonUnderTest, _ count: Int) async throws {
    try await daemon.shell(
      """
      for i in $(seq \(count)); do mkdir -p f$((i % 5)); echo "text $i" > f$((i % 5))/$i.md; done
      """)
  }

  @Test func `a root that is a symbolic link is followed and stays one`() async throws {
    let launch = DaemonUnderTest.Launch(arguments: #""$T/link""#)
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        try await Self.fill(daemon, 20)
        try await daemon.shell(#"ln -s documents "$T/link""#)
      }
    ) { daemon in
      #expect(try daemon.documents().count == 20)
      try await daemon.shell("echo changed > f1/1.md; mkdir new; echo new > new/n.md")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      // Another directory under the link is not the root.
      let before = try daemon.lastEvent()
      try await daemon.shell(#"mkdir "$T/other"; ln -sfn other "$T/link""#)
      try await daemon.waitUntil("the root is absent") { try daemon.library().state == .absent }
      try await daemon.shell(#"ln -sfn documents "$T/link""#)
      try await daemon.waitUntil("the root is back") { try daemon.library().state == .watching }
      try await daemon.shell("echo again > f1/1.md")
      try await daemon.waitUntil("an edit is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let kinds = try await daemon.eventsOnceQuiet(after: before).map(\.kind)
      #expect(kinds == ["absent", "present", "changed"])
      try await daemon.shell(#"test -L "$T/link""#)
    }
  }

  /// ROO-01 and what is like it: each takes the root away and puts it back.
  private static let absences: [(String, String)] = [
    (
      #"cd "$T"; mv documents away; mkdir documents"#,
      #"cd "$T"; rm -r documents; mv away documents"#
    ),
    (#"cd "$T"; mv documents away"#, #"cd "$T"; mv away documents"#),
    (
      #"cd "$T"; mv documents away; mkdir documents; mkdir documents/f1; cp away/f1/1.md documents/f1"#,
      #"cd "$T"; rm -r documents; mv away documents"#
    ),
    (
      #"cd "$T"; mv documents away; echo file > documents"#,
      #"cd "$T"; rm documents; mv away documents"#
    ),
  ]

  @Test(arguments: absences)
  func `a root that is away or another is left alone until it is back`(
    away: String, back: String
  ) async throws {
    try await DaemonUnderTest.run(prepare: { try await Self.fill($0, 12) }) { daemon in
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      try await daemon.shell(away)
      try await daemon.waitUntil("the root is absent") { try daemon.library().state == .absent }
      try await daemon.shell(
        #"if test -d "$T/documents"; then echo stray > "$T/documents/stray.md"; fi; true"#, in: "$T"
      )
      _ = try await daemon.eventsOnceQuiet(after: before)
      #expect(try daemon.known() == known)
      #expect(try daemon.library().reason?.isEmpty == false)
      // What is asked for meanwhile is refused or answered from what is kept; nothing is written.
      #expect(throws: ClientError.self) {
        try daemon.ask(
          SaveDocument.self, SaveDocument.Parameters(path: WirePath("x.md"), content: ""))
      }
      try await daemon.shell(back + "; echo edited > documents/f2/2.md", in: "$T")
      try await daemon.waitUntil("the edit is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let events = try await daemon.eventsOnceQuiet(after: before)
      #expect(events.map(\.kind) == ["absent", "present", "changed"])
      #expect(try daemon.known().count == 12)
    }
  }

  @Test func `a root that was away when the daemon started is found when it comes`() async throws {
    try await DaemonUnderTest.run(prepare: { try await Self.fill($0, 8) }) { daemon in
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      try await daemon.stop()
      try await daemon.shell(#"cd "$T"; mv documents away; mkdir documents"#)
      try daemon.launchProcess()
      try await daemon.waitUntil("what is missing is held") {
        do throws(ClientError) {
          return try daemon.ask(GetStatus.self).libraries.contains { $0.held > 0 }
        } catch {
          return false
        }
      }
      try await daemon.shell(#"cd "$T"; rmdir documents; mv away documents"#, in: "$T")
      try await daemon.waitUntil("nothing is held") { try daemon.library().held == 0 }
      try await daemon.waitUntilWatching()
      #expect(try daemon.known() == known)
      try await daemon.shell("echo edited > f1/1.md")
      try await daemon.waitUntil("an edit is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let kinds = Set(try await daemon.eventsOnceQuiet(after: before).map(\.kind))
      #expect(kinds.isDisjoint(with: ["deleted", "created", "moved", "conflict"]), "\(kinds)")
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser))
  func `a folder that can't be listed loses nothing, and is named`() async throws {
    let launch = DaemonUnderTest.Launch(shell: Confinement.asOrdinaryUser, cleaning: "chmod 755 f1")
    try await DaemonUnderTest.run(launch, prepare: { try await Self.fill($0, 20) }) { daemon in
      let known = try daemon.known()
      let before = try daemon.lastEvent()
      try await daemon.shell(#"chmod 000 f1; "$COLLATE" rescan"#)
      try await daemon.waitUntil("status names the folder") {
        try daemon.library().holds.contains { $0.path == "f1" }
      }
      #expect(try daemon.known().filter { $0.value != "none" } == known)
      // Found so at the start too, and by a restart.
      try await daemon.stop()
      try await daemon.start()
      try await daemon.waitUntil("status names the folder again") {
        try daemon.library().holds.contains { $0.path == "f1" }
      }
      try await daemon.shell("chmod 755 f1; echo edited > f1/1.md")
      try await daemon.waitUntil("the edit is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      let kinds = Set(try daemon.events(after: before).map(\.kind))
      #expect(kinds.isSubset(of: ["held", "released", "changed"]))
      #expect(try daemon.library().held == 0)
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser))
  func `a document that can't be read for a while is neither gone nor empty`() async throws {
    let launch = DaemonUnderTest.Launch(shell: Confinement.asOrdinaryUser)
    try await DaemonUnderTest.run(launch, prepare: { try $0.write("one\n", to: "n.md") }) {
      daemon in
      try await daemon.shell("chmod 000 n.md")
      try await daemon.waitUntil("status names it") {
        try daemon.library().holds.contains { $0.path == "n.md" }
      }
      #expect(try daemon.digests() == ["n.md": digest(of: "one\n")])
      try await daemon.shell("chmod 644 n.md; echo two >> n.md")
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests() == ["n.md": digest(of: "one\ntwo\n")]
      }
      #expect(try daemon.library().held == 0)
      #expect(try daemon.events().allSatisfy { $0.kind != "deleted" })
    }
  }

  @Test func `with few descriptors work is slow but right`() async throws {
    try await DaemonUnderTest.run(prepare: { daemon in
      try await daemon.shell(
        "for i in $(seq 300); do mkdir d$i; echo $i > d$i/a.md; echo $i > d$i/b.md; done")
    }) { daemon in
      let known = try daemon.known()
      #expect(known.count == 600)
      let before = try daemon.lastEvent()
      try await daemon.stop()
      try await daemon.start(by: Confinement.openFiles(24))
      // Clients take what they can get, and give it back.
      var clients: [Client] = []
      for _ in 0..<20 {
        do throws(ClientError) {
          clients.append(try Client(daemon.socket, timeout: .seconds(1)))
        } catch {
          continue
        }
      }
      try await daemon.shell("for i in $(seq 1 3 300); do echo more >> d$i/a.md; done")
      clients = []
      _ = try await daemon.shell(#""$COLLATE" rescan"#)
      try await daemon.waitUntil("the edits are known", within: .seconds(90)) {
        try daemon.known() == (try daemon.tree().digests)
      }
      let kinds = try daemon.events(after: before).map(\.kind).filter {
        $0 != "held" && $0 != "released"
      }
      #expect(kinds == Array(repeating: "changed", count: 100))
    }
  }
}
