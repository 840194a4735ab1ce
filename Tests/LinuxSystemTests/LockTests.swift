import LinuxSystem
import TestSupport
import Testing

@Suite struct LockTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("x", to: "n.md")
  }

  private func open() throws -> Descriptor {
    try folder.directory.openDocument(Array("n.md".utf8))
  }

  @Test func `readers share, a writer does not`() throws {
    let first = try open()
    let second = try open()
    #expect(try first.lock(.shared))
    #expect(try second.lock(.shared))
    #expect(try !second.lock(.exclusive))
    try first.unlock()
    #expect(try second.lock(.exclusive))
    #expect(try !first.lock(.shared))
  }

  @Test func `a lock belongs to the open file, not to the process or the name`() throws {
    let first = try open()
    #expect(try first.lock(.exclusive))
    let copy = try first.duplicate()
    #expect(try copy.lock(.exclusive))
    try first.close()
    let other = try open()
    #expect(try !other.lock(.exclusive))

    try folder.write("y", to: "new.md")
    try folder.directory.rename(
      Array("new.md".utf8), to: folder.directory, as: Array("n.md".utf8), .replace)
    let renewed = try open()
    #expect(try renewed.lock(.exclusive))
    #expect(try copy.status().links == 0)
  }

  @Test func `a directory can be locked`() throws {
    let again = try folder.directory.openDirectory([])
    #expect(try folder.directory.lock(.exclusive))
    #expect(try !again.lock(.shared))
    try folder.directory.unlock()
    try again.waitForLock(.shared)
  }

  @Test func `another program's lock is seen, and its name`() throws {
    // Without a fork, so that the lock's process is the one that is known here.
    let process = try spawn(
      [Array("flock".utf8), Array("-F".utf8), folder.path(of: "n.md")]
        + ["sleep", "60"].map { Array($0.utf8) })
    let file = try open()
    let deadline = steadyClock() + 20_000_000_000
    while try file.lock(.exclusive) {
      try file.unlock()
      try #require(steadyClock() < deadline)
      try pause(milliseconds: 5)
    }
    let holder = try #require(try file.lockHolder())
    #expect(holder.process == process)
    #expect(["flock", "sleep"].contains(holder.name))
    #expect(holder.description.hasSuffix("(pid \(process))"))
    try send(.kill, to: process)
    #expect(try waitForExit(of: process) == .killed(.kill))
    #expect(try file.lock(.exclusive))
  }

  @Test func `a file that nobody locks has no holder`() throws {
    #expect(try open().lockHolder() == nil)
  }
}
