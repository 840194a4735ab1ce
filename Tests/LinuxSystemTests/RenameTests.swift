import LinuxSystem
import TestSupport
import Testing

@Suite struct RenameTests {
  @Test(arguments: ["/tmp", "/dev/shm"])
  func `a rename replaces, refuses or exchanges`(base: String) throws {
    let folder = try TemporaryFolder(in: base)
    let (a, b) = (Array("a".utf8), Array("b".utf8))
    try folder.write("first", to: "a")
    try folder.write("second", to: "b")
    let inode = try folder.directory.status(of: a).inode

    let taken = errno { () throws(SystemError) in
      try folder.directory.rename(a, to: folder.directory, as: b, .noReplace)
    }
    #expect(taken == .exists)
    #expect(try folder.read("a") == "first")

    try folder.directory.rename(a, to: folder.directory, as: b, .exchange)
    #expect(try folder.read("a") == "second")
    #expect(try folder.read("b") == "first")
    #expect(try folder.directory.status(of: b).inode == inode)

    try folder.directory.rename(b, to: folder.directory, as: a, .replace)
    #expect(try folder.names() == ["a"])
    #expect(try folder.read("a") == "first")

    try folder.directory.rename(a, to: folder.directory, as: b, .noReplace)
    #expect(try folder.names() == ["b"])
  }

  @Test func `an exchange with nothing is an error and changes nothing`() throws {
    let folder = try TemporaryFolder()
    try folder.write("first", to: "a")
    let code = errno { () throws(SystemError) in
      try folder.directory.rename(
        Array("a".utf8), to: folder.directory, as: Array("b".utf8), .exchange)
    }
    #expect(code == .noSuchFile)
    #expect(try folder.names() == ["a"])
  }

  @Test func `a rename between file systems is refused`() throws {
    let folder = try TemporaryFolder()
    let shared = try TemporaryFolder(in: "/dev/shm")
    try folder.write("first", to: "a")
    let code = errno { () throws(SystemError) in
      try folder.directory.rename(
        Array("a".utf8), to: shared.directory, as: Array("a".utf8), .replace)
    }
    #expect(code == .crossesDevices)
  }

  @Test func `file systems say what they are`() throws {
    let shared = try TemporaryFolder(in: "/dev/shm").directory.fileSystemStatus()
    #expect(shared.type == .tmpfs)
    #expect(shared.type.description == "tmpfs")
    #expect(!shared.type.isShared)
    #expect(shared.available > 0 && shared.available <= shared.size)
    #expect(FileSystemType.nfs.isShared)
    #expect(FileSystemType(rawValue: 0x1234).description == "0x1234")
  }
}
