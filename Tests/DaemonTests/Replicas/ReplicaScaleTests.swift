import Control
import LinuxSystem
import TestSupport
import Testing

/// The catalogue's cases about many documents, deep folders, and few watches, with two directories.
@Suite struct ReplicaScaleTests {
  @Test func `BIG-03: of 20,000 documents in 400 folders, an edit is in the other within 2 s`()
    async throws
  {
    // In memory, since a disk would be measured otherwise.
    try await DaemonUnderTest.run(
      ReplicaTests.launch, in: "/dev/shm",
      prepare: {
        try await $0.shell(
          """
          mkdir "$T/second"
          for d in $(seq 400); do
            mkdir d$d; for i in $(seq 50); do echo $d $i > d$d/$i.md; done
          done
          """)
      }
    ) { daemon in
      try await daemon.waitUntil("all came over", within: .seconds(120)) {
        try await daemon.shell(#"sleep 1; find "$T/second" -name '*.md' | wc -l"#) == "20000\n"
      }
      _ = try await daemon.eventsOnceQuiet()
      let pid = try #require(daemon.pid)
      // A folder has one watch, a file none.
      let watches = try await daemon.shell("cat /proc/\(pid)/fdinfo/* | grep -c ^inotify")
      #expect((802...820).contains(Int(watches.dropLast()) ?? 0), "\(watches)")
      // In hundredths of a second of the processor's time.
      let cost = #"cut -d' ' -f14,15 /proc/\#(pid)/stat | { read a b; echo $((a + b)); }"#
      let before = try #require(Int(try await daemon.shell(cost).dropLast()))
      try await Task.sleep(for: .seconds(3))
      #expect(try #require(Int(try await daemon.shell(cost).dropLast())) <= before + 5)
      let start = steadyClock()
      try await daemon.shell("echo more >> d399/7.md")
      try await daemon.waitUntil("the edit is in the other") {
        try daemon.folder.read("second/d399/7.md") == "399 7\nmore\n"
      }
      #expect(steadyClock() - start < 2_000_000_000)
    }
  }

  @Test func `BIG-05: a document in the deepest of 500 folders comes over, and back`() async throws
  {
    let descend = "for i in $(seq 500); do cd deep; done"
    try await ReplicaTests.run(prepare: {
      try await $0.shell("for i in $(seq 500); do mkdir deep; cd deep; done; echo deep > n.md")
    }) { daemon in
      try await daemon.waitUntil("it came over") {
        try await daemon.shell("(\(descend); cat n.md) 2>/dev/null || true", in: "$T/second")
          == "deep\n"
      }
      try await daemon.shell("\(descend); echo back >> n.md", in: "$T/second")
      try await daemon.waitUntil("the edit came back") {
        try await daemon.shell("\(descend); cat n.md") == "deep\nback\n"
      }
      #expect(try daemon.library().held == 0)
      #expect(try await daemon.shell(#""$COLLATE" status"#).contains("1 document"))
    }
  }

  @Test func `where a path is longer than any call takes, it is said, and the rest goes on`()
    async throws
  {
    let descend = "for i in $(seq 500); do mkdir -p 'a longer name'; cd 'a longer name'; done"
    try await ReplicaTests.run(prepare: {
      try await $0.shell("echo n > n.md; \(descend); echo deep > deep.md")
    }) { daemon in
      try await daemon.waitUntil("the rest came over") {
        try daemon.folder.names(in: "second").contains("n.md")
      }
      try await daemon.waitUntil("it is said") {
        try await daemon.shell(#""$COLLATE" status"#).contains("File name too long")
      }
      try await daemon.shell("echo more >> n.md")
      try await daemon.waitUntil("an edit came over") {
        try daemon.folder.read("second/n.md") == "n\nmore\n"
      }
      #expect(try await daemon.shell("\(descend); cat deep.md") == "deep\n")
    }
  }

  @Test(.enabled(if: Confinement.canLimitWatches, "the watch limit can't be lowered here"))
  func `WAT-11: where watches run out, edits are found in both directories by looking`()
    async throws
  {
    var launch = ReplicaTests.launch
    launch.shell = Confinement.watches(4)
    try await DaemonUnderTest.run(
      launch,
      prepare: {
        try await $0.shell(
          #"mkdir "$T/second"; for i in $(seq 12); do mkdir d$i; echo $i > d$i/n.md; done"#)
      }
    ) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(
        """
        for i in $(seq 1 2 12); do echo more >> d$i/n.md; done
        for i in $(seq 2 2 12); do echo more >> "$T/second/d$i/n.md"; done
        """)
      try await daemon.waitUntil("all edits are in both") {
        try daemon.tree().files.values.allSatisfy { $0.suffix(5) == Array("more\n".utf8)[...] }
          && daemon.tree() == ReplicaTests.second(daemon)
      }
    }
  }

  @Test func `WAT-15: a move between two folders, with 5,000 other events between, is a move`()
    async throws
  {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("mkdir a b c; echo x > a/x.md; seq 100 > c/c.txt")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      let inode = try await daemon.shell(#"stat -c %i "$T/second/a/x.md""#)
      try daemon.send(.stop)
      try await daemon.shell(
        """
        for i in $(seq 1250); do echo $i > c/c.txt; done
        mv a/x.md b/x.md
        for i in $(seq 1250); do echo $i > c/c.txt; done
        """)
      try daemon.send(.proceed)
      try await daemon.waitUntil("it is moved in the other") {
        try ReplicaTests.second(daemon).files.keys.contains(WirePath("b/x.md"))
      }
      try await ReplicaTests.waitUntilEqual(daemon)
      #expect(try await daemon.shell(#"stat -c %i "$T/second/b/x.md""#) == inode)
      #expect(try Set(daemon.tree().files.keys.map(\.text)) == ["b/x.md", "c/c.txt"])
    }
  }
}
