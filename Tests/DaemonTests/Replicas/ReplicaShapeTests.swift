import Control
import LinuxSystem
import TestSupport
import Testing

/// Which directories a library lives in changes: another order, another place, one more, one less.
@Suite struct ReplicaShapeTests {
  /// The daemon's arguments stand in a file, so that a test can start it with others.
  private static let launch = DaemonUnderTest.Launch(
    arguments: #"$(eval echo $(cat "$T/arguments"))"#)

  private static func run(
    _ arguments: String = "sync $T/documents $T/second", configuration: String = "{}",
    shell: String = #"exec "$@""#, startsAtOnce: Bool = true,
    prepare: @escaping (DaemonUnderTest) async throws -> Void = { _ in },
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    var launch = Self.launch
    launch.configuration = configuration
    launch.shell = shell
    launch.startsAtOnce = startsAtOnce
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        try await daemon.shell(#"mkdir "$T/second" "$T/third""#)
        try daemon.folder.write(arguments, to: "arguments")
        try await prepare(daemon)
      }, body)
  }

  private static func restart(_ daemon: DaemonUnderTest, with arguments: String) async throws {
    try await daemon.stop()
    try daemon.folder.write(arguments, to: "arguments")
    try await daemon.start()
  }

  private static func tree(_ daemon: DaemonUnderTest, _ name: String) throws -> Tree {
    try Tree(of: daemon.folder.path(of: name))
  }

  private static func waitUntilEqual(_ daemon: DaemonUnderTest, _ names: String...) async throws {
    try await daemon.waitUntil("\(names) hold the same") {
      let first = try daemon.tree()
      for name in names where try tree(daemon, name) != first { return false }
      return try daemon.known() == first.digests
    }
  }

  private static func conflicts(_ daemon: DaemonUnderTest) throws -> Int {
    try daemon.ask(GetStatus.self).libraries.reduce(0) { $0 + $1.conflicts }
  }

  // MARK: Known by their marks

