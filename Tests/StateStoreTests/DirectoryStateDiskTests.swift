import LinuxSystem
import TestSupport
import Testing

@testable import StateStore

@Suite struct DirectoryStateDiskTests {
  let folder: TemporaryFolder
  let disk: DirectoryStateDisk

  init() throws {
    folder = try TemporaryFolder()
    disk = try DirectoryStateDisk(path: folder.path(of: "state/notes"), patience: 0)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func status(_ name: String) throws -> FileStatus {
    try folder.directory.status(beneath: bytes("state/notes" + name))
  }

  private func failure(_ body: () throws(StateDiskError) -> Void) -> StateDiskError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a new state is empty`() throws {
    #expect(try disk.names() == [])
  }

  @Test func `what is appended is read back`() throws {
    try disk.append(bytes("one,"), to: "journal/1")
    try disk.append(bytes("two"), to: "journal/1")
    #expect(try disk.read("journal/1", from: 0, count: 100) == bytes("one,two"))
    #expect(try disk.read("journal/1", from: 4, count: 2) == bytes("tw"))
    #expect(try disk.read("journal/1", from: 100, count: 2) == [])
    #expect(try disk.size("journal/1") == 7)
    try disk.sync("journal/1")
    #expect(try disk.names() == ["journal/1"])
  }

  @Test func `what is cut is appended to at its new end`() throws {
    try disk.append(bytes("whole,torn"), to: "journal/1")
    try disk.truncate("journal/1", to: 6)
    try disk.append(bytes("next"), to: "journal/1")
    #expect(try disk.read("journal/1", from: 0, count: 100) == bytes("whole,next"))
  }

  @Test func `what is replaced is whole, and appended to afterwards`() throws {
    try disk.append(bytes("old"), to: "a")
    let inode = try status("/a").inode
    try disk.replace("a", with: bytes("new"))
    #expect(try status("/a").inode != inode)
    try disk.append(bytes("er"), to: "a")
    try disk.sync("a")
    #expect(try disk.read("a", from: 0, count: 100) == bytes("newer"))
    #expect(try disk.names() == ["a"])
  }

  @Test func `a renamed file is appended to under its new name alone`() throws {
    try disk.append(bytes("old"), to: "a")
    try disk.append(bytes("gone"), to: "b")
    try disk.rename("a", to: "b")
    try disk.append(bytes("er"), to: "b")
    try disk.append(bytes("fresh"), to: "a")
    #expect(try disk.read("b", from: 0, count: 100) == bytes("older"))
    #expect(try disk.read("a", from: 0, count: 100) == bytes("fresh"))
  }

  @Test func `a removed file is gone, and one that never was is no error`() throws {
    try disk.append(bytes("old"), to: "folder/a")
    try disk.remove("folder/a")
    try disk.remove("folder/a")
    try disk.remove("nowhere/a")
    try disk.sync("folder/a")
    try disk.sync("nowhere/a")
    #expect(try disk.read("folder/a", from: 0, count: 1) == nil)
    #expect(try disk.size("folder/a") == nil)
    #expect(try disk.size("nowhere/a") == nil)
    try disk.append(bytes("new"), to: "folder/a")
    #expect(try disk.read("folder/a", from: 0, count: 100) == bytes("new"))
  }

  @Test func `more files than are kept open are appended to in turn`() throws {
    for round in 0..<3 {
      for number in 0..<40 { try disk.append([UInt8(round)], to: "f/\(number)") }
    }
    for number in 0..<40 {
      #expect(try disk.read("f/\(number)", from: 0, count: 10) == [0, 1, 2])
      try disk.sync("f/\(number)")
    }
  }

  @Test func `a state is its owner's alone`() throws {
    try disk.append([1], to: "folder/a")
    try disk.replace("b", with: [1])
    #expect(try status("").mode == 0o700)
    #expect(try status("/folder").mode == 0o700)
    #expect(try status("/folder/a").mode == 0o600)
    #expect(try status("/b").mode == 0o600)
    #expect(try status("/lock").mode == 0o600)
  }

  @Test func `a directory that others could read is closed to them`() throws {
    try makeDirectories(folder.path(of: "open"), mode: 0o755)
    _ = try DirectoryStateDisk(path: folder.path(of: "open"), patience: 0)
    #expect(try folder.directory.status(of: bytes("open")).mode == 0o700)
  }

