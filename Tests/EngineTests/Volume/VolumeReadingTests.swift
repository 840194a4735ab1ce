import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeReadingTests {
  @Test func `a closed file is read whole, with its stamp`() throws {
    let replica = try Replica()
    try replica.files.write("text\n", to: "n.md")
    let stamp = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    #expect(
      try replica.volume.contents(beneath("n.md"), limit: 5)
        == .content(Array("text\n".utf8), stamp))
    #expect(try replica.volume.contents(beneath("n.md"), limit: 4) == .tooLarge(stamp))
    #expect(try replica.volume.contents(beneath("none"), limit: 4) == .gone)
    #expect(try replica.volume.contents(.root, limit: 4) == .gone)
  }

  @Test func `what is open for writing is read only where that is asked`() throws {
    let replica = try Replica()
    try replica.files.write("text\n", to: "n.md")
    let program = try replica.openForWriting("n.md")
    let stamp = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    #expect(try replica.volume.contents(beneath("n.md"), limit: 9) == .beingWritten(stamp))
    // Distrusted: the writer may have a mapping, which moves the stamp once only.
    #expect(
      try replica.volume.contents(beneath("n.md"), limit: 9, evenIfOpen: true)
        == .content(Array("text\n".utf8), stamp.distrusted))
    try program.close()
    #expect(
      try replica.volume.contents(beneath("n.md"), limit: 9)
        == .content(Array("text\n".utf8), stamp))
  }

  @Test func `an exclusive lock of another keeps it from being read, and names its holder`() throws
  {
    let replica = try Replica()
    try replica.files.write("text\n", to: "n.md")
    let other = try replica.files.directory.openDocument(Array("n.md".utf8))
    #expect(try other.lock(.exclusive))
    guard case .locked(let holder) = try replica.volume.contents(beneath("n.md"), limit: 9) else {
      Issue.record("read")
      return
    }
    #expect(holder?.contains("pid \(currentProcess())") == true)
    #expect(try other.lock(.shared))
    #expect(try replica.contents("n.md") == "text\n")
  }

  @Test func `a lock on an inode that has lost the name is nobody's lock`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    let editor = try replica.files.directory.openDocument(Array("n.md".utf8))
    #expect(try editor.lock(.exclusive))
    try replica.files.write("new\n", to: "n.tmp")
    try replica.move("n.tmp", to: "n.md")
    // The editor's lock is on the old inode; the name is free.
    #expect(try replica.contents("n.md") == "new\n")
    guard case .installed = try replica.install("ours\n", at: "n.md", over: "new\n") else {
      Issue.record("not installed")
      return
    }
  }

  @Test func `a slice is that of the expected version`() throws {
    let replica = try Replica()
    try replica.files.write("0123456789", to: "n.md")
    let stamp = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    #expect(
      try replica.volume.slice(beneath("n.md"), expecting: stamp, offset: 3, count: 4)
        == Array("3456".utf8))
    #expect(
      try replica.volume.slice(beneath("n.md"), expecting: stamp, offset: 8, count: 4)
        == Array("89".utf8))
    try replica.files.write("x", to: "n.md")
    #expect(
      try replica.volume.slice(beneath("n.md"), expecting: stamp, offset: 3, count: 4) == nil)
  }

  @Test func `two writes of one size in one tick do not hide behind one stamp`() throws {
    let replica = try Replica()
    // As a file system with coarse stamps is treated: nothing was measured.
    replica.volume.stamps = StampClock()
    try replica.files.write("one", to: "n.md")
    let reading = try replica.volume.contents(beneath("n.md"), limit: 9)
    guard case .content(let bytes, let fingerprint) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(bytes == Array("one".utf8))
    // Whatever the next write leaves, it differs from what the version is known by.
    #expect(fingerprint.changed == 0)
  }

  @Test func `how fine the stamps are is measured, and old ones are trusted anywhere`() throws {
    let clock = StampClock()
    func mayRepeat(_ stamp: Int64, now: Int64) -> Bool {
      let fingerprint = Fingerprint(
        inode: 1, size: 3, modified: stamp, changed: stamp, mode: 0o600)
      return clock.mayRepeat(fingerprint, on: 1, now: now)
    }
    #expect(mayRepeat(5_000_000_001, now: 5_000_000_001))
    #expect(mayRepeat(5_000_000_001, now: 5_019_000_000))
    #expect(!mayRepeat(5_000_000_001, now: 5_021_000_000))
    // Whole seconds: the file system keeps no finer ones.
    #expect(mayRepeat(5_000_000_000, now: 7_000_000_000))
    #expect(!mayRepeat(5_000_000_000, now: 8_000_000_000))
    // A clock that was put back far does not meet the old stamp.
    #expect(!mayRepeat(.max, now: 5_000_000_000))
  }

  @Test(arguments: ["/tmp", "/dev/shm"])
  func `stamps found to be fine are all different`(base: String) throws {
    let folder = try TemporaryFolder(in: base)
    let file = try folder.directory.open(beneath: Array("f".utf8), [.writeOnly, .create])
    var clock = StampClock()
    try clock.measure(file)
    guard clock.isFine(on: try file.status().device) == true else { return }
    var stamps: Set<Int64> = []
    for _ in 0..<1_000 {
      try file.writeAll([1], at: 0)
      stamps.insert(try file.status().changed)
    }
    #expect(stamps.count == 1_000)
  }
}
