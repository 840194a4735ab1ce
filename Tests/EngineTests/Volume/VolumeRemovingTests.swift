import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeRemovingTests {
  @Test(arguments: Replica.Disks.allCases)
  func `the expected version goes to the displaced folder`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    #expect(try replica.remove("n.md", expecting: "old\n", id: 5) == .removed)
    #expect(try replica.volume.stamp(beneath("n.md")) == nil)
    #expect(try replica.displaced() == [5: "old\n"])
    try replica.volume.sync()
    #expect(try replica.volume.discardDisplaced(5, expecting: replica.digest("old\n")))
    #expect(try replica.displaced() == [:])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `another version stays where it is`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("theirs\n", to: "n.md")
    try replica.makeDirectory("folder")
    #expect(try replica.remove("n.md", expecting: "old\n") == .superseded)
    #expect(try replica.remove("folder", expecting: "old\n") == .superseded)
    #expect(try replica.remove("none.md", expecting: "old\n") == .gone)
    #expect(try replica.remove("none/none.md", expecting: "old\n") == .gone)
    #expect(try replica.contents("n.md") == "theirs\n")
    #expect(try replica.displaced() == [:])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a version written before the rename is put back`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    try replica.files.write("third\n", to: "n.tmp")
    replica.beforeRename { replica in try replica.move("n.tmp", to: "n.md") }
    #expect(try replica.remove("n.md", expecting: "old\n") == .superseded)
    #expect(try replica.contents("n.md") == "third\n")
    #expect(try replica.displaced() == [:])
  }

  @Test func `where the name is taken again, what came out stays displaced`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    replica.beforeRename { replica in
      try replica.files.write("third\n", to: "n.md")
    }
    let (files, rename) = (replica.files, replica.volume.calls.rename)
    var count = 0
    replica.volume.calls.rename = { directory, name, target, newName, mode throws(SystemError) in
      count += 1
      // A program saves once more, just before what came out would be put back.
      if count == 2 { _ = Result { try files.write("fourth\n", to: "n.md") } }
      try rename(directory, name, target, newName, mode)
    }
    #expect(try replica.remove("n.md", expecting: "old\n", id: 6) == .superseded)
    #expect(try replica.contents("n.md") == "fourth\n")
    #expect(try replica.displaced() == [6: "third\n"])
  }

  @Test func `a locked document is not removed`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    let other = try replica.files.directory.openDocument(Array("n.md".utf8))
    #expect(try other.lock(.shared))
    guard case .locked(by: _?) = try replica.remove("n.md", expecting: "old\n") else {
      Issue.record("removed under a lock")
      return
    }
  }
}
