import LinuxSystem
import TestSupport
import Testing

@Suite(.serialized) struct ContentTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("0123456789", to: "a.md")
  }

  private func open(_ options: OpenOptions = .readOnly) throws -> Descriptor {
    try folder.directory.open(beneath: Array("a.md".utf8), options)
  }

  @Test func `a slice is cut at the end`() throws {
    #expect(try open().read(at: 7, count: 2) == Array("78".utf8))
    #expect(try open().read(at: 7, count: 20) == Array("789".utf8))
    #expect(try open().read(at: 10, count: 20) == [])
    #expect(try open().read(at: 0, count: 0) == [])
  }

  @Test(arguments: [Int64(0), 3, 10, 11, 1_000_000])
  func `a whole file is read whatever its size was said to be`(expected: Int64) throws {
    #expect(try open().readAll(limit: 100, expected: expected) == Array("0123456789".utf8))
    #expect(try open().readAll(limit: 10, expected: expected) == Array("0123456789".utf8))
    #expect(try open().readAll(limit: 9, expected: expected) == nil)
  }

  @Test func `a large file is read whole`() throws {
    let content = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try open(.writeOnly).writeAll(content)
    #expect(try open().readAll(limit: 2_000_000) == content)
    #expect(try open().readAll(limit: 1_000_003, expected: 5) == content)
    #expect(try open().readAll(limit: 1_000_002) == nil)
  }

  @Test func `what proc calls empty is read whole`() throws {
    let status = try openPath(Array("/proc/self/status".utf8), .readOnly)
    #expect(try status.readAll(limit: 1 << 20)?.starts(with: "Name:".utf8) == true)
  }

  @Test func `writes go to their place, and to the end`() throws {
    try open(.writeOnly).writeAll(Array("ab".utf8), at: 9)
    #expect(try folder.read("a.md") == "012345678ab")
    try open([.writeOnly, .append]).writeAll(Array("c".utf8))
    #expect(try folder.read("a.md") == "012345678abc")
    try open(.writeOnly).truncate(to: 3)
    #expect(try folder.read("a.md") == "012")
    try open(.writeOnly).sync()
    try open().syncData()
    try folder.directory.sync()
    try folder.directory.syncFileSystem()
  }

  @Test func `a full device tells`() throws {
    let full = try openPath(Array("/dev/full".utf8), .writeOnly)
    #expect(errno { () throws(SystemError) in try full.writeAll([1]) } == .noSpace)
  }

  @Test(arguments: ["/tmp", "/dev/shm"])
  func `a copy is the same, also across file systems`(base: String) throws {
    let other = try TemporaryFolder(in: base)
    let content = String(repeating: "line\n", count: 100_000)
    try folder.write(content, to: "a.md")
    let copy = try other.directory.createFile(prefix: Array("copy-".utf8), mode: 0o600)
    try copy.descriptor.copyRest(of: open())
    #expect(try other.read(String(decoding: copy.name, as: UTF8.self)) == content)
  }

  @Test(arguments: ["/tmp", "/dev/shm"])
  func `a copy is made in parts, and given up between two`(base: String) throws {
    let other = try TemporaryFolder(in: base)
    let source = try folder.directory.createFile(prefix: [], mode: 0o600)
    try source.descriptor.truncate(to: 64 << 20)
    let copy = try other.directory.createFile(prefix: [], mode: 0o600)
    var passed = 0
    let code = errno { () throws(SystemError) in
      try copy.descriptor.copyRest(of: source.descriptor) { bytes throws(SystemError) in
        passed += bytes
        if passed >= 16 << 20 { throw SystemError(call: "test", errno: .cancelled) }
      }
    }
    #expect(code == .cancelled)
    #expect(passed == 16 << 20)
    #expect(try copy.descriptor.status().size == 16 << 20)
    try copy.descriptor.copyRest(of: source.descriptor) { bytes throws(SystemError) in
      passed += bytes
    }
    #expect(passed == 64 << 20)
    #expect(try copy.descriptor.status().size == 64 << 20)
  }

  @Test func `content is flushed in parts, and given up between two`() throws {
    let file = try folder.directory.createFile(prefix: [], mode: 0o600)
    try file.descriptor.writeAll([UInt8](repeating: 1, count: (10 << 20) + 1))
    var parts: [Int] = []
    try file.descriptor.sync { bytes throws(SystemError) in parts.append(bytes) }
    #expect(parts == [4 << 20, 4 << 20, (2 << 20) + 1])
    parts = []
    let code = errno { () throws(SystemError) in
      try file.descriptor.sync { bytes throws(SystemError) in
        parts.append(bytes)
        throw SystemError(call: "test", errno: .cancelled)
      }
    }
    #expect(code == .cancelled)
    #expect(parts == [4 << 20])
    // Of a directory there is only the whole.
    parts = []
    try folder.directory.sync { bytes throws(SystemError) in parts.append(bytes) }
    #expect(parts == [0])
  }

  @Test func `a copy of a file that proc calls empty is whole`() throws {
    let source = try openPath(Array("/proc/self/status".utf8), .readOnly)
    let copy = try folder.directory.createFile(prefix: Array("copy-".utf8), mode: 0o600)
    try copy.descriptor.copyRest(of: source)
    #expect(try copy.descriptor.status().size > 100)
  }

  @Test func `a file system that can't clone says so`() throws {
    let shared = try TemporaryFolder(in: "/dev/shm")
    let copy = try shared.directory.createFile(prefix: [], mode: 0o600)
    let source = try open()
    let code = errno { () throws(SystemError) in try copy.descriptor.clone(from: source) }
    #expect([.crossesDevices, .notSupported].contains(code))
  }

  /// Run with `COLLATE_TEST_FOLDER` on btrfs or XFS to see the first half.
  @Test func `a clone is the same, or an error that says it can't be`() throws {
    let copy = try folder.directory.createFile(prefix: [], mode: 0o600)
    let source = try open()
    let code = errno { () throws(SystemError) in try copy.descriptor.clone(from: source) }
    if code == nil {
      #expect(try copy.descriptor.readAll(limit: 100) == Array("0123456789".utf8))
    } else {
      #expect([.notSupported, .invalid].contains(code))
    }
  }

  @Test func `holes are found`() throws {
    let file = try TemporaryFolder(in: "/dev/shm").directory.createUnnamedFile(mode: 0o600)
    try file.writeAll([1], at: 1 << 20)
    #expect(try file.nextData(from: 0) == 1 << 20)
    #expect(try file.nextHole(from: 0) == 0)
    #expect(try file.nextData(from: 2 << 20) == nil)
    #expect(try file.nextHole(from: 2 << 20) == nil)
  }

  @Test func `a file without a name gets one that is free`() throws {
    let file = try folder.directory.createUnnamedFile(mode: 0o640)
    try file.writeAll(Array("new".utf8))
    let taken = errno { () throws(SystemError) in
      try file.link(into: folder.directory, as: Array("a.md".utf8))
    }
    #expect(taken == .exists)
    try file.link(into: folder.directory, as: Array("b.md".utf8))
    #expect(try folder.read("b.md") == "new")
    #expect(try folder.directory.status(of: Array("b.md".utf8)).mode == 0o640)
  }
}
