import Control
import LinuxSystem
import TestSupport
import Testing

/// Cases of the catalogue on special files, permissions, errors and times, in two directories.
@Suite struct ReplicaCaseTests {
  /// What a person is told.
  private static func status(_ daemon: DaemonUnderTest) async throws -> String {
    try await daemon.shell(#""$COLLATE" status || true"#)
  }

  /// With a file system in memory in the second directory, and one document in both.
  private static func run(
    mountedWith options: String, _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    var launch = ReplicaTests.launch
    launch.cleaning = #"umount -l "$T/second" || true"#
    try await ReplicaTests.run(
      launch,
      prepare: {
        try await $0.shell(#"mount -t tmpfs -o \#(options) none "$T/second"; echo one > n.md"#)
      }
    ) { daemon in
      try await daemon.waitUntil("the first came over") {
        try await daemon.shell(#"cat "$T/second/n.md" || true"#) == "one\n"
      }
      try await body(daemon)
    }
  }

  @Test func `FIL-03 and FIL-01: links and pipes are not followed, and stop nothing`() async throws
  {
    try await ReplicaTests.run(prepare: { daemon in
      try await daemon.shell(
        """
        mkdir sub; ln -s .. sub/up; ln -s b a; ln -s a b; ln -s /etc/hostname out.md
        ln -s nowhere dangling.md; mkfifo pipe.md; echo one > n.md
        """)
    }) { daemon in
      try await daemon.shell("echo two >> n.md")
      try await daemon.waitUntil("the edit came over") {
        try await daemon.shell(#"cat "$T/second/n.md" || true"#) == "one\ntwo\n"
      }
      try await daemon.waitUntil("the links are there, and nothing of what they lead to") {
        try await daemon.shell(
          #"cd "$T/second"; find . ! -type d ! -path '*/.collate/*' -printf '%P %y %l\n' | sort"#)
            == """
            a l b
            b l a
            dangling.md l nowhere
            n.md f\u{20}
            out.md l /etc/hostname
            sub/up l ..

            """
      }
      #expect(try daemon.ask(GetStatus.self).libraries.first?.special == 1)
    }
  }

  @Test func `FIL-07: an edit reaches both names of a file, which stay one`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo one > a.md; ln a.md b.md") }) {
      daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(#"echo two >> "$T/second/a.md""#)
      try await daemon.waitUntil("both names show it, in both directories") {
        try await daemon.shell(#"cat a.md b.md "$T/second/a.md" "$T/second/b.md""#)
          == String(repeating: "one\ntwo\n", count: 4)
      }
      #expect(try await daemon.shell("stat -c %h a.md b.md") == "2\n2\n")
      try await ReplicaTests.waitUntilEqual(daemon)
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser, "there is no ordinary user to be here"))
  func `PER-04: a document that can't be read is neither deleted nor emptied elsewhere`()
    async throws
  {
    var launch = ReplicaTests.launch
    launch.shell = Confinement.asOrdinaryUser
    try await DaemonUnderTest.run(
      launch,
      prepare: { try await $0.shell(#"mkdir "$T/second"; echo one > n.md; echo other > o.md"#) }
    ) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell("chmod 000 n.md")
      try await daemon.waitUntil("it is held") {
        try await Self.status(daemon).contains("n.md")
      }
      try await daemon.shell("echo more >> o.md")
      try await daemon.waitUntil("the other goes on") {
        try await daemon.shell(#"cat "$T/second/o.md""#) == "other\nmore\n"
      }
      #expect(try await daemon.shell(#"cat "$T/second/n.md""#) == "one\n")
      try await daemon.shell("chmod 644 n.md; echo two >> n.md")
      try await daemon.waitUntil("it goes on afterwards") {
        try await daemon.shell(#"cat "$T/second/n.md""#) == "one\ntwo\n"
      }
    }
  }

  @Test(.enabled(if: Confinement.canBeOrdinaryUser, "there is no ordinary user to be here"))
  func `SYN-21: one that can't be written is named, and the others arrive`() async throws {
    var launch = ReplicaTests.launch
    launch.shell = Confinement.asOrdinaryUser
    try await DaemonUnderTest.run(
      launch,
      prepare: { daemon in
        try await daemon.shell(#"mkdir -p in "$T/second/in"; chmod 555 "$T/second/in""#)
        try await daemon.shell("for i in $(seq 99); do echo $i > $i.md; done; echo x > in/x.md")
      }
    ) { daemon in
      try await daemon.waitUntil("99 have arrived and one is held") {
        let status = try await Self.status(daemon)
        return try ReplicaTests.second(daemon).files.count == 99
          && status.contains("in/x.md") && status.contains("Permission denied")
      }
      try await daemon.shell(#"chmod 755 "$T/second/in""#)
      try await daemon.waitUntil("it arrives by itself then") {
        try ReplicaTests.second(daemon).files.count == 100
      }
      try await ReplicaTests.waitUntilEqual(daemon)
    }
  }

  @Test(
    .enabled(if: Confinement.canMount, "no file system can be mounted here"),
    arguments: ["size=64k", "size=1m,nr_inodes=6"])
  func `ERR-01 and ERR-03: what is full keeps what it has, and is in step once there is room`(
    options: String
  ) async throws {
    try await Self.run(mountedWith: options) { daemon in
      try await daemon.shell(
        "head -c 100000 /dev/urandom | base64 > n.md; for i in 1 2 3 4 5 6; do echo $i > $i.md; done"
      )
      try await daemon.waitUntil("the lack of room is said") {
        try await Self.status(daemon).contains("No space left")
      }
      let old = try await daemon.shell(#"cat "$T/second/n.md" | head -c 100"#)
      let new = try await daemon.shell("head -c 100 n.md")
      #expect(old == "one\n" || old == new)
      try await daemon.shell(#"mount -o remount,size=16m,nr_inodes=1k "$T/second""#)
      try await daemon.waitUntil("it is in step by itself", within: .seconds(90)) {
        try await daemon.shell(
          #"diff -r -x .collate . "$T/second" >/dev/null && echo same || echo other"#) == "same\n"
      }
      #expect(try await daemon.shell(#"find "$T/second/.collate" -path '*staging/?*'"#) == "")
    }
  }

  @Test(.enabled(if: Confinement.canMount, "no file system can be mounted here"))
  func `ERR-07: what is read-only is reported, and in step once it can be written`() async throws {
    try await Self.run(mountedWith: "rw") { daemon in
      try await daemon.shell(#"mount -o remount,ro "$T/second"; echo two >> n.md"#)
      try await daemon.waitUntil("it is reported") {
        try await Self.status(daemon).contains("Read-only")
      }
      #expect(try daemon.read("n.md") == "one\ntwo\n")
      try await daemon.shell(#"mount -o remount,rw "$T/second""#)
      try await daemon.waitUntil("it is in step by itself", within: .seconds(90)) {
        try await daemon.shell(#"cat "$T/second/n.md""#) == "one\ntwo\n"
      }
    }
  }

  @Test func `TIM-01, TIM-03: an edit is seen whatever its time says`() async throws {
    try await ReplicaTests.run(prepare: {
      try await $0.shell("echo aaa > same.md; echo old > future.md; echo old > past.md")
    }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.shell(
        """
        cp -p same.md "$T/kept"; echo bbb > same.md; touch -r "$T/kept" same.md
        touch -d 2100-01-01 future.md; touch -d @0 past.md
        """)
      try await daemon.waitUntil("the new text came over") {
        try await daemon.shell(#"cat "$T/second/same.md""#) == "bbb\n"
      }
      try await daemon.shell(#"echo new > future.md; echo new > "$T/second/past.md""#)
      try await daemon.waitUntil("both edits are in both") {
        try await daemon.shell(#"cat *t*.md "$T"/second/*t*.md"#)
          == String(repeating: "new\n", count: 4)
      }
      try await ReplicaTests.waitUntilEqual(daemon)
    }
  }

  @Test func `TIM-05: a second version in the tick of the first is read too`() async throws {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo start > n.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      for round in 0..<20 {
        let last = round % 2 == 0 ? "v3\n" : "v4\n"
        try await daemon.shell(
          "echo v1 > n.md; \(round % 3 == 0 ? "sleep 0.003;" : "") echo v2 > n.md; printf '\(last)' > n.md"
        )
        try await daemon.waitUntil("the last came over") {
          try await daemon.shell(#"cat "$T/second/n.md""#) == last
        }
      }
    }
  }

  @Test func `TIM-07: edits of one size in one second, on both sides, are both kept`() async throws
  {
    try await ReplicaTests.run(prepare: { try await $0.shell("echo start > n.md") }) { daemon in
      try await ReplicaTests.waitUntilEqual(daemon)
      try await daemon.kill()
      try await daemon.shell(
        """
        echo lefts > n.md; echo right > "$T/second/n.md"
        touch -d '2026-05-05 05:05:05' n.md "$T/second/n.md"
        """)
      try await daemon.start()
      try await daemon.waitUntil("both texts are in both") {
        let (first, second) = (try daemon.tree(), try ReplicaTests.second(daemon))
        return first == second && first.holds(Array("lefts\n".utf8))
          && first.holds(Array("right\n".utf8))
      }
    }
  }
}
