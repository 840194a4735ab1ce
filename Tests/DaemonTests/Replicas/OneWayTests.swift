import Control
import LinuxSystem
import TestSupport
import Testing

/// Libraries in which changes go one way: a directory that others follow, and one that is only read.
@Suite struct OneWayTests {
  private static func run(
    _ settings: String, shell: String = #"exec "$@""#, startsAtOnce: Bool = true,
    prepare: @escaping (DaemonUnderTest) async throws -> Void = { _ in },
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    var launch = DaemonUnderTest.Launch(arguments: "")
    launch.shell = shell
    launch.startsAtOnce = startsAtOnce
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        let (first, second) = ("\"\(daemon.place)/documents\"", "\"\(daemon.place)/second\"")
        let said = settings.replacing("FIRST", with: first).replacing("SECOND", with: second)
        try daemon.folder.write(
          "{\"libraries\": [{\"roots\": [\(first), \(second)], \(said)}]}", to: "config.json")
        try await daemon.shell(#"mkdir "$T/second""#)
        try await prepare(daemon)
      }, body)
  }

  private static func second(_ daemon: DaemonUnderTest) throws -> Tree {
    try Tree(of: daemon.folder.path(of: "second"))
  }

  private static func status(_ daemon: DaemonUnderTest) async throws -> String {
    try await daemon.shell(#""$COLLATE" status"#)
  }

  @Test func `what is changed in a directory that follows is put back, and kept`() async throws {
    try await Self.run(
      #""mirror": FIRST"#,
      prepare: { daemon in
        try await daemon.shell(
          """
          echo same > same.md; echo source > diff.md; echo one > one.md; echo two > two.md
          echo same > "$T/second/same.md"; echo other > "$T/second/diff.md"
          echo extra > "$T/second/extra.md"
          """)
      }
    ) { daemon in
      try await daemon.waitUntil("the second has it all") {
        let tree = try Self.second(daemon)
        return tree.files[WirePath("diff.md")] == Array("source\n".utf8)
          && tree.files[WirePath("two.md")] != nil
      }
      // What was there before is in sight, in that directory alone.
      #expect(try Self.second(daemon).holds(Array("other\n".utf8)))
      #expect(try Self.second(daemon).holds(Array("extra\n".utf8)))
      #expect(try daemon.tree().files.count == 4)

      try await daemon.shell(
        #"echo mine > "$T/second/one.md"; rm "$T/second/two.md"; echo more >> same.md"#)
      try await daemon.waitUntil("it is as the source again") {
        let (tree, source) = (try Self.second(daemon), try daemon.tree())
        return source.files.allSatisfy { tree.files[$0.key] == $0.value }
      }
      #expect(try daemon.read("one.md") == "one\n")
      #expect(try await daemon.shell(#""$COLLATE" log one.md"#).contains("from second"))
      #expect(try await Self.status(daemon).contains("one-way: follows documents"))
      #expect(try Self.second(daemon).files.count == 6)
      #expect(
        try await daemon.shell(#""$COLLATE" explain "$T/second/extra.md""#)
          .contains("only where the library is followed"))
      let set = try Self.second(daemon).files.keys.map(\.text).first {
        $0.hasPrefix("diff (conflict")
      }
      #expect(set?.hasSuffix("second).md") == true)
      #expect(
        try await daemon.shell(#""$COLLATE" remove "$T/documents" 2>&1 || true"#)
          .contains("follow"))

      // A deletion in the source goes on; what was changed meanwhile is kept.
      try await daemon.stop()
      try await daemon.shell(#"rm one.md; echo late > "$T/second/one.md""#)
      try await daemon.start()
      try await daemon.waitUntil("it is gone there") {
        try Self.second(daemon).files[WirePath("one.md")] == nil
      }
      #expect(try daemon.tree().files.count == 3)
      let log = try await daemon.shell(#""$COLLATE" log --json one.md"#)
      #expect(log.contains(digest(of: "late\n")) && log.contains(digest(of: "mine\n")))
    }
  }

  @Test func `a directory that is only read gives its changes, and is never written to`()
    async throws
  {
    try await Self.run(
      #""readOnly": [SECOND]"#,
      prepare: { daemon in
        try await daemon.shell(
          #"echo one > "$T/second/one.md"; echo mine > "$T/second/both.md"; echo ours > both.md"#)
      }
    ) { daemon in
      try await daemon.waitUntil("its documents came over") { try daemon.tree().files.count == 3 }
      let before = try await daemon.shell(#"find "$T/second" -printf '%p %T@ %C@\n' | sort"#)
      #expect(!before.contains(".collate"))
      try await daemon.shell("echo more >> one.md; echo new > new.md")
      try await daemon.waitUntil("the edits are known") {
        try daemon.known() == (try daemon.tree().digests)
      }
      #expect(
        try await daemon.shell(#"find "$T/second" -printf '%p %T@ %C@\n' | sort"#) == before)
      #expect(try await Self.status(daemon).contains("one-way: only read, as the configuration"))

      // Edits of both are joined, or stand side by side, where it is written.
      try await daemon.shell(#"echo there >> "$T/second/one.md""#)
      try await daemon.waitUntil("both edits are there") {
        let tree = try daemon.tree()
        return tree.holds(Array("more\n".utf8)) && tree.holds(Array("there\n".utf8))
      }
      try await daemon.stop()
      try await daemon.start()
      try await daemon.shell(#"rm "$T/second/both.md""#)
      _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent(), for: .seconds(2))
      #expect(try daemon.known() == (try daemon.tree().digests))
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser))
  func `PER-07: a directory that this user may not write to is read, and not written`() async throws
  {
    try await Self.run(
      #""name": "both""#, shell: Confinement.asOrdinaryUser,
      prepare: { daemon in
        try await daemon.shell(
          #"echo one > "$T/second/one.md"; chmod 555 "$T/second"; chmod 444 "$T/second/one.md""#)
      }
    ) { daemon in
      try await daemon.waitUntil("it came over") { try daemon.tree().files.count == 1 }
      try await daemon.shell("echo new > new.md")
      try await daemon.waitUntil("status says one-way") {
        try await Self.status(daemon).contains("one-way: only read, since this user may not write")
      }
      #expect(try Self.second(daemon).files.count == 1)
      try await daemon.shell(#"chmod 755 "$T/second""#)
      try await daemon.waitUntil("it is written to once it may be") {
        try Self.second(daemon).files.count == 2
      }
      #expect(!(try await Self.status(daemon).contains("one-way")))
    }
  }

  @Test(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
  func `ERR-07: what is mounted read-only for a while is in step when it is writable again`()
    async throws
  {
    let mounted = #"""
      exec unshare -rm sh -c 'mount --bind second second; exec "$@"'
      """#
    try await Self.run(
      #""name": "both""#, shell: mounted,
      prepare: {
        try await $0.shell("echo one > one.md")
      }
    ) { daemon in
      func inside(_ line: String) async throws {
        let pid = try #require(daemon.pid)
        try await daemon.shell(
          "nsenter --preserve-credentials -U -m -t \(pid) sh -ec 'cd \"$T\"; \(line)'", in: "$T")
      }
      try await daemon.waitUntil("it came over") { try Self.second(daemon).files.count == 1 }
      try await inside("mount -o remount,bind,ro second")
      try await daemon.shell("echo more >> one.md; echo two > two.md")
      try await daemon.waitUntil("status says so") {
        try await Self.status(daemon).contains("one-way: only read, since it is mounted read-only")
      }
      #expect(try Self.second(daemon).files.count == 1)
      try await inside("mount -o remount,bind,rw second")
      try await daemon.waitUntil("it is in step") { try Self.second(daemon) == daemon.tree() }
      #expect(
        try daemon.events().contains { $0.details.first?.contains("written to again") == true })
    }
  }

  @Test func `collate add makes a library one-way, also after a restart`() async throws {
    let launch = DaemonUnderTest.Launch(arguments: "", startsAtOnce: false)
    try await DaemonUnderTest.run(
      launch,
      prepare: {
        try await $0.shell(
          #"mkdir "$T/second" "$T/third"; echo 1 > 1.md; echo 2 > "$T/second/2.md"; echo 3 > "$T/third/3.md""#
        )
      }
    ) { daemon in
      try daemon.launchProcess()
      try await daemon.waitUntil("it answers") { daemon.log.contains("no library yet") }
      let told = try await daemon.shell(
        #""$COLLATE" add . "$T/second" --mirror .; "$COLLATE" add --to documents "$T/third" --read-only "$T/third""#
      )
      #expect(told.contains("documents counts, and the others follow it"))
      #expect(told.contains("third is only read, never written to"))
      for _ in 1...2 {
        try await daemon.shell(#"echo edited >> "$T/second/1.md"; echo more >> "$T/third/3.md""#)
        try await daemon.waitUntil("the one is put back, the other's came over") {
          try await daemon.shell(
            #"cat "$T/second/1.md"; cmp 3.md "$T/third/3.md" && cmp 3.md "$T/second/3.md" && echo same || true"#
          )
            == "1\nsame\n"
        }
        // What only one that follows has stays there; to the one that is read nothing comes.
        #expect(try await daemon.shell(#"ls . "$T/second" "$T/third""#).hasSuffix(":\n3.md\n"))
        #expect(try daemon.names() == ["1.md", "3.md"])
        try await daemon.stop()
        try await daemon.start()
      }
      for (arguments, message) in [
        (#"--to documents "$T/new" --mirror "$T/new""#, "is said of a new library"),
        (#""$T/new" --mirror "$T/new""#, "of a library that has several"),
        (#""$T/new" "$T/newer" --read-only "$D""#, "none of the directories that are added"),
        (
          #""$T/new" "$T/newer" --read-only "$T/new" --read-only "$T/newer""#,
          "could be brought into"
        ),
      ] {
        let refused = try await daemon.shell(
          #"mkdir -p "$T/new" "$T/newer"; "$COLLATE" add \#(arguments) 2>&1 || true"#)
        #expect(refused.contains(message), "\(refused)")
      }
      #expect(try daemon.ask(GetStatus.self).libraries.count == 1)
    }
  }

  @Test func `a configuration that names no root, or leaves nothing to write, is refused`()
    async throws
  {
    for (settings, message) in [
      (#""mirror": "/elsewhere""#, "none of the library's roots"),
      (#""readOnly": [FIRST, SECOND]"#, "nothing could be brought into agreement"),
      (#""flush": "never""#, #"flush never is neither "full" nor "fast""#),
    ] {
      try await Self.run(settings, startsAtOnce: false) { daemon in
        try daemon.launchProcess()
        #expect(try await daemon.ended()?.code == 78)
        #expect(daemon.log.contains(message))
      }
    }
  }

  @Test func `a library's own rules say what is no document, and a file may say otherwise`()
    async throws
  {
    try await Self.run(
      #""ignore": ["*.log", "build/"]"#,
      prepare: { daemon in
        try await daemon.shell(
          """
          mkdir build; echo x > build/x.md; echo x > x.log; echo kept > kept.log; echo a > a.md
          echo '!kept.log' > .collateignore
          """)
      }
    ) { daemon in
      try await daemon.waitUntil("the rest came over") {
        try Set(Self.second(daemon).files.keys.map(\.text)) == [
          ".collateignore", "a.md", "kept.log",
        ]
      }
      #expect(
        try await daemon.shell(#""$COLLATE" explain x.log"#).contains("in the configuration"))
    }
  }
}
