import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// What happens to unsaved edits when the disk is full, gone, or shut.
@Suite(.enabled(if: Shell.canMount, "no file system can be mounted here")) @MainActor
struct FailureTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
    try place.folder.directory.makeDirectory(Array("disk".utf8), mode: 0o700)
  }

  private func shell(_ lines: String) throws {
    try Shell.run(lines, in: String(decoding: place.folder.path, as: UTF8.self))
  }

  /// Runs a test on a disk of its own, which is gone afterwards.
  private func withMount(
    _ mount: String, _ body: () async throws -> Void
  ) async throws {
    try shell(mount)
    do {
      try await body()
    } catch {
      try shell("umount -l disk 2>/dev/null || true")
      throw error
    }
    try shell("umount -l disk 2>/dev/null || true")
  }

  @Test func `a full disk keeps the edits, which are saved once there is room`() async throws {
    try await withMount("mount -t tmpfs -o size=256k,mode=700 none disk") {
      try place.folder.write("one\n", to: "disk/a.txt")
      let group = place.notes()
      let session = try await group.open(place.url("disk/a.txt"))
      try shell("head -c 1m /dev/zero > disk/fill 2>/dev/null || true")
      let long = String(repeating: "a long line of text\n", count: 4000)
      session.document.replace(long, session.undoManager)
      try await eventually("the lack of room is said") { session.problem?.kind == .full }
      await #expect(throws: (any Error).self) { try await session.save() }
      #expect(session.lastError != nil)
      #expect(session.hasUnsavedEdits)
      #expect(session.document.text == long)
      #expect(try place.folder.read("disk/a.txt") == "one\n")
      #expect(try place.folder.names(in: "disk") == ["a.txt", "fill"])
      try shell("rm disk/fill")
      try await eventually("saved") { session.state == .normal }
      #expect(session.problem == nil)
      #expect(try place.folder.read("disk/a.txt") == long)
      try await group.closeAll()
    }
  }

  @Test func `a folder that is shut keeps the edits, which are saved once it opens`() async throws {
    try await withMount("mount -t tmpfs -o mode=700 none disk") {
      try place.folder.write("one\n", to: "disk/a.txt")
      let group = place.notes()
      let session = try await group.open(place.url("disk/a.txt"))
      // Permissions don't bind root, but this does.
      try shell("mount -o remount,ro disk")
      session.document.replace("two\n", session.undoManager)
      try await eventually("the refusal is said") { session.problem?.kind == .denied }
      let problem = await #expect(throws: DocumentProblem.self) { try await session.save() }
      #expect(problem?.kind == .denied)
      // It is tried again meanwhile.
      try await eventually("edited still") { session.state == .edited }
      #expect(try place.folder.read("disk/a.txt") == "one\n")
      try shell("mount -o remount,rw disk")
      try await eventually("saved") { session.state == .normal }
      #expect(try place.folder.read("disk/a.txt") == "two\n")
      try await group.closeAll()
    }
  }

  @Test func `a write-protected file keeps the edits from it until it is writable`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    try shell("chmod 444 a.txt")
    let group = place.notes()
    let session = try await group.open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await eventually("the refusal is said") { session.problem?.kind == .denied }
    let problem = await #expect(throws: DocumentProblem.self) { try await session.save() }
    #expect(problem?.message.contains("write-protected") == true)
    #expect(session.hasUnsavedEdits)
    #expect(try place.folder.read("a.txt") == "one\n")
    try shell("chmod 644 a.txt")
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "two\n")
    try await group.closeAll()
  }

  @Test func `a device that is pulled keeps the edits, which are saved once it is back`()
    async throws
  {
    try shell("truncate -s 8M image; mkfs.ext4 -q image")
    try await withMount("mount -o loop image disk") {
      try place.folder.write("one\n", to: "disk/a.txt")
      let group = place.notes()
      let session = try await group.open(place.url("disk/a.txt"))
      session.document.replace("two\n", session.undoManager)
      try await eventually("saved") { session.state == .normal }
      let device = try place.folder.directory.openDirectory(Array("disk".utf8)).status().device
      try shell("umount -l disk")
      session.document.replace("three\n", session.undoManager)
      try await eventually("the loss is said") { session.problem?.kind == .unavailable }
      let problem = await #expect(throws: DocumentProblem.self) { try await session.save() }
      #expect(problem?.kind == .unavailable)
      #expect(session.hasUnsavedEdits)
      #expect(session.document.text == "three\n")
      // Nothing is written where it was mounted.
      #expect(try place.folder.names(in: "disk") == [])
      // Nothing of the session's keeps the device busy; other tests may have the mount in namespaces
      // of their own.
      try await eventually("the session lets go of it") { try !hasOpen(onDevice: device) }
      try shell("mount -o loop image disk")
      try await eventually("saved") { session.state == .normal }
      #expect(try place.folder.read("disk/a.txt") == "three\n")
      try await group.closeAll()
    }
  }

  @Test func `a folder that is deleted leaves the edits, which can be saved elsewhere`()
    async throws
  {
    try place.folder.write("one\n", to: "disk/a.txt")
    let session = try await place.notes().open(place.url("disk/a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await eventually("saved") { session.state == .normal }
    try shell("rm -r disk")
    session.document.replace("three\n", session.undoManager)
    try await eventually("the loss is said") { session.problem?.kind == .unavailable }
    try await session.saveAs(place.url("b.txt"))
    #expect(session.state == .normal)
    #expect(try place.folder.read("b.txt") == "three\n")
  }

  @Test func `a folder that is renamed in the middle of saves loses none of them`() async throws {
    try place.folder.write("0\n", to: "disk/a.txt")
    let group = place.notes(quiet: .milliseconds(1))
    let session = try await group.open(place.url("disk/a.txt"))
    for round in 1...20 {
      session.document.replace("\(round)\n", session.undoManager)
      try shell(round % 2 == 1 ? "mv disk other" : "mv other disk")
      try await Task.sleep(for: .milliseconds(3))
    }
    try await eventually("saved") { session.state == .normal || session.state == .deleted }
    try await session.save()
    #expect(session.fileURL == place.url("disk/a.txt"))
    #expect(try place.folder.read("disk/a.txt") == "20\n")
    #expect(try place.folder.names(in: "disk") == ["a.txt"])
  }
}

/// Whether this process has anything open on a device.
private func hasOpen(onDevice device: UInt64) throws -> Bool {
  let links = try openPath(Array("/proc/self/fd".utf8), [.readOnly, .directory])
  return try links.list().contains { entry in
    do throws(SystemError) {
      return try status(ofPath: Array("/proc/self/fd/".utf8) + entry.name).device == device
    } catch {
      // Closed since it was listed.
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }
}

/// Runs lines of a shell, for what only its programs can do.
enum Shell {
  static let canMount =
    currentUser() == 0
    && succeeds(#"d=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d" && rmdir "$d""#)

  static func succeeds(_ lines: String) -> Bool {
    do {
      let process = try spawn(
        ["/bin/sh", "-c", lines + " 2>/dev/null"].map { Array($0.utf8) }, silent: true)
      return try waitForExit(of: process) == .exited(0)
    } catch {
      return false
    }
  }

  static func run(_ lines: String, in folder: String) throws {
    let process = try spawn(
      ["/bin/sh", "-ec", "cd '\(folder)'; \(lines)"].map { Array($0.utf8) }, silent: true)
    let status = try waitForExit(of: process)
    guard status == .exited(0) else { throw Failure(lines: lines, status: status) }
  }

  struct Failure: Error {
    var lines: String
    var status: LinuxSystem.ExitStatus
  }
}