  @Test func `a second owner is refused, and told by whom`() throws {
    try disk.append([1], to: "a")
    let path = folder.path(of: "state/notes")
    let error = try #require(
      failure { () throws(StateDiskError) in _ = try DirectoryStateDisk(path: path, patience: 0) })
    #expect(error.isInUse)
    #expect(!error.isFull)
    #expect(error.message.contains("(pid \(currentProcess()))"))
    #expect(error.message.contains(String(decoding: path, as: UTF8.self)))
  }

  @Test func `a killed owner is waited for`() throws {
    let path = folder.path(of: "other")
    try makeDirectories(path, mode: 0o700)
    let owner = try spawn(
      ["flock", "-F", String(decoding: path, as: UTF8.self) + "/lock", "sleep", "60"]
        .map { bytes($0) })
    let deadline = steadyClock() + 20_000_000_000
    while failure({ () throws(StateDiskError) in
      _ = try DirectoryStateDisk(path: path, patience: 0)
    }) == nil {
      try #require(steadyClock() < deadline)
      try pause(milliseconds: 5)
    }
    try send(.kill, to: owner)
    _ = try DirectoryStateDisk(path: path)
    _ = try waitForExit(of: owner)
  }

  @Test func `what a crash left half-written is cleared away`() throws {
    try makeDirectories(folder.path(of: "crashed/folder"), mode: 0o700)
    try folder.write("half", to: "crashed/.new-0011223344556677")
    try folder.write("half", to: "crashed/folder/.new-8899aabbccddeeff")
    try folder.write("whole", to: "crashed/folder/a")
    let disk = try DirectoryStateDisk(path: folder.path(of: "crashed"), patience: 0)
    #expect(try disk.names() == ["folder/a"])
    #expect(try folder.names(in: "crashed") == ["folder", "lock"])
    #expect(try folder.names(in: "crashed/folder") == ["a"])
  }

  @Test func `a file whose flush failed is written anew`() throws {
    try disk.append(bytes("precious"), to: "journal/1")
    let inode = try status("/journal/1").inode
    disk.unsoundFiles.insert("journal/1")
    try disk.sync("journal/1")
    #expect(try status("/journal/1").inode != inode)
    #expect(disk.unsoundFiles == [])
    try disk.append(bytes("!"), to: "journal/1")
    #expect(try disk.read("journal/1", from: 0, count: 100) == bytes("precious!"))
    #expect(try folder.names(in: "state/notes/journal") == ["1"])
  }

  @Test func `after a failed flush the next one does not just say yes`() throws {
    // A device can be written but not flushed; only root may make one.
    let device = String(decoding: folder.path(of: "state/notes/a"), as: UTF8.self)
    let process = try spawn(["mknod", device, "c", "1", "3"].map { bytes($0) })
    guard try waitForExit(of: process) == .exited(0) else { return }
    try disk.append(bytes("lost"), to: "a")
    let error = try #require(failure { () throws(StateDiskError) in try disk.sync("a") })
    #expect(error.message.contains("fdatasync says Invalid argument"))
    try disk.sync("a")
    #expect(try status("/a").kind == .file)
  }

  @Test func `a file whose flush failed is still unsound under another name`() throws {
    try disk.append(bytes("precious"), to: "a")
    disk.unsoundFiles.insert("a")
    try disk.rename("a", to: "b")
    #expect(disk.unsoundFiles == ["b"])
    try disk.replace("b", with: [])
    #expect(disk.unsoundFiles == [])
  }

  @Test func `a full disk is told from a broken one`() throws {
    let device = String(decoding: folder.path(of: "state/notes/full"), as: UTF8.self)
    let process = try spawn(["mknod", device, "c", "1", "7"].map { bytes($0) })
    // Only root may make the device that is always full.
    guard try waitForExit(of: process) == .exited(0) else { return }
    let full = try #require(
      failure { () throws(StateDiskError) in try disk.append([1], to: "full") })
    #expect(full.isFull)
    #expect(full.message.contains("state/notes/full"))
    #expect(full.message.contains("No space left on device (errno 28)"))
    let broken = try #require(
      failure { () throws(StateDiskError) in try disk.truncate("missing", to: 0) })
    #expect(!broken.isFull)
  }

  @Test func `a symbolic link in the state is not followed`() throws {
    try folder.write("private", to: "elsewhere")
    try folder.directory.openDirectory(bytes("state/notes"))
      .makeSymbolicLink(bytes("a"), to: folder.path(of: "elsewhere"))
    #expect(failure { () throws(StateDiskError) in try disk.append([1], to: "a") } != nil)
    #expect(
      failure { () throws(StateDiskError) in _ = try disk.read("a", from: 0, count: 1) } != nil)
    try disk.replace("a", with: bytes("own"))
    #expect(try folder.read("elsewhere") == "private")
    #expect(try disk.read("a", from: 0, count: 10) == bytes("own"))
  }

  @Test func `a file in the directory's place is an error that names it`() throws {
    try folder.write("x", to: "file")
    let path = folder.path(of: "file")
    let error = try #require(
      failure { () throws(StateDiskError) in _ = try DirectoryStateDisk(path: path, patience: 0) })
    #expect(!error.isInUse)
    #expect(error.message.contains("Not a directory (errno 20)"))
  }
}
