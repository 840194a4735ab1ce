import Glibc
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

/// What each way of saving is told as, on real file systems.
@Suite struct SavePatternTests {
  private func replica(_ disks: Replica.Disks) throws -> Replica {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    try replica.scan()
    return replica
  }

  @Test(arguments: Replica.Disks.allCases)
  func `written in place`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let path = try beneath("n.md")
    let program = try replica.openForWriting("n.md")
    try program.writeAll(Array("new".utf8), at: 0)
    try program.writeAll(Array("er".utf8), at: 3)
    #expect(replica.volume.takeHints() == [.writing(path)])
    try program.close()
    #expect(replica.volume.takeHints() == [.closed(path)])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `saved by rename, twice, then appended to`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let (path, temporary) = (try beneath("n.md"), try beneath("n.tmp"))
    for text in ["one\n", "two\n"] {
      try replica.files.write(text, to: "n.tmp")
      try replica.move("n.tmp", to: "n.md")
      #expect(
        replica.volume.takeHints() == [
          .appeared(temporary), .writing(temporary), .closed(temporary), .vanished(temporary),
          .movedIn(path),
        ])
    }
    try replica.openForWriting("n.md").writeAll(Array("three\n".utf8), at: 4)
    #expect(replica.volume.takeHints() == [.writing(path), .closed(path)])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `backed up by rename and written anew`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let (path, backup) = (try beneath("n.md"), try beneath("n.md~"))
    try replica.move("n.md", to: "n.md~")
    try replica.files.write("new\n", to: "n.md")
    try replica.delete("n.md~")
    #expect(
      replica.volume.takeHints() == [
        .vanished(path), .movedIn(backup), .appeared(path), .writing(path), .closed(path),
        .vanished(backup),
      ])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `made without a name and linked`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let file = try replica.files.directory.open(beneath: [], [.writeOnly, .unnamed])
    try file.writeAll(Array("new\n".utf8))
    _ = replica.volume.takeHints()
    try file.link(into: replica.files.directory, as: Array("linked.md".utf8))
    try file.close()
    // Its close is not told: the kernel knows the file by the name it had when it was opened.
    #expect(replica.volume.takeHints() == [.appeared(try beneath("linked.md"))])
    #expect(try replica.contents("linked.md") == "new\n")
  }

  @Test(arguments: Replica.Disks.allCases)
  func `changed through a mapping`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let program = try replica.openForWriting("n.md")
    let memory = try #require(
      mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, program.raw, 0))
    try program.close()
    _ = replica.volume.takeHints()
    memory.storeBytes(of: UInt8(ascii: "N"), as: UInt8.self)
    #expect(msync(memory, 4, MS_SYNC) == 0)
    // The mapping holds it open: no version yet.
    let reading = try replica.volume.contents(beneath("n.md"), limit: 100)
    guard case .beingWritten = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(munmap(memory, 4) == 0)
    #expect(replica.volume.takeHints().contains(.closed(try beneath("n.md"))))
    #expect(try replica.contents("n.md") == "Nld\n")
  }

  @Test(arguments: Replica.Disks.allCases)
  func `truncated by path`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    #expect(truncate(String(decoding: replica.files.path(of: "n.md"), as: UTF8.self), 4) == 0)
    #expect(replica.volume.takeHints() == [.writing(try beneath("n.md"))])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `touched and deleted`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let path = try beneath("n.md")
    try replica.files.directory.openDocument(Array("n.md".utf8)).setModified(1_000_000_000)
    // The kernel tells a change of the mtime alone as one of the content, and no close follows.
    #expect(replica.volume.takeHints() == [.writing(path)])
    try replica.files.directory.openDocument(Array("n.md".utf8)).setMode(0o640)
    #expect(replica.volume.takeHints() == [.attributes(path)])
    try replica.delete("n.md")
    #expect(replica.volume.takeHints().last == .vanished(path))
  }

  @Test(arguments: Replica.Disks.allCases)
  func `our own installation and removal are told as anyone's`(disks: Replica.Disks) throws {
    let replica = try replica(disks)
    let path = try beneath("n.md")
    guard case .installed(_, true) = try replica.install("new\n", at: "n.md", over: "old\n") else {
      Issue.record("not installed")
      return
    }
    #expect(Set(replica.volume.takeHints()) == [.vanished(path), .movedIn(path)])
    #expect(try replica.remove("n.md", expecting: "new\n", id: 2) == .removed)
    #expect(replica.volume.takeHints() == [.vanished(path)])
  }
}
