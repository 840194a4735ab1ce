import Control
import LinuxSystem
import TestSupport
import Testing

/// A library in several directories: they come to hold the same, and nothing is lost on the way.
@Suite struct ReplicaTests {
  static let launch = DaemonUnderTest.Launch(arguments: #"sync "$T/documents" "$T/second""#)

  static func run(
    _ launch: DaemonUnderTest.Launch = launch,
    prepare: @escaping (DaemonUnderTest) async throws -> Void = { _ in },
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        try await daemon.shell(#"mkdir "$T/second""#)
        try await prepare(daemon)
      }, body)
  }

  /// What the second directory holds.
  static func second(_ daemon: DaemonUnderTest) throws -> Tree {
    try Tree(of: daemon.folder.path(of: "second"))
  }

  static func waitUntilEqual(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold what was agreed") {
      let first = try daemon.tree()
      return try first == second(daemon) && daemon.known() == first.digests
    }
  }

  @Test func `what is made, edited, renamed and deleted in one is so in the other`() async throws {
    try await Self.run(prepare: { daemon in
      try await daemon.shell("echo one > one.md; echo two > two.md; echo three > three.md")
    }) { daemon in
      try await Self.waitUntilEqual(daemon)
      try await daemon.shell(
        """
        echo more >> "$T/second/one.md"
        mkdir -p "$T/second/sub/deep"; echo new > "$T/second/sub/deep/new.md"
        rm two.md
        mv three.md drei.md
        """)
      try await daemon.waitUntil("all of it came over") {
        let tree = try daemon.tree()
        return try Self.second(daemon) == tree
          && Set(tree.files.keys.map(\.text)) == ["one.md", "sub/deep/new.md", "drei.md"]
      }
      try await Self.waitUntilEqual(daemon)
      #expect(try daemon.read("one.md") == "one\nmore\n")
      #expect(try daemon.read("sub/deep/new.md") == "new\n")
      let second = try Self.second(daemon)
      #expect(second.holds(Array("three\n".utf8)))
    }
  }

  @Test func `the executable bit and the time of a document travel with it`() async throws {
    try await Self.run { daemon in
      try await daemon.shell("echo x > run.sh; chmod 751 run.sh; touch -d 2001-02-03 run.sh")
      try await Self.waitUntilEqual(daemon)
      #expect(
        try await daemon.shell(#"stat -c '%a %y' "$T/second/run.sh""#)
          .hasPrefix("751 2001-02-03 00:00:00.000000000"))
      try await daemon.shell(#"chmod 640 "$T/second/run.sh""#)
      try await daemon.waitUntil("the mode came over") {
        try daemon.status(of: "run.sh").mode == 0o640
      }
    }
  }

  @Test func `what was there before agrees where it is equal, and is kept twice where not`()
    async throws
  {
    try await Self.run(prepare: { daemon in
      try await daemon.shell(
        """
        echo same > same.md; echo same > "$T/second/same.md"; touch -d 2001-02-03 same.md
        echo left > diff.md; echo right > "$T/second/diff.md"
        echo here > here.md; echo there > "$T/second/there.md"
        """)
    }) { daemon in
      try await Self.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      #expect(tree.files.count == 5)
      for text in ["left\n", "right\n", "here\n", "there\n"] {
        #expect(tree.holds(Array(text.utf8)))
      }
      // What was equal is not written.
      #expect(try await daemon.shell("stat -c %y same.md").hasPrefix("2001-02-03"))
      #expect(try daemon.ask(GetStatus.self).libraries.first?.conflicts == 1)
    }
  }

  @Test func `edits on both sides meet in one document, and clashes stand in both`() async throws {
    let lines = "a\\nb\\nc\\nd\\ne\\nf\\ng\\n"
    try await Self.run(prepare: { daemon in
      try await daemon.shell("printf '\(lines)' > far.md; cp far.md near.md")
    }) { daemon in
      try await Self.waitUntilEqual(daemon)
      try await daemon.kill()
      try await daemon.shell(
        """
        sed -i 's/^a$/A/' far.md; sed -i 's/^g$/G/' "$T/second/far.md"
        sed -i 's/^d$/left/' near.md; sed -i 's/^d$/right/' "$T/second/near.md"
        """)
      try await daemon.start()
      try await Self.waitUntilEqual(daemon)
      #expect(try daemon.read("far.md") == "A\nb\nc\nd\ne\nf\nG\n")
      let tree = try daemon.tree()
      #expect(tree.files.count == 3)
      #expect(tree.holds(Array("left".utf8)) && tree.holds(Array("right".utf8)))
    }
  }

  @Test func `SYN-01: an edit beats a deletion`() async throws {
    try await Self.run(prepare: { try await $0.shell("echo one > n.md") }) { daemon in
      try await Self.waitUntilEqual(daemon)
      try await daemon.kill()
      try await daemon.shell(#"rm n.md; echo two >> "$T/second/n.md""#)
      try await daemon.start()
      try await daemon.waitUntil("it is back") { try daemon.tree().files.count == 1 }
      try await Self.waitUntilEqual(daemon)
      #expect(try daemon.read("n.md") == "one\ntwo\n")
    }
  }

  @Test func `a folder that is removed with all in it goes from the other too`() async throws {
    try await Self.run(prepare: {
      try await $0.shell("mkdir -p in/deep; echo 1 > in/1.md; echo 2 > in/deep/2.md; echo 3 > 3.md")
    }) { daemon in
      try await Self.waitUntilEqual(daemon)
      try await daemon.shell("rm -r in")
      try await daemon.waitUntil("the folder is gone from both") {
        try await daemon.shell(#"ls "$T/second""#) == "3.md\n"
      }
      try await Self.waitUntilEqual(daemon)
    }
  }

  @Test func `most of a library that vanishes from one stays in the other until released`()
    async throws
  {
    try await Self.run(prepare: {
      try await $0.shell("for i in $(seq 50); do echo $i > $i.md; done")
    }) { daemon in
      try await Self.waitUntilEqual(daemon)
      let before = try daemon.lastEvent()
      try await daemon.shell("rm -f ./*.md")
      try await daemon.waitUntil("the deletion is held") {
        try daemon.events(after: before).contains { $0.kind == "held" }
      }
      #expect(try Self.second(daemon).files.count == 50)
      try await daemon.shell(#""$COLLATE" release"#)
      try await daemon.waitUntil("it is done in both") {
        try await daemon.shell(#"ls "$T/second""#) == ""
      }
    }
  }

  @Test func `directories that lie in one another are refused`() async throws {
    var launch = Self.launch
    launch.arguments = #"sync "$T/documents" "$T/documents/in""#
    launch.startsAtOnce = false
    try await DaemonUnderTest.run(launch, prepare: { try await $0.shell("mkdir in") }) { daemon in
      try daemon.launchProcess()
      #expect(try await daemon.ended()?.code == 69)
      #expect(daemon.log.contains("can't lie one in the other"))
    }
  }
}
