import Engine
import Reconciliation
import TestSupport
import Testing

@Suite struct `Reading the simulated volume` {
  let test = VolumeUnderTest()
  let n: RelativePath
  var volume: SimulatedVolume { test.volume }

  init() throws {
    n = try test.path("n")
    try test.write("n", "old")
  }

  func read(limit: Int = 100) throws -> Reading { try volume.contents(n, limit: limit) }

  var fingerprint: Fingerprint {
    get throws { try #require(volume.look(n)).fingerprint }
  }

  @Test func `the content and the fingerprint`() throws {
    #expect(try read() == .content(Array("old".utf8), try fingerprint))
  }

  @Test func `more than the limit is not read`() throws {
    #expect(try read(limit: 3) == .content(Array("old".utf8), try fingerprint))
    #expect(try read(limit: 2) == .tooLarge(try fingerprint))
  }

  @Test func `an open writer is told`() throws {
    let handle = try #require(volume.beginWriting(n, .truncating))
    #expect(try read() == .beingWritten(try fingerprint))
    volume.close(handle)
    #expect(try read() == .content([], try fingerprint))
  }

  @Test func `what stays open can be read, with a stamp that never looks unchanged`() throws {
    let handle = try #require(volume.beginWriting(n, .mapping))
    volume.writeChunk(handle, Array("o".utf8))
    guard case .content(let bytes, let read) = try volume.contents(n, limit: 9, evenIfOpen: true)
    else {
      Issue.record("not read")
      return
    }
    #expect(bytes == Array("old".utf8))
    let before = try fingerprint
    volume.writeChunk(handle, Array("dd".utf8))
    #expect(try test.text("n") == "odd")
    #expect(try fingerprint == before)
    #expect(try fingerprint != read)
  }

  @Test func `an exclusive lock is told, a shared one is joined`() throws {
    volume.lock(n, by: "vim")
    #expect(try read() == .locked(by: "vim"))
    volume.unlockAll(by: "vim")
    volume.lock(n, by: "cat", shared: true)
    #expect(try read() == .content(Array("old".utf8), try fingerprint))
  }

  @Test func `what isn't there, and what is no file, is gone`() throws {
    #expect(try volume.contents(try test.path("x"), limit: 9) == .gone)
    volume.makeSpecial(try test.path("pipe"))
    volume.makeSymbolicLink(try test.path("link"), to: Array("n".utf8))
    volume.makeDirectory(try test.path("d"))
    for name in ["pipe", "d", "link/x", "n/x"] {
      #expect(try volume.contents(try test.path(name), limit: 9) == .gone)
    }
  }

  @Test func `a link is read as where it leads`() throws {
    let link = try test.path("link")
    volume.makeSymbolicLink(link, to: Array("n".utf8))
    let content = try #require(SymbolicLink(to: Array("n".utf8))).content
    let fingerprint = try #require(volume.look(link)).fingerprint
    #expect(fingerprint.isLink)
    #expect(try volume.contents(link, limit: 1) == .content(content, fingerprint))
    #expect(
      try volume.slice(link, expecting: fingerprint, offset: 1, count: 3)
        == Array("sym".utf8))
  }

  @Test func `a change while it is read makes it unsteady, never a mixture`() throws {
    var unsteady = 0
    for point in 1...6 {
      let test = VolumeUnderTest()
      let n = try test.path("n")
      try test.write("n", "old")
      test.atStep(point) { $0.write(n, Array("NEW".utf8)) }
      switch try test.volume.contents(n, limit: 9) {
      case .content(let bytes, _):
        #expect(bytes == Array("old".utf8) || bytes == Array("NEW".utf8))
      case .unsteady: unsteady += 1
      case let other: Issue.record("\(other) at point \(point)")
      }
    }
    #expect(unsteady == 2)
  }

  @Test func `the lock follows the name`() throws {
    // Replaced between the opening and the lock: the lock is on an inode that lost its name.
    test.atStep(2) { [n] in $0.replaceByRename(n, Array("NEW".utf8)) }
    guard case .content(let bytes, let read) = try read() else {
      Issue.record("not read")
      return
    }
    #expect(bytes == Array("NEW".utf8))
    #expect(try read == fingerprint)
  }

  @Test func `a slice is had only of the version that was asked for`() throws {
    let known = try fingerprint
    let middle = try volume.slice(n, expecting: known, offset: 1, count: 9)
    #expect(middle == Array("ld".utf8))
    try test.write("n", "odd")
    #expect(try volume.slice(n, expecting: known, offset: 1, count: 9) == nil)
  }

  @Test func `a list holds names, kinds and links`() throws {
    volume.link(n, try test.path("h"))
    volume.makeDirectory(try test.path("d"))
    try test.write("d/deeper", "")
    volume.makeSpecial(try test.path("pipe"))
    let entries = try volume.list(.root).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    #expect(
      entries.map { String(decoding: $0.name, as: UTF8.self) } == ["d", "h", "n", "pipe"])
    #expect(entries.map(\.kind) == [.directory, .file, .file, .special])
    #expect(entries.map(\.links) == [1, 2, 2, 1])
    let stamped = try volume.stamp(n)
    #expect(stamped == entries[2])
  }

  @Test func `a name that goes between the listing and its stat is not there`() throws {
    test.atStep(3) { [n] in $0.remove(n) }
    #expect(try volume.list(.root) == [])
  }

  @Test(arguments: [RootState.missing, .replaced])
  func `a root that is not the one that is meant says nothing of any document`(state: RootState)
    throws
  {
    volume.setRoot(state)
    #expect(try volume.root() == state)
    #expect(throws: VolumeError.self) { try volume.list(.root) }
    #expect(throws: VolumeError.self) { try volume.stamp(n) }
    #expect(throws: VolumeError.self) { try volume.contents(n, limit: 9) }
    #expect(throws: VolumeError.self) {
      try volume.remove(n, expecting: test.digest("old"), id: 1)
    }
    volume.setRoot(.present)
    #expect(try volume.list(.root).count == 1)
  }

  @Test func `what is written where the root was is not in it`() throws {
    volume.setRoot(.missing)
    #expect(!volume.write(n, [1]))
    volume.setRoot(.replaced)
    #expect(volume.write(n, [1]))
    volume.setRoot(.present)
    #expect(try test.text("n") == "old")
  }

  @Test func `a root that goes away in the middle of reading is read to the end`() throws {
    let before = try fingerprint
    test.atStep(4) { $0.setRoot(.missing) }
    #expect(try read() == .content(Array("old".utf8), before))
    #expect(try volume.root() == .missing)
  }

  @Test func `two changes in one tick of a coarse clock look alike`() throws {
    volume.timestampGranularity = 4_000_000
    try test.write("n", "one")
    let first = try fingerprint
    try test.write("n", "two")
    #expect(try fingerprint == first)
    guard case .content(_, let read) = try self.read() else {
      Issue.record("not read")
      return
    }
    #expect(read.changed == 0)
    test.clock.advance(by: Nanoseconds.milliseconds(4))
    #expect(try self.read() == .content(Array("two".utf8), first))
    volume.timestampGranularity = 0
    try test.write("n", "ten")
    let third = try fingerprint
    try test.write("n", "six")
    #expect(try fingerprint != third)
  }

  @Test func `an mtime that was put back leaves the ctime moved`() throws {
    let before = try fingerprint
    try test.write("n", "new")
    volume.setModified(n, before.modified)
    let after = try fingerprint
    #expect(after.modified == before.modified)
    #expect(after.size == before.size)
    #expect(after.changed > before.changed)
  }
}
