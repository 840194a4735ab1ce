import Control
import LinuxSystem
import TestSupport
import Testing

/// The catalogue's cases about absence and return, on two directories.
@Suite struct CatalogueReplicaTests {
  private static func isAbsent(_ daemon: DaemonUnderTest) throws -> Bool {
    try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
  }

  private static func stamps(_ daemon: DaemonUnderTest) async throws -> String {
    try await daemon.shell(
      #"find "$T/documents" "$T/second" -type f -printf '%p %i %T@ %C@\n' | sort"#)
  }

  @Test func `SYN-13: equal documents without a base are adopted, and nothing is written`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell(
        #"mkdir in; for i in $(seq 20); do echo $i > in/$i.md; done; cp -r in "$T/second""#)
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try await Self.stamps(daemon)
      _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent(), for: .seconds(3))
      #expect(try await Self.stamps(daemon) == before)
      #expect(try daemon.events().map(\.kind) == ["adopted"])
      #expect(try daemon.tree().files.count == 20)
    }
  }

  @Test
  func `SYN-15: a day of edits on both sides, while the daemon is off, is joined by the base`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell(
        "printf 'a\\nb\\nc\\nd\\ne\\n' > both.md; for i in 1 2 3; do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      try await daemon.shell(
        """
        sed -i 's/^a$/A/' both.md; sed -i 's/^e$/E/' "$T/second/both.md"
        echo left > 1.md; echo right > "$T/second/2.md"; rm 3.md
        echo l > left.md; echo r > "$T/second/right.md"
        """)
      try await daemon.start()
      try await daemon.waitUntil("it is as if edited live") {
        try Set(daemon.tree().files.keys.map(\.text))
          == ["both.md", "1.md", "2.md", "left.md", "right.md"]
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.read("both.md") == "A\nb\nc\nd\nE\n")
      #expect(try daemon.read("1.md") == "left\n")
      #expect(try daemon.read("2.md") == "right\n")
    }
  }

  @Test func `SYN-17: one edit is written once, and is no edit of the other side`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > n.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try daemon.lastEvent()
      try await daemon.shell("echo two >> n.md")
      try await ReplicaTests.waitUntilEqual(daemon)
      let stamps = try await Self.stamps(daemon)
      #expect(
        try await daemon.eventsOnceQuiet(after: before, for: .seconds(8)).map(\.kind) == ["changed"]
      )
      #expect(try await Self.stamps(daemon) == stamps)
      #expect(try await daemon.shell(#""$COLLATE" rescan; sleep 1"#).contains("again"))
      #expect(try await Self.stamps(daemon) == stamps)
    }
  }

  @Test func `SYN-20: what happened while a directory was long away meets what it brings`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 9); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"mv "$T/second" "$T/away""#)
      try await daemon.waitUntil("it is absent") { try Self.isAbsent(daemon) }
      try await daemon.shell(
        """
        rm 1.md 2.md 3.md; echo more >> 4.md; echo more >> 5.md; echo a > a.md; echo b > b.md
        echo own >> "$T/away/3.md"
        """)
      try await daemon.waitUntil("it is known") { try daemon.known().count == 8 }
      try await daemon.shell(#"mv "$T/away" "$T/second""#)
      try await daemon.waitUntil("the edit came back") {
        try daemon.tree().files[WirePath("3.md")] == Array("3\nown\n".utf8)
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(
        try Set(daemon.tree().files.keys.map(\.text))
          == ["3.md", "4.md", "5.md", "6.md", "7.md", "8.md", "9.md", "a.md", "b.md"])
      #expect(try daemon.read("4.md") == "4\nmore\n")
    }
  }

  @Test func `ROO-01: an empty directory in a root's place deletes nothing in the other`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 5); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let tree = try daemon.tree()
      try await daemon.shell(#"mv "$T/documents" "$T/away"; mkdir "$T/documents""#, in: "$T")
      try await daemon.waitUntil("it is absent") {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.first?.present == false
      }
      try await daemon.shell(#"echo more >> "$T/second/1.md"; "$COLLATE" rescan"#, in: "$T")
      _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent(), for: .seconds(2))
      #expect(try ReplicaTests.second(daemon).files.count == 5)
      try await daemon.shell(#"rmdir "$T/documents"; mv "$T/away" "$T/documents""#, in: "$T")
      try await daemon.waitUntil("it is in step") {
        try daemon.tree() == ReplicaTests.second(daemon) && daemon.tree() != tree
      }
      #expect(try daemon.read("1.md") == "1\nmore\n")
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser))
  func `ROO-03: a folder that can't be listed deletes nothing in the other`() async throws {
    var launch = ReplicaTests.launch
    launch.shell = Confinement.asOrdinaryUser
    launch.cleaning = "chmod 755 sub"
    try await DaemonUnderTest.run(
      launch,
      prepare: {
        try await $0.shell(
          #"mkdir sub "$T/second"; for i in $(seq 10); do echo $i > sub/$i.md; done; echo n > n.md"#
        )
      }
    ) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"chmod 000 sub; "$COLLATE" rescan"#)
      try await daemon.waitUntil("status names the folder, and where") {
        try await daemon.shell(#""$COLLATE" status"#).contains("sub  in documents:")
      }
      #expect(try ReplicaTests.second(daemon).files.count == 11)
      try await daemon.shell(#"chmod 755 sub; echo more >> "$T/second/sub/1.md""#)
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.tree().files.count == 11)
    }
  }

  @Test func `ROO-05: with few descriptors nothing is taken for deleted in either directory`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 150); do mkdir d$i; echo $i > d$i/a.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let before = try daemon.lastEvent()
      try await daemon.stop()
      try await daemon.start(by: Confinement.openFiles(36))
      try await daemon.shell("for i in 1 50 99; do echo more >> d$i/a.md; done")
      try await daemon.waitUntil("the edits came over", within: .seconds(90)) {
        try ReplicaTests.second(daemon) == daemon.tree()
      }
      let kinds = try daemon.events(after: before).map(\.kind)
      #expect(Set(kinds).isDisjoint(with: ["deleted", "conflict", "created"]), "\(kinds)")
      #expect(try daemon.tree().files.count == 150)
    }
  }

  @Test func `ERR-05: with few descriptors and 20 programs that ask, edits go over whole`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 100); do echo $i > $i.md; done")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.stop()
      try await daemon.start(by: Confinement.openFiles(36))
      try await daemon.shell(
        """
        for c in $(seq 20); do
          (while ! test -e "$T/end"; do "$COLLATE" status >/dev/null 2>&1; sleep 0.5; done) &
        done
        for i in $(seq 1 2 100); do echo more >> $i.md; done
        for i in $(seq 2 2 100); do echo more >> "$T/second/$i.md"; done
        """)
      try await daemon.waitUntil("every edit is in both", within: .seconds(90)) {
        let tree = try daemon.tree()
        return try tree == ReplicaTests.second(daemon)
          && tree.files.values.allSatisfy { $0.suffix(5) == Array("more\n".utf8)[...] }
      }
      try daemon.folder.write("", to: "end")
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try daemon.tree().files.count == 100)
      #expect(try daemon.events().allSatisfy { $0.kind != "deleted" && $0.kind != "conflict" })
    }
  }

  @Test(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
  func `directories of different file systems are in agreement, and doctor says what each can do`()
    async throws
  {
    var launch = DaemonUnderTest.Launch(
      arguments: #"sync "$T/documents" "$T/memory" "$T/layers""#)
    launch.shell = #"""
      exec unshare -rm sh -c '
        mount -t tmpfs none memory
        mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work layers
        exec "$@"'
      """#
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        try await daemon.shell(
          """
          mkdir memory layers lower upper work lower/deep
          echo below > lower/below.md; echo deep > lower/deep/n.md
          """, in: "$T")
        try await daemon.shell("echo one > one.md")
      }
    ) { daemon in
      func inside(_ lines: String) async throws -> String {
        let pid = try #require(daemon.pid)
        return try await daemon.shell(
          "nsenter --preserve-credentials -U -m -t \(pid) sh -ec 'cd \"$T\"; \(lines)'", in: "$T")
      }
      try await daemon.waitUntil("what lies below came over, and one.md went there") {
        let isThere = try await inside("cat layers/one.md || true") == "one\n"
        return try isThere && daemon.tree().files.count == 3
      }
      try await daemon.shell("echo more >> below.md; echo more >> deep/n.md")
      _ = try await inside("echo two > memory/two.md; echo more >> layers/one.md")
      try await daemon.waitUntil("all are the same") {
        try await inside(
          "diff -r -x .collate documents memory && diff -r -x .collate documents layers && ls documents || true"
        )
        .contains("two.md")
      }
      #expect(try daemon.read("one.md") == "one\nmore\n")
      let doctor = try await inside(#""$COLLATE" doctor || true"#)
      #expect(doctor.contains("tmpfs, ") && doctor.contains("overlay, "))
      #expect(doctor.ranges(of: "a new name is taken in one step").count == 3)
    }
  }
}
