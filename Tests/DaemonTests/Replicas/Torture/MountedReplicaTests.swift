import Control
import LinuxSystem
import TestSupport
import Testing

/// Directories in agreement that lie on file systems of several kinds, in a name space of the
/// daemon's own: full ones, read-only ones, one in another, and one that goes away.
@Suite(.enabled(if: Confinement.canMount, "nothing can be mounted here"))
struct MountedReplicaTests {
  /// Lines that mount; the daemon runs where they did.
  private static func launch(_ mounts: String) -> DaemonUnderTest.Launch {
    DaemonUnderTest.Launch(
      configuration: #"{"rescanSeconds": 2}"#,
      shell: "exec unshare -rm sh -ec '\(mounts)\nexec \"$@\"'",
      arguments: #"sync "$T/documents" "$T/second""#)
  }

  private static func run(
    _ mounts: String, prepare lines: String = "",
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    try await DaemonUnderTest.run(
      launch(mounts),
      prepare: { try await $0.shell("mkdir \"$T/second\" \"$T/more\"\n" + lines) }, body)
  }

  /// Runs lines where the daemon's mounts are.
  @discardableResult
  private func inside(_ lines: String, of daemon: DaemonUnderTest) async throws -> String {
    let pid = try #require(daemon.pid)
    try daemon.folder.write(lines, to: "lines")
    return try await daemon.shell(
      #"nsenter --preserve-credentials -U -m -t \#(pid) sh -ec 'cd "$T"; . ./lines'"#, in: "$T")
  }

  /// Waits until both directories hold the same, as the daemon sees them.
  private func waitUntilEqual(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold the same", within: .seconds(90)) {
      try await inside(
        "diff -r -x .collate documents second >/dev/null && echo same || echo not", of: daemon)
        == "same\n" && daemon.library().held == 0
    }
  }

  private static let kinds = [
    "mount -t tmpfs none second",
    "mount -t tmpfs none documents; mount -t tmpfs none second",
    "mkdir more/up more/work; mount -t tmpfs none more; mkdir more/low more/up more/work; "
      + "mount -t overlay none -o lowerdir=more/low,upperdir=more/up,workdir=more/work second",
    "mount --bind more second",
    "mount -t tmpfs none more; mount --bind more second",
  ]

  @Test(arguments: kinds)
  func `on file systems of any kind, what is done in one is so in the other`(mounts: String)
    async throws
  {
    try await Self.run(mounts) { daemon in
      try await inside(
        "mkdir documents/sub; for i in $(seq 30); do echo $i > documents/sub/$i.md; done",
        of: daemon)
      try await waitUntilEqual(daemon)
      try await inside(
        """
        echo more >> second/sub/3.md; rm documents/sub/4.md; mv second/sub/5.md second/five.md
        echo new > second/new.md; echo left > documents/both.md; echo right > second/both.md
        """, of: daemon)
      try await daemon.waitUntil("it came over", within: .seconds(60)) {
        try await inside("ls documents; ls documents/sub | wc -l", of: daemon)
          .contains("five.md\nnew.md\n")
      }
      try await waitUntilEqual(daemon)
      #expect(try await inside("cat documents/sub/3.md", of: daemon) == "3\nmore\n")
      #expect(try await inside("cat second/both*.md | sort", of: daemon) == "left\nright\n")
      #expect(try await inside("ls second/sub | wc -l", of: daemon) == "28\n")
      #expect(
        try await inside(
          "find documents second -path '*.collate*' -type f ! -name replica", of: daemon) == "")
    }
  }

