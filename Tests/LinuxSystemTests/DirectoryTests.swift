import LinuxSystem
import TestSupport
import Testing

@Suite struct DirectoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ name: [UInt8]) throws {
    try folder.directory.open(beneath: name, [.writeOnly, .create, .exclusive]).close()
  }

  @Test func `five thousand names are all listed, each time`() throws {
    // In memory, where making them takes no time.
    let shared = try TemporaryFolder(in: "/dev/shm")
    let names = (0..<5000).map { Array("document with a longish name \($0).md".utf8) }
    for name in names {
      try shared.directory.open(beneath: name, [.writeOnly, .create, .exclusive]).close()
    }
    #expect(Set(try shared.directory.list().map(\.name)) == Set(names))
    #expect(try shared.directory.list().count == 5000)
  }

  @Test func `any byte but NUL and slash may stand in a name`() throws {
    let names: [[UInt8]] = [
      [0xFF], [0x0A], [0x61, 0x0D, 0x0A], [0xC3], Array("é".utf8), Array("e\u{301}".utf8),
      Array(repeating: 0x78, count: 255), Array("-rf *".utf8), [0x5C], Array(" ".utf8),
    ]
    for name in names { try make(name) }
    #expect(Set(try folder.directory.list().map(\.name)) == Set(names))
    for name in names {
      #expect(try folder.directory.status(of: name).size == 0)
      try folder.directory.removeFile(name)
    }
    #expect(try folder.directory.list() == [])
  }

  @Test func `a listing says the kinds and inodes`() throws {
    try make(Array("file".utf8))
    try folder.directory.makeDirectory(Array("folder".utf8), mode: 0o700)
    try folder.directory.makeSymbolicLink(Array("link".utf8), to: Array("nowhere".utf8))
    for entry in try folder.directory.list() {
      let status = try folder.directory.status(of: entry.name)
      #expect(entry.kind == status.kind)
      #expect(entry.inode == status.inode)
    }
    #expect(try folder.directory.readSymbolicLink(Array("link".utf8)) == Array("nowhere".utf8))
  }

  @Test func `a file is no empty directory`() throws {
    try make(Array("file".utf8))
    let file = try folder.directory.openDocument(Array("file".utf8))
    let code = errno { () throws(SystemError) in _ = try file.list() }
    #expect(code == .notDirectory)
  }

  @Test func `a directory that was removed is an error, not empty`() throws {
    try folder.directory.makeDirectory(Array("gone".utf8), mode: 0o700)
    let gone = try folder.directory.openDirectory(Array("gone".utf8))
    try folder.directory.removeDirectory(Array("gone".utf8))
    #expect(errno { () throws(SystemError) in _ = try gone.list() } == .noSuchFile)
    let code = errno { () throws(SystemError) in
      _ = try folder.directory.openDirectory(Array("gone".utf8))
    }
    #expect(code == .noSuchFile)
  }

  @Test func `names that are taken, missing or full are errors`() throws {
    let inner = Array("inner".utf8)
    try folder.directory.makeDirectory(inner, mode: 0o750)
    #expect(try folder.directory.status(of: inner).mode == 0o750)
    #expect(
      errno { () throws(SystemError) in try folder.directory.makeDirectory(inner, mode: 0o700) }
        == .exists)
    try folder.write("x", to: "inner/a")
    #expect(
      errno { () throws(SystemError) in try folder.directory.removeDirectory(inner) } == .notEmpty)
    #expect(
      errno { () throws(SystemError) in try folder.directory.removeFile(inner) } == .isDirectory)
    let missing = Array("missing".utf8)
    #expect(
      errno { () throws(SystemError) in try folder.directory.removeFile(missing) } == .noSuchFile)
    let long = [UInt8](repeating: 0x78, count: 256)
    #expect(
      errno { () throws(SystemError) in try folder.directory.makeDirectory(long, mode: 0o700) }
        == .nameTooLong)
  }

  @Test func `directories are made with those above`() throws {
    try makeDirectories(folder.path(of: "a/b/c"), mode: 0o700)
    try makeDirectories(folder.path(of: "a/b/c"), mode: 0o700)
    #expect(try folder.directory.status(beneath: Array("a/b/c".utf8)).kind == .directory)
  }

  @Test func `a new file's name is new`() throws {
    let first = try folder.directory.createFile(prefix: Array(".t-".utf8), mode: 0o600)
    let second = try folder.directory.createFile(prefix: Array(".t-".utf8), mode: 0o600)
    #expect(first.name != second.name)
    #expect(first.name.count == 19)
    #expect(try folder.directory.list().count == 2)
  }

  @Test func `a tree is removed with all in it, and what isn't there is no error`() throws {
    let folder = try TemporaryFolder()
    try makeDirectories(folder.path(of: "a/b"), mode: 0o700)
    try folder.write("x", to: "a/b/c")
    try folder.directory.openDirectory(Array("a".utf8)).makeSymbolicLink(
      Array("l".utf8), to: Array("/".utf8))
    try folder.directory.openDirectory(Array("a/b".utf8)).setMode(0o500)
    try folder.directory.removeTree(Array("a".utf8))
    #expect(try folder.names() == [])
    try folder.directory.removeTree(Array("a".utf8))
    try folder.write("x", to: "f")
    try folder.directory.removeTree(Array("f".utf8))
    #expect(try folder.names() == [])
  }
}
