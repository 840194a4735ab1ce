import Control
import LinuxSystem
import Testing

/// With system calls of the built daemon that fail, or kill it. What was complete on disk and what
/// was confirmed is kept all the same, and after a restart nothing of Collate's lies about.
@Suite(.enabled(if: Rights.canInject, "strace can't be used here"))
struct InjectedFailureTests {
  @Test(arguments: [
    "fsync:error=EIO:when=3+2", "fdatasync,fsync:error=EIO", "pwrite64:error=ENOSPC:when=2+3",
    "renameat2:error=EIO:when=2+2", "newfstatat:error=EIO:when=60+9", "pread64:error=EIO:when=20+5",
    "unlinkat:error=EBUSY:when=4+3",
  ])
  func `errors cost nothing`(injection: String) async throws {
    try await DaemonUnderTest.run(Self.launch, prepare: Script.prepare) { daemon in
      try await daemon.shell(#"echo '\#(injection)' > "$T/inject""#)
      try daemon.launchProcess()
      var script = Script()
      await script.run(daemon)
      try await check(daemon, script, injection)
    }
  }

  @Test(arguments: [
    "renameat2:error=EINVAL", "openat2:error=ENOSYS", "inotify_add_watch:error=ENOSPC",
    "inotify_init1:error=EMFILE", "linkat:error=EPERM", "statx:error=ENOSYS",
  ])
  func `what a kernel or a file system lacks is done in another way`(
    injection: String
  ) async throws {
    try await DaemonUnderTest.run(Self.launch, prepare: Script.prepare) { daemon in
      try await daemon.shell(#"echo '\#(injection)' > "$T/inject""#)
      try await daemon.start()
      var script = Script()
      await script.run(daemon)
      #expect(script.confirmed == Script.count)
      try await daemon.waitUntil("the copy is joined") {
        try !daemon.documentNames().contains(Script.copy)
      }
      try await check(daemon, script, injection)
    }
  }

  @Test(arguments: ["renameat2", "fsync", "fdatasync", "unlinkat", "linkat", "ftruncate"])
  func `a kill at a system call costs nothing`(call: String) async throws {
    let times = TortureLength.isFull ? Array(1...24) : [2, 3, 5, 8]
    for number in times {
      try await DaemonUnderTest.run(Self.launch, prepare: Script.prepare) { daemon in
        let injection = "\(call):signal=KILL:when=\(number)"
        try await daemon.shell(#"echo '\#(injection)' > "$T/inject""#)
        try daemon.launchProcess()
        var script = Script()
        await script.run(daemon)
        try await check(daemon, script, injection)
      }
    }
  }

  /// `-D` makes the daemon, not strace, the process that the test knows.
  private static let launch = DaemonUnderTest.Launch(
    shell: #"""
      if [ -e inject ]; then
        calls=$(cut -d: -f1 inject)
        exec strace -D -f -qq -o /dev/null -e "trace=$calls" -e "inject=$(cat inject)" "$@"
      fi
      exec "$@"
      """#,
    startsAtOnce: false)

  /// After a start without failures: all is kept, settled, and tidy.
  private func check(
    _ daemon: DaemonUnderTest, _ script: Script, _ injection: String
  ) async throws {
    try await daemon.kill()
    try await daemon.shell(#"rm "$T/inject""#)
    try await daemon.start()
    try await daemon.waitUntilSettled()
    try await daemon.waitUntilQuiet()
    let kept = try daemon.keptDigests(alsoOf: Script.names + [Script.copy])
    let lost = script.due.filter { !kept.contains($0.digest) }.map(\.what)
    #expect(lost == [], "\(injection)")
    let names = try daemon.documentNames()
    #expect(Set(names).isSuperset(of: Script.names), "\(injection)")
    let copies = names.filter { $0.contains("(conflict") }
    let contents = try Set(copies.map { try daemon.bytes(of: $0) })
    #expect(contents.count == copies.count, "a conflict copy is there twice: \(injection)")
    #expect(try await daemon.leftovers() == "", "\(injection)")
    #expect(try daemon.damage() == [], "\(injection)")
  }
}

/// Saves that race with programs, and another tool's copy: what makes Collate write.
private struct Script {
  static let count = 6
  static let names = (0..<count).map { "n\($0).md" }
  static let copy = "n0.sync-conflict-20261130-101010-ABCDEFG.md"

  private(set) var due: [(digest: String, what: String)] = []
  private(set) var confirmed = 0

  /// The documents, adopted.
  static func prepare(_ daemon: DaemonUnderTest) async throws {
    for name in names { try daemon.write(text(), to: name) }
    try await daemon.start()
    try await daemon.stop()
  }

  static func text(_ line: Int = -1, _ word: String = "") -> String {
    (0..<10).map { "\($0 == line ? word : "line \($0)")\n\n" }.joined()
  }

  /// As far as the daemon lives.
  mutating func run(_ daemon: DaemonUnderTest) async {
    do {
      try await daemon.waitUntilWatching(within: .seconds(20))
      for number in 0..<Self.count { try await race(number, daemon) }
      let other = Self.text(4, "THEIRS")
      try daemon.write(other, to: Self.copy)
      due.append((digest(of: other), "the copy"))
      try await Task.sleep(for: .milliseconds(700))
    } catch {
      // It was killed, or did not come up, as was meant.
    }
  }

  private mutating func race(_ number: Int, _ daemon: DaemonUnderTest) async throws {
    let name = "n\(number).md"
    let onDisk = Self.text(1, "DISK \(number)")
    // Every third save is of the line that the program changed.
    let saved = Self.text(number % 3 == 2 ? 1 : 8, "MINE \(number)")
    try daemon.write(onDisk, to: name)
    due.append((digest(of: onDisk), "\(name) on disk"))
    if number % 2 == 1 { try await Task.sleep(for: .milliseconds(50)) }
    do throws(ClientError) {
      _ = try daemon.save(saved, to: name, opened: digest(of: Self.text()))
      due.append((digest(of: saved), "\(name) saved"))
      confirmed += 1
    } catch {
      // Said not to be saved; but whether it lives, the next call tells.
      guard case .answered = error else { throw error }
    }
  }
}
