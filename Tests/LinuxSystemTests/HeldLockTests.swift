import TestSupport
import Testing

@testable import LinuxSystem

/// The lines of `/proc/locks`.
@Suite struct HeldLockTests {
  @Test func `a held flock is read`() throws {
    let lock = try #require(HeldLock("3: FLOCK  ADVISORY  WRITE 4711 fe:0a:131080 0 EOF".utf8))
    #expect(lock.process == 4711)
    #expect(lock.major == 0xFE)
    #expect(lock.minor == 0x0A)
    #expect(lock.inode == 131_080)
  }

  @Test(arguments: [
    "3: -> FLOCK  ADVISORY  WRITE 4711 fe:0a:131080 0 EOF",
    "4: POSIX  ADVISORY  READ 4711 fe:0a:131080 128 128",
    "5: LEASE  ACTIVE    READ 4711 fe:0a:131080 0 EOF",
    "6: FLOCK  ADVISORY  WRITE", "6: FLOCK  ADVISORY  WRITE 1 fe:0a 0 EOF",
    "6: FLOCK  ADVISORY  WRITE one fe:0a:131080 0 EOF", "", "FLOCK",
    "6: FLOCK  ADVISORY  WRITE 4711 zz:0a:99999999999999999999999 0 EOF",
  ])
  func `what is no held flock is none`(line: String) {
    #expect(HeldLock(line.utf8) == nil)
  }

  @Test func `on a device of another number, who has the file open is the holder`() throws {
    let folder = try TemporaryFolder()
    let status = try folder.directory.status()
    let lines =
      "1: FLOCK  ADVISORY  WRITE 1 ff:ff:5 0 EOF\n"
      + "2: FLOCK  ADVISORY  WRITE \(currentProcess()) ff:ff:\(status.inode) 0 EOF\n"
    #expect(LockHolder(of: status, locks: Array(lines.utf8))?.process == currentProcess())

    var other = status
    other.device += 1
    #expect(LockHolder(of: other, locks: Array(lines.utf8)) == nil)
  }

  @Test func `a process without a number here is none`() throws {
    let status = try TemporaryFolder().directory.status()
    let line = "2: FLOCK  ADVISORY  WRITE 0 ff:ff:\(status.inode) 0 EOF\n"
    #expect(LockHolder(of: status, locks: Array(line.utf8)) == nil)
  }
}
