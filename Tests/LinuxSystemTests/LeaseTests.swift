import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite struct LeaseTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("text", to: "n.md")
  }

  private func open(_ options: OpenOptions = .readOnly) throws -> Descriptor {
    try folder.directory.open(beneath: Array("n.md".utf8), options)
  }

  @Test(arguments: [OpenOptions.writeOnly, .readWrite, [.writeOnly, .append]])
  func `a writer is seen until it closes`(options: OpenOptions) throws {
    let file = try open()
    let writer = try open(options)
    #expect(try file.isOpenForWriting() == true)
    try writer.close()
    #expect(try file.isOpenForWriting() == false)
  }

  @Test func `a reader is no writer`() throws {
    let reader = try open()
    #expect(try open().isOpenForWriting() == false)
    _ = try reader.read(at: 0, count: 1)
  }

  @Test func `another program's writer is seen`() throws {
    let file = try open()
    let path = String(decoding: folder.path(of: "n.md"), as: UTF8.self)
    let process = try spawn(["sh", "-c", "exec sleep 60 >>\(path)"].map { Array($0.utf8) })
    let deadline = steadyClock() + 20_000_000_000
    while try file.isOpenForWriting() != true {
      try #require(steadyClock() < deadline)
      try pause(milliseconds: 5)
    }
    try LinuxSystem.send(.kill, to: process)
    #expect(try waitForExit(of: process) == .killed(.kill))
    #expect(try file.isOpenForWriting() == false)
  }

  @Test func `a writable mapping whose file is closed is a writer`() throws {
    let writer = try open(.readWrite)
    let mapping = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, writer.raw, 0)
    try writer.close()
    #expect(try open().isOpenForWriting() == true)
    munmap(mapping, 4096)
    #expect(try open().isOpenForWriting() == false)
  }

  @Test func `what has no leases can't be told`() throws {
    let device = try openPath(Array("/dev/null".utf8), .readOnly)
    #expect(try device.isOpenForWriting() == nil)
    #expect(try folder.directory.isOpenForWriting() == nil)
  }

  /// The signal that the kernel sends whoever holds a lease in the way would end this process.
  @Test func `a writer that comes in the very instant neither waits nor kills`() throws {
    let isOver = Flag()
    let folder = folder
    let writer = try DedicatedThread(name: "writer") {
      while !isOver.value.load(ordering: .relaxed) {
        let code = errno { () throws(SystemError) in
          try folder.directory.open(beneath: Array("n.md".utf8), .writeOnly).close()
        }
        #expect(code == nil)
      }
    }
    let file = try open()
    var seen: Set<Bool?> = []
    let deadline = steadyClock() + 20_000_000_000
    var rounds = 0
    while rounds < 5000 || seen.count < 2, steadyClock() < deadline {
      seen.insert(try file.isOpenForWriting())
      rounds += 1
    }
    isOver.value.store(true, ordering: .relaxed)
    try writer.join()
    #expect(seen == [true, false])
  }
}

private final class Flag: Sendable {
  let value = Atomic(false)
}
