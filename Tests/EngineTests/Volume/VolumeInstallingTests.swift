import Glibc
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeInstallingTests {
  @Test(arguments: Replica.Disks.allCases)
  func `a version takes the place of the expected one, which is displaced`(
    disks: Replica.Disks
  ) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md", mode: 0o640)
    let old = try replica.files.directory.openDocument(Array("n.md".utf8))
    try old.setAttribute(Array("user.tag".utf8), to: [1, 2])
    let outcome = try replica.install("new\n", at: "n.md", over: "old\n", id: 7, modified: 5)
    guard case .installed(let fingerprint, displaced: true) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try replica.contents("n.md") == "new\n")
    #expect(fingerprint.mode == 0o640)
    #expect(fingerprint.modified == 5)
    let stamp = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    #expect(fingerprint.isSameContent(as: stamp))
    let new = try replica.files.directory.openDocument(Array("n.md".utf8))
    #expect(try new.attribute(Array("user.tag".utf8)) == [1, 2])
    #expect(try replica.displaced() == [7: "old\n"])
    try replica.volume.sync()
    #expect(try replica.volume.list(.root).map(\.name) == [Array("n.md".utf8)])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a new name is made with the directories above it`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    let outcome = try replica.install("new\n", at: "a/b/n.md", over: nil, mode: 0o604)
    guard case .installed(let fingerprint, displaced: false) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fingerprint.mode == 0o604)
    #expect(try replica.contents("a/b/n.md") == "new\n")
    #expect(try replica.displaced() == [:])
    try replica.volume.sync()
  }

  @Test func `a new document has the mode that any program would give it`() throws {
    let replica = try Replica()
    let usual = try replica.files.directory.open(
      beneath: Array("usual.md".utf8), [.writeOnly, .create], mode: 0o666
    ).status().mode
    guard case .installed(let fingerprint, _) = try replica.install("x", at: "n.md", over: nil)
    else {
      Issue.record("not installed")
      return
    }
    #expect(fingerprint.mode == usual)
  }

  @Test(.enabled(if: currentUser() == 0, "only root may give files away"))
  func `a replaced document keeps its owner`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    let file = try replica.files.directory.openDocument(Array("n.md".utf8))
    try file.setOwner(1234, group: 4321)
    try file.setMode(0o4750)
    guard
      case .installed(let fingerprint, _) = try replica.install(
        "new\n", at: "n.md", over: "old\n")
    else {
      Issue.record("not installed")
      return
    }
    let status = try replica.files.directory.status(of: Array("n.md".utf8))
    #expect(status.owner == 1234)
    #expect(status.group == 4321)
    #expect(fingerprint.mode == 0o4750)
  }

  @Test func `what is staged is private until it is complete`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md", mode: 0o600)
    _ = try replica.install("new\n", at: "n.md", over: "old\n")
    #expect(try replica.volume.stamp(beneath("n.md"))?.fingerprint.mode == 0o600)
    for folder in ["staging", "displaced"] {
      #expect(try replica.state.directory.status(of: Array(folder.utf8)).mode == 0o700)
    }
    let apart = try Replica(.apart)
    _ = try apart.install("new\n", at: "n.md", over: nil)
    #expect(try apart.files.directory.status(of: Array(".collate".utf8)).mode == 0o700)
  }

  @Test(arguments: Replica.Disks.allCases)
  func `where something else stands, nothing is changed`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("theirs\n", to: "n.md")
    try replica.makeDirectory("folder")
    let before = try replica.volume.stamp(beneath("n.md"))
    #expect(try replica.install("new\n", at: "n.md", over: "old\n") == .superseded)
    #expect(try replica.install("new\n", at: "n.md", over: nil) == .superseded)
    #expect(try replica.install("new\n", at: "none.md", over: "old\n") == .superseded)
    #expect(try replica.install("new\n", at: "folder", over: "old\n") == .superseded)
    #expect(try replica.install("new\n", at: "folder", over: nil) == .superseded)
    #expect(try replica.install("new\n", at: "n.md/below", over: nil) == .superseded)
    #expect(try replica.volume.stamp(beneath("n.md")) == before)
    #expect(try replica.displaced() == [:])
    #expect(try stagedCount(replica) == 0)
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a write between the look and the exchange comes out whole`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    replica.beforeRename { replica in
      try replica.files.write("third\n", to: "n.md")
    }
    guard case .raced = try replica.install("new\n", at: "n.md", over: "old\n", id: 3) else {
      Issue.record("the third version was not noticed")
      return
    }
    #expect(try replica.contents("n.md") == "new\n")
    #expect(try replica.displaced() == [3: "third\n"])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a rename between the look and the exchange comes out whole`(
    disks: Replica.Disks
  ) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    try replica.files.write("third\n", to: "n.tmp")
    replica.beforeRename { replica in try replica.move("n.tmp", to: "n.md") }
    guard case .raced = try replica.install("new\n", at: "n.md", over: "old\n", id: 3) else {
      Issue.record("the third version was not noticed")
      return
    }
    #expect(try replica.displaced() == [3: "third\n"])
  }

  @Test(arguments: Replica.Disks.allCases)
  func `what vanishes or changes its kind before the exchange is superseded`(
    disks: Replica.Disks
  ) throws {
    let replica = try Replica(disks)
    try replica.files.write("old\n", to: "n.md")
    replica.beforeRename { replica in try replica.delete("n.md") }
    #expect(try replica.install("new\n", at: "n.md", over: "old\n") == .superseded)
    try replica.files.write("old\n", to: "n.md")
    replica.beforeRename { replica in
      try replica.delete("n.md")
      try replica.makeDirectory("n.md")
      try replica.files.write("x", to: "n.md/inside")
    }
    #expect(try replica.install("new\n", at: "n.md", over: "old\n") == .superseded)
    #expect(try replica.contents("n.md/inside") == "x")
    #expect(try replica.displaced() == [:])
    #expect(try stagedCount(replica) == 0)
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a name taken before the rename is not overwritten`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    replica.beforeRename { replica in
      try replica.files.write("theirs\n", to: "n.md")
    }
    #expect(try replica.install("new\n", at: "n.md", over: nil) == .superseded)
    #expect(try replica.contents("n.md") == "theirs\n")
    #expect(try stagedCount(replica) == 0)
  }

  @Test func `a late write into the displaced file is told and found`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    try replica.scan()
    var program: Int32 = -1
    let path = String(decoding: replica.files.path(of: "n.md"), as: UTF8.self)
    replica.volume.calls.beforeRename = { program = Glibc.open(path, O_WRONLY) }
    guard
      case .installed(_, displaced: true) = try replica.install(
        "new\n", at: "n.md", over: "old\n", id: 4)
    else {
      Issue.record("not installed")
      return
    }
    let late = Descriptor(owning: program)
    #expect(try replica.volume.displaced().map(\.isOpen) == [true])
    #expect(
      try replica.volume.discardDisplaced(4, expecting: replica.digest("old\n")) == false)
    _ = replica.volume.takeHints()
    try late.writeAll(Array("late\n".utf8), at: 0)
    try late.close()
    #expect(replica.volume.takeHints() == [.displaced])
    #expect(try replica.displaced() == [4: "late\n"])
    #expect(try replica.volume.displaced().map(\.isOpen) == [false])
    #expect(
      try replica.volume.discardDisplaced(4, expecting: replica.digest("old\n")) == false)
    #expect(try replica.volume.discardDisplaced(4, expecting: replica.digest("late\n")))
    #expect(try replica.displaced() == [:])
    #expect(
      try replica.volume.discardDisplaced(4, expecting: replica.digest("late\n")) == false)
  }

  @Test func `a program's lock or open writer is respected`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    let reader = try replica.files.directory.openDocument(Array("n.md".utf8))
    #expect(try reader.lock(.shared))
    guard case .locked(by: let holder?) = try replica.install("x", at: "n.md", over: "old\n")
    else {
      Issue.record("written over a lock")
      return
    }
    #expect(holder.contains("\(currentProcess())"))
    try reader.unlock()
    let writer = try replica.openForWriting("n.md")
    #expect(try replica.install("x", at: "n.md", over: "old\n") == .beingWritten)
    #expect(try replica.remove("n.md", expecting: "old\n") == .beingWritten)
    try writer.close()
    let directory = try replica.files.directory.openDirectory([])
    #expect(try directory.lock(.exclusive))
    guard case .locked = try replica.install("x", at: "new.md", over: nil) else {
      Issue.record("made a name in a locked directory")
      return
    }
    // To replace a document is not to make a name.
    guard case .installed = try replica.install("x", at: "n.md", over: "old\n") else {
      Issue.record("not installed")
      return
    }
  }

  @Test func `who waits for the old inode's lock finds the name elsewhere`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    // Between the exchange's look and the exchange, nobody else can lock either inode.
    var wasLocked = true
    replica.beforeRename { replica in
      wasLocked = try !replica.files.directory.openDocument(Array("n.md".utf8)).lock(.shared)
    }
    _ = try replica.install("new\n", at: "n.md", over: "old\n")
    #expect(wasLocked)
    // And no lock is left behind.
    #expect(try replica.files.directory.openDocument(Array("n.md".utf8)).lock(.exclusive))
  }

  @Test func `all names of a file show the new version`() throws {
    let replica = try Replica()
    try replica.files.write("a longer old text\n", to: "a.md")
    try replica.files.directory.link(
      Array("a.md".utf8), to: replica.files.directory, as: Array("b.md".utf8))
    for (old, new) in [
      ("a longer old text\n", "short\n"), ("short\n", "a text that is longer again\n"),
    ] {
      guard case .installed(_, displaced: false) = try replica.install(new, at: "a.md", over: old)
      else {
        Issue.record("not installed")
        return
      }
      #expect(try replica.contents("a.md") == new)
      #expect(try replica.contents("b.md") == new)
    }
    #expect(try replica.volume.stamp(beneath("a.md"))?.links == 2)
    #expect(try replica.displaced() == [:])
  }

  @Test func `Collate's own names are not to be written`() throws {
    let replica = try Replica()
    #expect(throws: VolumeError.self) { try replica.install("x", at: ".collate/x", over: nil) }
    #expect(throws: VolumeError.self) { try replica.install("x", at: ".collate", over: nil) }
    // In a folder below, the name is a person's.
    guard case .installed = try replica.install("x", at: "a/.collate", over: nil) else {
      Issue.record("not installed")
      return
    }
  }

  @Test func `a name that is too long is a bad name, and leaves nothing behind`() throws {
    let replica = try Replica()
    let name = String(repeating: "n", count: 300)
    do {
      _ = try replica.install("x", at: name, over: nil)
      Issue.record("installed")
    } catch {
      #expect((error as? VolumeError)?.kind == .badName)
    }
    #expect(try stagedCount(replica) == 0)
  }

  private func stagedCount(_ replica: Replica) throws -> Int {
    let inState = try replica.state.names(in: "staging").count
    guard try replica.files.names().contains(".collate") else { return inState }
    return try inState + replica.files.names(in: ".collate/staging").count
  }
}