  @Test func `a file system that is mounted within a directory is part of it`() async throws {
    try await Self.run("mkdir second/in documents/in; mount -t tmpfs none second/in") { daemon in
      try await inside("echo a > documents/in/a.md; echo b > second/in/b.md", of: daemon)
      try await waitUntilEqual(daemon)
      try await inside("echo more >> documents/in/b.md; rm second/in/a.md", of: daemon)
      try await daemon.waitUntil("both came over") {
        try await inside("cat second/in/*", of: daemon) == "b\nmore\n"
      }
      try await waitUntilEqual(daemon)
      #expect(
        try await inside(
          "find documents second -path '*.collate*' -type f ! -name replica", of: daemon) == "")
    }
  }

  @Test(arguments: ["size=64k", "nr_inodes=8"])
  func `ERR-01, ERR-03: where there is no room nothing is half there, and it goes on with room`(
    limit: String
  ) async throws {
    try await Self.run(
      "mount -t tmpfs -o \(limit) none second", prepare: "echo old > n.md"
    ) { daemon in
      try await waitUntilEqual(daemon)
      try await inside(
        """
        head -c 100000 /dev/zero | tr '\\0' x > documents/n.md
        for i in 1 2 3 4 5 6 7 8; do echo $i > documents/$i.md; done
        """, of: daemon)
      try await daemon.waitUntil("the lack of room is said") {
        try isSaid("No space left", of: daemon)
      }
      let old = try await inside("head -c 100 second/n.md", of: daemon)
      #expect(old == "old\n" || old == String(repeating: "x", count: 100))
      #expect(try await inside("stat -c %s documents/n.md", of: daemon) == "100000\n")
      try await inside("mount -o remount,size=64m,nr_inodes=1000 second", of: daemon)
      try await waitUntilEqual(daemon)
      #expect(try await inside("ls second | wc -l", of: daemon) == "9\n")
      #expect(
        try await inside(
          "find second -path '*.collate*' -type f ! -name replica", of: daemon) == "")
    }
  }

  @Test func `ERR-09: where a conflict copy has no room, both versions stay where they are`()
    async throws
  {
    let big = "head -c 40000 /dev/zero | tr '\\0'"
    try await Self.run(
      "mount -t tmpfs -o size=64k none second", prepare: "\(big) o > n.dat"
    ) { daemon in
      try await waitUntilEqual(daemon)
      try daemon.send(.stop)
      try await inside("\(big) a > documents/n.dat; \(big) b > second/n.dat", of: daemon)
      try daemon.send(.proceed)
      try await daemon.waitUntil("the lack of room is said") {
        try isSaid("No space left", of: daemon)
      }
      let contents = try await inside(
        "for f in documents/* second/*; do head -c 1 \"$f\"; done", of: daemon)
      #expect(contents.contains("a") && contents.contains("b"))
      try await inside("mount -o remount,size=64m second", of: daemon)
      try await waitUntilEqual(daemon)
      #expect(
        try await inside(
          "for f in second/*; do head -c 1 \"$f\"; done | fold -w1 | sort", of: daemon)
          == "a\nb\n")
    }
  }

  @Test func `ERR-07: a directory that becomes read-only is said, and given all when it is not`()
    async throws
  {
    try await Self.run("mount --bind more second", prepare: "echo one > n.md") { daemon in
      try await waitUntilEqual(daemon)
      try await inside("mount -o remount,bind,ro second", of: daemon)
      try await inside("echo two >> documents/n.md; echo new > documents/new.md", of: daemon)
      try await daemon.waitUntil("it is said") {
        try isSaid("Read-only file system", of: daemon)
      }
      #expect(try await inside("cat second/n.md", of: daemon) == "one\n")
      try await inside("mount -o remount,bind,rw second", of: daemon)
      try await waitUntilEqual(daemon)
      #expect(try await inside("cat second/n.md second/new.md", of: daemon) == "one\ntwo\nnew\n")
    }
  }

  @Test func `a disk that is taken away under the daemon loses nothing, and joins when it is back`()
    async throws
  {
    try await Self.run(
      "mount -t tmpfs none more; mount --bind more second",
      prepare: "for i in $(seq 30); do echo $i > $i.md; done"
    ) { daemon in
      try await waitUntilEqual(daemon)
      try await inside("umount -l second; echo stray > second/stray.md", of: daemon)
      try await daemon.waitUntil("it is absent") {
        try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
      }
      try await inside(
        "echo more >> documents/1.md; rm documents/2.md; echo x >> more/3.md", of: daemon)
      try await daemon.waitUntil("the edit is known") {
        try daemon.digests()["1.md"] == digest(of: "1\nmore\n")
      }
      #expect(try await inside("ls documents | wc -l", of: daemon) == "29\n")
      try await inside("rm second/stray.md; mount --bind more second", of: daemon)
      try await daemon.waitUntil("the edit made there came over", within: .seconds(60)) {
        try daemon.digests()["3.md"] == digest(of: "3\nx\n")
      }
      try await waitUntilEqual(daemon)
      #expect(try await inside("ls second | wc -l; cat second/1.md", of: daemon) == "29\n1\nmore\n")
    }
  }

  private func isSaid(_ words: String, of daemon: DaemonUnderTest) throws -> Bool {
    let library = try daemon.library()
    return (library.notes + library.holds.map(\.reason) + [library.reason ?? ""])
      .contains { $0.contains(words) }
  }
}
