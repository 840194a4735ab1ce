import Control
import LinuxSystem
import TestSupport
import Testing

/// The catalogue's cases about conflict copies, locks and half-made saves, with two directories.
@Suite struct ReplicaConflictTests {
  /// Two directories in which one line was changed at one time.
  private static func clash(
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell(#"printf '1\n2\n3\n' > plan.md; echo o > o.md"#)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try daemon.send(.stop)
      try await daemon.shell(
        #"sed -i s/2/left/ plan.md; sed -i s/2/right/ "$T/second/plan.md""#)
      try daemon.send(.proceed)
      try await body(daemon)
    }
  }

  private static func text(_ tree: Tree, _ name: String) -> String {
    String(decoding: tree.files[WirePath(name)] ?? [], as: UTF8.self)
  }

  /// The conflict copy's name, once it is in both.
  private static func copy(_ daemon: DaemonUnderTest) async throws -> String {
    try await daemon.waitUntil("the copy is in both") {
      try daemon.tree().files.count == 3 && daemon.tree() == ReplicaTests.second(daemon)
    }
    try await ReplicaTests.waitUntilEqual(daemon)
    return try #require(
      try daemon.tree().files.keys.map(\.text).first { !["plan.md", "o.md"].contains($0) })
  }

  @Test func `CON-01: both versions stand whole in both, under the same names`() async throws {
    try await Self.clash { daemon in
      let copy = try await Self.copy(daemon)
      #expect(copy.hasPrefix("plan (conflict ") && copy.hasSuffix(").md"))
      let tree = try daemon.tree()
      #expect(
        [Self.text(tree, "plan.md"), Self.text(tree, copy)].sorted()
          == ["1\nleft\n3\n", "1\nright\n3\n"])
    }
  }

  @Test(arguments: ["$D", "$T/second"])
  func `CON-03: the copy's text saved again makes no second copy`(place: String) async throws {
    try await Self.clash { daemon in
      let copy = try await Self.copy(daemon)
      try await daemon.shell(#"cat '\#(copy)' > plan.md"#, in: place)
      _ = try await daemon.eventsOnceQuiet()
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      #expect(Set(tree.files.keys.map(\.text)).isSubset(of: ["plan.md", "o.md", copy]))
      #expect(["1\nleft\n3\n", "1\nright\n3\n"].contains(Self.text(tree, "plan.md")))
    }
  }

  @Test(arguments: ["$D", "$T/second"])
  func `CON-05: a copy that is deleted is gone from both, and isn't made again`(place: String)
    async throws
  {
    try await Self.clash { daemon in
      let copy = try await Self.copy(daemon)
      try await daemon.shell(#"rm '\#(copy)'"#, in: place)
      try await daemon.waitUntil("it is gone from both") {
        try Set(daemon.tree().files.keys.map(\.text)) == ["plan.md", "o.md"]
          && daemon.tree() == ReplicaTests.second(daemon)
      }
      _ = try await daemon.eventsOnceQuiet()
      try await daemon.stop()
      try await daemon.start()
      _ = try daemon.ask(Rescan.self, Rescan.Parameters())
      _ = try await daemon.eventsOnceQuiet()
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.tree().files.count == 2)
      #expect(try daemon.library().conflicts == 0)
      #expect(try await daemon.shell(#""$COLLATE" conflicts"#).contains("plan") == false)
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser, "there is no ordinary user to be here"))
  func `CON-13: where one directory takes no copy, neither version is overwritten`() async throws {
    let launch = DaemonUnderTest.Launch(
      configuration: #"{"rescanSeconds": 2}"#, shell: Confinement.asOrdinaryUser,
      arguments: ReplicaTests.launch.arguments, cleaning: #"chmod 755 "$T/second/in""#)
    try await DaemonUnderTest.run(
      launch,
      prepare: {
        try await $0.shell(#"mkdir in "$T/second"; printf '1\n2\n3\n' > in/plan.md; echo o > o.md"#)
      }
    ) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try daemon.send(.stop)
      try await daemon.shell(
        #"sed -i s/2/left/ in/plan.md; cd "$T/second/in"; sed -i s/2/right/ plan.md; chmod 555 ."#)
      try daemon.send(.proceed)
      try await daemon.waitUntil("it is said of the document, with the reason") {
        let status = try await daemon.shell(#""$COLLATE" status || true"#)
        return status.contains("in/plan") && status.contains("Permission denied")
      }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.tree().holds(Array("1\nleft\n3\n".utf8)))
      #expect(try Self.text(ReplicaTests.second(daemon), "in/plan.md") == "1\nright\n3\n")
      try await daemon.shell(#"chmod 755 "$T/second/in""#)
      _ = try await Self.copy(daemon)
      let texts = try daemon.tree().files.values
      #expect(
        texts.contains(Array("1\nleft\n3\n".utf8)) && texts.contains(Array("1\nright\n3\n".utf8)))
    }
  }

  @Test(.enabled(if: BuiltPrograms.has("flock")))
  func `LCK-03: what is locked in one directory is not written there until it is free`()
    async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > n.md; echo o > o.md") }) {
      daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      async let holding = daemon.shell(
        #"flock -x n.md sh -c ': > "$T/held"; while ! test -e "$T/go"; do sleep 0.02; done'"#)
      try await daemon.waitUntil("the lock is held") {
        try daemon.folder.names().contains("held")
      }
      try await daemon.shell("echo two >> n.md; echo more >> o.md", in: "$T/second")
      try await daemon.waitUntil("the other goes on") { try daemon.read("o.md") == "o\nmore\n" }
      try await daemon.waitUntil("status names it and its holder") {
        try daemon.library().holds.contains {
          $0.path == "n.md" && ($0.holder ?? "").contains("flock")
        }
      }
      _ = try await daemon.eventsOnceQuiet()
      #expect(try daemon.read("n.md") == "one\n")
      try daemon.folder.write("", to: "go")
      _ = try await holding
      try await daemon.waitUntil("it came over") { try daemon.read("n.md") == "one\ntwo\n" }
      try await ReplicaTests.waitUntilEqual(daemon)
    }
  }

  @Test func `SAV-07 and SAV-09: half of a save is in the other directory at no moment`()
    async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > n.md; echo o > o.md") }) {
      daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(
        """
        (while ! test -e "$T/end"; do
          test -e "$T/second/n.md" || echo missing; test -s "$T/second/n.md" || echo empty
          sleep 0.02
        done > "$T/seen") &
        : > n.md; sleep 2; echo two > n.md
        echo three > o.tmp.md; sleep 0.5; mv o.tmp.md o.md
        """)
      try await daemon.waitUntil("both saves came over") {
        let second = try ReplicaTests.second(daemon)
        return Self.text(second, "n.md") == "two\n" && Self.text(second, "o.md") == "three\n"
      }
      try daemon.folder.write("", to: "end")
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try Set(daemon.tree().files.keys.map(\.text)) == ["n.md", "o.md"])
      #expect(try daemon.folder.read("seen") == "")
    }
  }

  @Test func `SAV-17: a backup beside a document that is rewritten in place goes nowhere`()
    async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > n.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell("cp n.md n.md~; echo two > n.md; sleep 0.5; rm n.md~")
      try await daemon.waitUntil("the save came over") {
        try Self.text(ReplicaTests.second(daemon), "n.md") == "two\n"
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.events().map(\.kind) == ["adopted", "changed"])
    }
  }

  @Test func `NAM-09: documents named like temporary files of tools are left where they are`()
    async throws
  {
    let names = [".syncthing.x.md.tmp", "x.md.tmp", "~x.md", ".x.md.swp", ".collate-moving-me.md"]
    try await ReplicaTests.run(prepare: {
      try await $0.shell(
        names.map { "echo '\($0)' > '\($0)'" }.joined(separator: "\n") + "\necho n > n.md")
    }) { daemon in
      try await daemon.waitUntil("the document came over") {
        try ReplicaTests.second(daemon).files[WirePath("n.md")] == Array("n\n".utf8)
      }
      try await daemon.stop()
      try await daemon.start()
      _ = try daemon.ask(Rescan.self, Rescan.Parameters())
      _ = try await daemon.eventsOnceQuiet()
      for name in names { #expect(try daemon.read(name) == name + "\n") }
    }
  }
}