  @Test func `another order of the roots changes nothing`() async throws {
    try await Self.run(prepare: { try await $0.shell("for i in 1 2 3; do echo $i > $i.md; done") })
    {
      daemon in
      try await Self.waitUntilEqual(daemon, "second")
      let before = try daemon.lastEvent()
      try await daemon.stop()
      // One edit, one deletion and one new document while it is away: by the base that is known.
      try await daemon.shell(
        #"echo more >> 1.md; rm "$T/second/2.md"; echo new > "$T/second/new.md""#)
      try daemon.folder.write("sync $T/second $T/documents", to: "arguments")
      try await daemon.start()
      try await daemon.waitUntil("the changes came over") {
        try Set(daemon.tree().files.keys.map(\.text)) == ["1.md", "3.md", "new.md"]
          && Self.tree(daemon, "second") == daemon.tree()
      }
      #expect(try daemon.read("1.md") == "1\nmore\n")
      #expect(try Self.conflicts(daemon) == 0)
      let kinds = try daemon.events(after: before).map(\.kind)
      #expect(Set(kinds) == ["changed", "deleted", "created"])
    }
  }

  @Test func `a root that was moved with its mark is still that replica`() async throws {
    try await Self.run(prepare: { try await $0.shell("echo 1 > 1.md; echo 2 > 2.md") }) { daemon in
      try await Self.waitUntilEqual(daemon, "second")
      try await daemon.stop()
      try await daemon.shell(#"mv "$T/second" "$T/moved"; rm "$T/moved/1.md"; echo 3 >> 2.md"#)
      try daemon.folder.write("sync $T/documents $T/moved", to: "arguments")
      try await daemon.start()
      try await Self.waitUntilEqual(daemon, "moved")
      #expect(try Self.tree(daemon, "moved").files.keys.map(\.text) == ["2.md"])
      #expect(try daemon.read("2.md") == "2\n3\n")
      #expect(try Self.conflicts(daemon) == 0)
    }
  }

  @Test func `a copy of a root with its mark joins as another replica, and overwrites nothing`()
    async throws
  {
    try await Self.run(prepare: { try await $0.shell("echo 1 > 1.md; echo 2 > 2.md") }) { daemon in
      try await Self.waitUntilEqual(daemon, "second")
      try await daemon.stop()
      // As a copy of the first it would have lost a document, and changed another.
      try await daemon.shell(
        #"rm -r "$T/third"; cp -a . "$T/third"; rm "$T/third/1.md"; echo other > "$T/third/2.md""#)
      try daemon.folder.write("sync $T/third $T/documents $T/second", to: "arguments")
      try await daemon.start()
      try await Self.waitUntilEqual(daemon, "second", "third")
      let tree = try daemon.tree()
      #expect(tree.files.count == 3)
      for text in ["1\n", "2\n", "other\n"] { #expect(tree.holds(Array(text.utf8))) }
    }
  }

  @Test func `two roots with one mark, and neither in its place, are told and left alone`()
    async throws
  {
    try await Self.run(prepare: { try await $0.shell("echo 1 > 1.md") }) { daemon in
      try await Self.waitUntilEqual(daemon, "second")
      try await daemon.stop()
      try await daemon.shell(
        #"rm -r "$T/third"; cp -a "$T/second" "$T/third"; mv "$T/second" "$T/fourth"; rm "$T/third/1.md""#
      )
      try daemon.folder.write("sync $T/third $T/fourth $T/documents", to: "arguments")
      try daemon.launchProcess()
      try await daemon.waitUntil("it says so") { daemon.log.contains("have the same mark") }
      #expect(try await daemon.shell(#"ls "$T/fourth" . "$T/third" | grep -c 1.md"#) == "2\n")
      try openPath(daemon.folder.path(of: "third"), .directory)
        .removeAttribute(Array("user.collate.replica".utf8))
      try await Self.waitUntilEqual(daemon, "third", "fourth")
    }
  }

  // MARK: More and less

  @Test func `a directory that is added joins with what it has`() async throws {
    try await Self.run(
      "documents",
      prepare: { daemon in
        try daemon.folder.write("$T/documents", to: "arguments")
        try await daemon.shell(
          """
          echo same > same.md; echo here > here.md; echo left > diff.md; echo gone > gone.md
          echo same > "$T/second/same.md"; echo right > "$T/second/diff.md"
          echo there > "$T/second/there.md"
          """)
      }
    ) { daemon in
      try await daemon.shell("rm gone.md")
      try await daemon.waitUntil("the deletion is known") { try daemon.known().count == 3 }
      #expect(
        try await daemon.shell(#""$COLLATE" add --to documents "$T/second""#)
          .contains("belongs to the library documents now"))
      try await Self.waitUntilEqual(daemon, "second")
      let tree = try daemon.tree()
      #expect(tree.files.count == 5)
      for text in ["same\n", "here\n", "there\n", "left\n", "right\n"] {
        #expect(tree.holds(Array(text.utf8)))
      }
      // Its history goes on.
      #expect(try await daemon.shell(#""$COLLATE" log gone.md"#).contains("deleted"))

      // The new one leaves again: its files stay, the other goes on alone.
      try await daemon.shell(#""$COLLATE" remove "$T/second"; echo more >> here.md"#)
      try await daemon.waitUntil("the edit is known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      #expect(try Self.tree(daemon, "second").files[WirePath("here.md")] == Array("here\n".utf8))
      #expect(try Self.tree(daemon, "second").files.count == 5)
    }
  }

  @Test func `two directories added together are one library, also after a restart`() async throws {
    try await Self.run(
      "", startsAtOnce: false,
      prepare: { try await $0.shell(#"echo 1 > 1.md; echo 2 > "$T/second/2.md""#) }
    ) { daemon in
      try daemon.launchProcess()
      try await daemon.waitUntil("it answers") { daemon.log.contains("no library yet") }
      try await daemon.shell(#""$COLLATE" add . "$T/second""#)
      try await Self.waitUntilEqual(daemon, "second")
      try await Self.restart(daemon, with: "")
      try await daemon.shell(#"echo 3 > "$T/second/3.md""#)
      try await daemon.waitUntil("it came over") { try daemon.tree().files.count == 3 }
      try await Self.waitUntilEqual(daemon, "second")
      // A directory that lies in one of them, by whatever way, is refused.
      let refused = try await daemon.shell(
        #"mkdir sub; ln -s documents/sub "$T/link"; "$COLLATE" add "$T/link" 2>&1; "$COLLATE" add --to documents sub 2>&1; true"#
      )
      #expect(refused.ranges(of: "can't lie one in the other").count == 2)
      #expect(try daemon.ask(GetStatus.self).libraries.count == 1)
    }
  }

  @Test func `a configuration that is read anew adds a directory and takes one out`() async throws {
    func configuration(_ daemon: DaemonUnderTest, _ names: String...) throws {
      let roots = names.map { "\"\(daemon.place)/\($0)\"" }.joined(separator: ", ")
      try daemon.folder.write("{\"libraries\": [{\"roots\": [\(roots)]}]}", to: "config.json")
    }
    try await Self.run(
      "",
      prepare: { daemon in
        try configuration(daemon, "documents", "second")
        try await daemon.shell(#"echo 1 > 1.md; echo 2 > "$T/third/2.md""#)
      }
    ) { daemon in
      try await Self.waitUntilEqual(daemon, "second")
      let pid = try #require(daemon.pid)
      try configuration(daemon, "third", "second", "documents")
      try await daemon.shell("kill -HUP \(pid)")
      try await daemon.waitUntil("the third joined") { try daemon.tree().files.count == 2 }
      try await Self.waitUntilEqual(daemon, "second", "third")
      try configuration(daemon, "documents", "third")
      try await daemon.shell("kill -HUP \(pid)")
      try await daemon.waitUntil("the second left") {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.count == 2
      }
      try await daemon.shell("echo 3 > 3.md; echo more >> 1.md; rm 2.md")
      try await Self.waitUntilEqual(daemon, "third")
      #expect(try Self.tree(daemon, "second").files.count == 2)
      // It is known again when it comes back: what it did not see is no edit of its.
      try configuration(daemon, "documents", "third", "second")
      try await daemon.shell("kill -HUP \(pid)")
      try await Self.waitUntilEqual(daemon, "second", "third")
      #expect(try Set(daemon.tree().files.keys.map(\.text)) == ["1.md", "3.md"])
      #expect(try Self.conflicts(daemon) == 0)
    }
  }

  // MARK: Refused

  @Test func `the state's folder in a root, and a root in it, are refused`() async throws {
    for arguments in ["$T", "$T/state/collate/inner"] {
      try await Self.run(
        arguments, startsAtOnce: false,
        prepare: {
          try await $0.shell(#"mkdir -p "$T/state/collate/inner""#)
        }
      ) { daemon in
        try daemon.launchProcess()
        #expect(try await daemon.ended()?.code == 69)
        #expect(daemon.log.contains("the folder of Collate's own state"))
      }
    }
  }

  @Test(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
  func `one directory under two names, by bind mounts or links, is refused; a root by them works`()
    async throws
  {
    let mounted = #"""
      exec unshare -rm sh -c '
        mkdir -p documents/in bound inner; ln -sfn second link
        mount --bind documents bound; mount --bind documents/in inner
        exec "$@"'
      """#
    for (arguments, reason) in [
      ("sync $T/documents $T/bound", "is the same directory as"),
      ("sync $T/inner $T/documents", "documents holds"),
      ("sync $T/second $T/link", "is the same directory as"),
    ] {
      try await Self.run(arguments, shell: mounted, startsAtOnce: false) { daemon in
        try daemon.launchProcess()
        #expect(try await daemon.ended()?.code == 69)
        #expect(daemon.log.contains(reason))
      }
    }
    try await Self.run("sync $T/bound $T/link", shell: mounted) { daemon in
      try await daemon.shell(#"echo 1 > 1.md; echo 2 > "$T/second/2.md""#)
      try await daemon.waitUntil("both came over") {
        try daemon.tree().files.count == 2
          && (try Self.tree(daemon, "second").files.count == 2)
      }
    }
  }
}
