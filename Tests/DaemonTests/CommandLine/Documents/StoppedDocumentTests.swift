import Control
import LinuxSystem
import TestSupport
import Testing

/// `collate new` and `export` that are stopped, wait, or have no room.
@Suite struct StoppedDocumentTests {
  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder()
  }

  /// Enough for some seconds, which nothing in its reader or writer interrupts.
  private func writeLongNote(_ name: String) throws {
    let part = "Some *text* with `code` and [links](http://example.org).\n\n- an item\n\n"
    try folder.write(String(repeating: part, count: 60_000), to: name)
  }

  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 143), (.hangUp, 129)])
  func `stopped while it waits for a lock, it leaves nothing`(signal: Signal, code: Int) throws {
    let lock = try openPath(Array(folder.path.utf8), [.readOnly, .directory])
    #expect(try lock.lock(.exclusive))
    let process = try folder.start("new plan.md --from packing")
    try waitUntil { try isWaiting(process) }
    try send(signal, to: process)
    #expect(Int(try waitForExit(of: process).code) == code)
    #expect(try folder.text("said") == "collate: stopped; nothing was written\n")
    #expect(try folder.names() == [])
  }

  @Test(arguments: ["export long.md --as html", "new long.html --from long.md"])
  func `stopped in the middle of the work, it leaves nothing`(line: String) throws {
    try writeLongNote("long.md")
    let process = try folder.start(line)
    try waitUntil { try folder.names().contains { $0.hasPrefix(".collate-") } }
    try send(.interrupt, to: process)
    #expect(try waitForExit(of: process).code == 130)
    #expect(try folder.names() == ["long.md"])
  }

  @Test func `stopped while it replaces, it leaves the old one`() throws {
    try writeLongNote("long.md")
    try folder.write("old", to: "long.html")
    let process = try folder.start("export long.md --as html --force")
    try waitUntil { try folder.names().contains { $0.hasPrefix(".collate-") } }
    try send(.interrupt, to: process)
    #expect(try waitForExit(of: process).code == 130)
    #expect(try folder.names() == ["long.html", "long.md"])
    #expect(try folder.text("long.html") == "old")
  }

  @Test func `stopped on its way to standard output, it leaves no temporary file`() throws {
    try writeLongNote("long.md")
    let process = try folder.start("export long.md --as html --to -")
    try waitUntil { try folder.names().contains { $0.hasPrefix("collate-export-") } }
    try send(.interrupt, to: process)
    #expect(try waitForExit(of: process).code == 130)
    #expect(try folder.names() == ["long.md"])
  }

  @Test func `a document that stays locked is said with who holds it`() throws {
    try folder.write("# Trip\n", to: "trip.md")
    let ended = try folder.shell(
      #"exec 9<trip.md; flock 9; "$COLLATE" export trip.md --as html; echo $?"#)
    #expect(ended.output == "75\n")
    #expect(ended.errors.contains("trip.md is locked by "))
    #expect(ended.errors.contains("\n  Try again when it is done\n"))
    #expect(try folder.names() == ["trip.md"])
  }

  @Test(
    .enabled(if: BuiltPrograms.has("script"), "there is no script(1) to run it in a terminal"))
  func `on a terminal it shows how far it is, and takes that away again`() throws {
    try writeLongNote("long.md")
    try folder.write("# Trip\n", to: "trip.md")
    let long = try folder.shell(
      #"TERM=xterm script -qec '"$COLLATE" export long.md --as html' /dev/null </dev/null"#)
    #expect(long.output.contains("\rexporting long.md  [█"), "\(long.output)")
    #expect(long.output.contains("\r\u{1B}[KWrote long.html from long.md"))
    let short = try folder.shell(
      #"TERM=dumb script -qec '"$COLLATE" export long.md --as txt' /dev/null </dev/null"#)
    #expect(short.output == "Wrote long.txt from long.md\r\n")
  }

  @Test(.enabled(if: Rights.canMount, "no file system can be mounted here"))
  func `on a full disk it says so, and leaves nothing`() throws {
    try writeLongNote("long.md")
    try folder.shell("mkdir full; mount -t tmpfs -o size=64k tmpfs full; echo old > full/trip.html")
    let lines = [
      "new full/long.md --from long.md", "export long.md --as txt --to full",
      "export long.md --as html --to full/trip.html --force",
    ]
    for line in lines {
      let ended = try folder.collate(line)
      #expect(ended.code == 73, "\(line): \(ended.errors)")
      #expect(ended.errors.hasSuffix("\n  Make room, then try again\n"), "\(ended.errors)")
    }
    #expect(try folder.names(in: "full") == ["trip.html"])
    #expect(try folder.text("full/trip.html") == "old\n")
    try folder.shell("umount full")
  }

  /// Whether a process has begun and come to its lock: then it has the threads for documents' work.
  private func isWaiting(_ process: Int32) throws -> Bool {
    let lines = """
      readlink /proc/\(process)/exe | grep -q /collate$ && grep -q documents /proc/\(process)/task/*/comm
      """
    return try folder.shell(lines).code == 0
  }

  private func waitUntil(_ condition: () throws -> Bool) throws {
    let deadline = steadyClock() + 60_000_000_000
    while try !condition() {
      guard steadyClock() < deadline else {
        Issue.record("it did not come about in a minute")
        return
      }
      try pause(milliseconds: 5)
    }
  }
}

/// Beside the daemon, which has the same documents.
@Suite struct DocumentsBesideDaemonTests {
  @Test func `what is made and exported in a library is the daemon's at once`() async throws {
    try await DaemonUnderTest.run { daemon in
      try await daemon.shell(#""$COLLATE" new trip --from packing"#)
      try await daemon.shell(#""$COLLATE" export trip.checklist --as md"#)
      try await daemon.waitUntil("the daemon has both") {
        try daemon.documentNames() == ["trip.checklist", "trip.md"]
      }
      try await daemon.waitUntilQuiet()
      #expect(try daemon.names() == ["trip.checklist", "trip.md"])
      #expect(try daemon.documents().values.allSatisfy { $0.state == .normal })
    }
  }
}
