import Control
import LinuxSystem
import TestSupport
import Testing

/// A directory in agreement that lies on a disk of its own: an ext4 in a file, mounted where only
/// the daemon is.
@Suite(.enabled(if: Confinement.canMountFiles, "no loop device can be mounted here"))
struct DiskReplicaTests {
  private static let mount = "mount -o loop disk second"

  private static func run(
    size: String = "64M", options: String = "", prepare lines: String = "",
    _ body: (DaemonUnderTest) async throws -> Void
  ) async throws {
    let launch = DaemonUnderTest.Launch(
      configuration: #"{"rescanSeconds": 2}"#,
      shell: "exec unshare -m sh -ec '\(mount)\nexec \"$@\"'",
      arguments: ReplicaTests.launch.arguments)
    try await DaemonUnderTest.run(
      launch,
      prepare: {
        try await $0.shell(
          """
          truncate -s \(size) "$T/disk"; mkfs.ext4 -q \(options) "$T/disk"; mkdir "$T/second"
          \(lines)
          """)
      }, body)
  }

  /// Runs lines where the daemon's mounts are.
  @discardableResult
  private func inside(_ lines: String, of daemon: DaemonUnderTest) async throws -> String {
    let pid = try #require(daemon.pid)
    try daemon.folder.write(lines, to: "lines")
    return try await daemon.shell(
      #"nsenter -m -t \#(pid) sh -ec 'cd "$T"; . ./lines'"#, in: "$T")
  }

  private func waitUntilEqual(_ daemon: DaemonUnderTest) async throws {
    try await daemon.waitUntil("both directories hold the same", within: .seconds(90)) {
      try await inside(
        "diff -r -x .collate -x lost+found documents second >/dev/null && echo same || echo not",
        of: daemon) == "same\n" && daemon.library().held == 0
    }
  }

  private static func isAbsent(_ daemon: DaemonUnderTest) throws -> Bool {
    try daemon.ask(GetStatus.self).libraries.first?.replicas?.last?.present == false
  }

  // Small inodes have stamps in whole seconds, and no room for xattrs beside them.
  @Test(arguments: ["", "-I 128", "-O ^has_journal"])
  func `what is done in one is so in the other`(options: String) async throws {
    try await Self.run(
      options: options, prepare: "mkdir in; for i in 1 2 3 4; do echo $i > in/$i.md; done"
    ) {
      daemon in
      try await waitUntilEqual(daemon)
      try await inside(
        """
        echo more >> second/in/1.md; rm documents/in/2.md; mv second/in/3.md second/three.md
        chmod 600 second/in/4.md; setfattr -n user.tag -v red second/in/4.md || true
        """, of: daemon)
      try await daemon.waitUntil("it came over") {
        try await inside(
          "cat documents/in/1.md; ls documents; stat -c %a documents/in/4.md", of: daemon)
          == "1\nmore\nin\nthree.md\n600\n"
      }
      try await waitUntilEqual(daemon)
      for text in ["one", "two", "three"] {
        try await inside("echo \(text) > documents/quick.md", of: daemon)
        try await waitUntilEqual(daemon)
      }
      let doctor = try await inside(#""$COLLATE" doctor || true"#, of: daemon)
      #expect(doctor.contains("ext4"))
      #expect(try daemon.library().conflicts == 0)
    }
  }

  @Test func `ERR-01: a full disk keeps what it has, and is in step once there is room`()
    async throws
  {
    try await Self.run(size: "2M", prepare: "echo old > n.md") { daemon in
      try await waitUntilEqual(daemon)
      try await inside(
        "head -c 100M /dev/zero > second/ballast.tmp 2>/dev/null || true", of: daemon)
      try await inside("head -c 100000 /dev/zero | tr '\\0' x > documents/n.md", of: daemon)
      try await daemon.waitUntil("the lack of room is said") {
        try daemon.library().holds.contains { $0.reason.contains("No space left") }
      }
      #expect(try await inside("cat second/n.md", of: daemon) == "old\n")
      try await inside("rm second/ballast.tmp", of: daemon)
      try await waitUntilEqual(daemon)
      #expect(try await inside("stat -c %s second/n.md", of: daemon) == "100000\n")
      #expect(
        try await inside("find second -path '*.collate*' -type f ! -name replica", of: daemon) == ""
      )
    }
  }

  @Test func `a disk that is unmounted, written to elsewhere and mounted again joins with both`()
    async throws
  {
    try await Self.run(prepare: "for i in $(seq 30); do echo $i > $i.md; done") { daemon in
      try await waitUntilEqual(daemon)
      try await inside("umount -l second", of: daemon)
      try await daemon.waitUntil("it is absent") { try Self.isAbsent(daemon) }
      // Another machine has it for a while, and this one goes on without.
      try await inside(
        """
        mkdir elsewhere; mount -o loop disk elsewhere; echo there >> elsewhere/1.md; rm elsewhere/2.md
        umount elsewhere; rmdir elsewhere
        echo here >> documents/3.md; echo here > documents/new.md
        """, of: daemon)
      _ = try await daemon.eventsOnceQuiet(after: daemon.lastEvent())
      #expect(try daemon.names().count == 31)
      try await inside(Self.mount, of: daemon)
      try await daemon.waitUntil("it is there again") { try !Self.isAbsent(daemon) }
      try await waitUntilEqual(daemon)
      #expect(
        try await inside(
          "cat documents/1.md second/3.md second/new.md; ls second | wc -l", of: daemon)
          == "1\nthere\n3\nhere\nhere\n31\n")
      #expect(try daemon.library().conflicts == 0)
    }
  }

  @Test func `ERR-07: a disk that is mounted read-only for a while is in step afterwards`()
    async throws
  {
    try await Self.run(prepare: "echo one > n.md") { daemon in
      try await waitUntilEqual(daemon)
      try await inside("mount -o remount,ro second; echo two >> documents/n.md", of: daemon)
      try await daemon.waitUntil("it is said") {
        try await daemon.shell(#""$COLLATE" status || true"#).contains("ead-only")
      }
      #expect(try await inside("cat second/n.md", of: daemon) == "one\n")
      try await inside("mount -o remount,rw second", of: daemon)
      try await waitUntilEqual(daemon)
    }
  }
}
