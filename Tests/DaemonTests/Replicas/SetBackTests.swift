import Control
import LinuxSystem
import TestSupport
import Testing

/// A replica, or the state, that is older than the other knows.
@Suite struct SetBackTests {
  private static func second(_ daemon: DaemonUnderTest) throws -> Tree {
    try Tree(of: daemon.folder.path(of: "second"))
  }

  private static func settle(_ daemon: DaemonUnderTest) async throws {
    try await ReplicaTests.waitUntilEqual(daemon)
    _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent(), for: .seconds(2))
    try await ReplicaTests.waitUntilEqual(daemon)
  }

  @Test func `ROO-09: a backup that is put in a replica's place takes nothing back`() async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 10); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"cp -a "$T/second" "$T/backup""#)
      try await daemon.shell(
        "for i in 1 2 3 4 5; do echo newer >> $i.md; done; echo a > a.md; echo b > b.md; rm 10.md")
      try await daemon.waitUntil("they are known") { try daemon.known().count == 11 }
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      try await daemon.stop()
      // Someone goes on in the backup, too.
      try await daemon.shell(
        #"rm -r "$T/second"; cp -a "$T/backup" "$T/second"; echo own >> "$T/second/9.md""#)
      try await daemon.start()
      try await Self.settle(daemon)
      let after = try daemon.tree()
      for (path, content) in tree.files where path.text != "9.md" {
        #expect(after.files[path] == content)
      }
      #expect(try daemon.read("9.md") == "9\nown\n")
      #expect(try Self.second(daemon).holds(Array("a\n".utf8)))
      #expect(
        try daemon.events().contains {
          $0.details.first?.contains("an earlier state of itself") == true
        })
      #expect(try daemon.ask(GetStatus.self).libraries.first?.conflicts == 0)
    }
  }

  @Test func `a replica that was moved by copying loses what was deleted in it`() async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in 1 2 3 4; do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      try await daemon.shell(
        #"cp -a "$T/second" "$T/copy"; rm -r "$T/second"; mv "$T/copy" "$T/second"; rm "$T/second/1.md""#
      )
      try await daemon.start()
      try await daemon.waitUntil("it is deleted") { try daemon.tree().files.count == 3 }
      try await ReplicaTests.waitUntilEqual(daemon)
    }
  }

  @Test func `ROO-11: with an old state no deletion is repeated, and no document reverts`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 12); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell("rm 11.md 12.md")
      try await daemon.waitUntil("they are gone") { try daemon.known().count == 10 }
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      try await daemon.shell(#"cp -a "$T/state" "$T/old""#)
      try await daemon.start()
      try await daemon.shell(
        """
        for i in $(seq 10); do echo newer >> $i.md; done; echo 11 > 11.md
        echo other > "$T/second/12.md"
        """)
      try await daemon.waitUntil("all are known") { try daemon.known().count == 12 }
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      try await daemon.stop()
      try await daemon.shell(#"rm -r "$T/state"; mv "$T/old" "$T/state""#)
      try await daemon.start()
      try await Self.settle(daemon)
      let after = try daemon.tree()
      #expect(Set(after.files.keys.map(\.text)) == Set(tree.files.keys.map(\.text)))
      for (path, content) in tree.files {
        #expect(after.files[path] == content, "\(path.text)")
      }
      #expect(try daemon.ask(GetStatus.self).libraries.first?.conflicts == 0)
    }
  }

  @Test func `ROO-07: all that was removed from one replica comes back by one command`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 50); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      try await daemon.shell(#"rm -rf "$T/second"/*"#)
      try await daemon.waitUntil("it is held, and said of which") {
        try await daemon.shell(#""$COLLATE" status"#).contains("50 documents vanished from second")
      }
      #expect(try daemon.tree() == tree)
      #expect(
        try await daemon.shell(#""$COLLATE" release --restore"#).contains(
          "50 documents brought back"))
      try await daemon.waitUntil("they are back") { try Self.second(daemon) == tree }
      #expect(try daemon.tree() == tree)
    }
  }

  @Test func `what vanished from a library of one directory is brought back from what is kept`()
    async throws
  {
    try await DaemonUnderTest.run(prepare: {
      try await $0.shell("mkdir in; for i in $(seq 30); do echo $i > in/$i.md; done")
    }) { daemon in
      let tree = try daemon.tree()
      try await daemon.shell("rm -rf in")
      try await daemon.waitUntil("it is held") {
        try await daemon.shell(#""$COLLATE" status"#).contains("release --restore")
      }
      try await daemon.shell("mkdir -p in")
      #expect(
        try await daemon.shell(#""$COLLATE" release --restore"#).contains(
          "30 documents brought back"))
      try await daemon.waitUntil("they are back") { try daemon.tree() == tree }
    }
  }

  @Test(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
  func `ROO-13: a file system that is unmounted and made anew is absent, then in step`()
    async throws
  {
    var launch = ReplicaTests.launch
    launch.shell = #"""
      exec unshare -rm sh -c '
        mount -t tmpfs none second; for i in 1 2 3 4 5 6; do echo $i > second/$i.md; done
        exec "$@"'
      """#
    try await DaemonUnderTest.run(
      launch, prepare: { try await $0.shell(#"mkdir "$T/second""#) }
    ) { daemon in
      func inside(_ lines: String) async throws {
        let pid = try #require(daemon.pid)
        try await daemon.shell(
          "nsenter --preserve-credentials -U -m -t \(pid) sh -ec 'cd \"$T\"; \(lines)'", in: "$T")
      }
      func isAbsent() throws -> Bool {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
      }
      try await daemon.waitUntil("all came over") { try daemon.tree().files.count == 6 }
      try await inside("umount second; echo stray > second/stray.md")
      try await daemon.waitUntil("it is absent") { try isAbsent() }
      try await daemon.shell("echo meanwhile > 1.md; rm 2.md")
      try await daemon.waitUntil("the changes are known") { try daemon.known().count == 5 }
      #expect(try daemon.tree().files[WirePath("stray.md")] == nil)
      try await inside(
        """
        mount -t tmpfs none second; for i in 1 2 3 4 5; do echo $i > second/$i.md; done
        echo edit >> second/3.md
        """)
      try await daemon.waitUntil("it is back") { try !isAbsent() }
      try await daemon.waitUntil("the edit came over") { try daemon.read("3.md") == "3\nedit\n" }
      try await inside("echo live >> second/4.md")
      try await daemon.waitUntil("it is watched again") { try daemon.read("4.md") == "4\nlive\n" }
      #expect(try daemon.read("1.md") == "meanwhile\n")
      // What the new one lacks was not deleted there.
      #expect(try daemon.read("6.md") == "6\n")
      try await inside(
        """
        for i in $(seq 200); do
          test "$(cat second/1.md)" = meanwhile && test -f second/6.md && test ! -f second/2.md && exit 0
          sleep 0.1
        done; exit 1
        """)
    }
  }
}
