import Glibc
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeScanningTests {
  @Test func `a root that is a symbolic link is the folder it leads to`() throws {
    let folder = try TemporaryFolder()
    let state = try TemporaryFolder()
    try makeDirectories(folder.path(of: "real"), mode: 0o700)
    for index in 0..<20 { try folder.write("x", to: "real/\(index).md") }
    try folder.directory.makeSymbolicLink(Array("link".utf8), to: Array("real".utf8))
    let volume = try DirectoryVolume(
      root: folder.path(of: "link"), stateFolder: state.path, wake: {})
    #expect(try volume.list(.root).count == 20)
    #expect(try volume.root() == .present)
    // Led elsewhere, it is another root.
    try makeDirectories(folder.path(of: "other"), mode: 0o700)
    try folder.directory.makeSymbolicLink(Array("new".utf8), to: Array("other".utf8))
    _ = volume.takeHints()
    try folder.directory.rename(
      Array("new".utf8), to: folder.directory, as: Array("link".utf8), .replace)
    #expect(volume.takeHints() == [.everything(reason: .rootChanged)])
    #expect(try volume.root() == .replaced)
    #expect(throws: VolumeError.self) { try volume.stamp(beneath("1.md")) }
    try volume.reopen()
    #expect(try volume.root() == .present)
    #expect(try volume.list(.root) == [])
  }

  @Test func `names are bytes`() throws {
    let replica = try Replica()
    let names =
      [
        "new\nline.md", " blank ", "%25", "#", "-rf.md", "tab\t", "quote\"", "back\\slash", "*?[a]",
        "e\u{301}", "\u{e9}",
      ].map { Array($0.utf8) } + [[0x63, 0x61, 0x66, 0xE9]]
    for name in names {
      try replica.files.directory.open(beneath: name, [.writeOnly, .create]).writeAll([0x78])
    }
    #expect(Set(try replica.volume.list(.root).map(\.name)) == Set(names))
    for name in names {
      let path = try #require(RelativePath(name))
      #expect(try replica.volume.stamp(path)?.kind == .file)
      guard case .content([0x78], _) = try replica.volume.contents(path, limit: 10) else {
        Issue.record("\(path)")
        continue
      }
    }
  }

  // An open FIFO would wait for ever; all tests together make a single one wait for minutes.
  @Test(.timeLimit(.minutes(20)))
  func `a FIFO is listed and never opened`() throws {
    let replica = try Replica()
    let path = String(decoding: replica.files.path(of: "pipe.md"), as: UTF8.self)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try replica.volume.list(.root).map(\.kind) == [.special])
    #expect(try replica.volume.contents(beneath("pipe.md"), limit: 10) == .gone)
    #expect(try replica.install("x", at: "pipe.md", over: "y") == .superseded)
    #expect(try replica.remove("pipe.md", expecting: "y") == .superseded)
    // One who opens a FIFO for reading lets a writer in; nobody did.
    #expect(Glibc.open(path, O_WRONLY | O_NONBLOCK) == -1)
    #expect(errno == ENXIO)
  }

  @Test func `symbolic links are listed as such and not followed`() throws {
    let replica = try Replica()
    try replica.makeDirectory("real")
    try replica.files.write("inside", to: "real/t.md")
    for (name, target) in [
      ("up", ".."), ("a", "b"), ("b", "a"), ("out", "/etc/hostname"), ("dangling", "nowhere"),
      ("l.md", "real/t.md"), ("folder", "real"),
    ] {
      try replica.files.directory.makeSymbolicLink(Array(name.utf8), to: Array(target.utf8))
    }
    let links = try replica.volume.list(.root).filter { $0.kind == .symbolicLink }
    #expect(links.count == 7)
    #expect(try replica.scan().count == 9)
    for (name, target) in [("out", "/etc/hostname"), ("l.md", "real/t.md"), ("a", "b")] {
      let link = try #require(SymbolicLink(to: Array(target.utf8)))
      #expect(try replica.contents(name) == String(decoding: link.content, as: UTF8.self))
    }
    for name in ["folder/t.md", "up/x"] {
      #expect(try replica.volume.contents(beneath(name), limit: 100) == .gone)
    }
    #expect(try replica.volume.stamp(beneath("folder/t.md")) == nil)
    #expect(try replica.install("x", at: "l.md", over: "inside") == .superseded)
    #expect(try replica.install("x", at: "folder/new.md", over: nil) == .superseded)
    #expect(try replica.install("x", at: "dangling", over: nil) == .superseded)
    #expect(try replica.remove("l.md", expecting: "inside") == .superseded)
    #expect(try replica.files.directory.readSymbolicLink(Array("l.md".utf8)).count == 9)
    #expect(throws: VolumeError.self) { try replica.volume.list(beneath("folder")) }
  }

  @Test func `a missing directory is missing, a missing root is not`() throws {
    let folder = try TemporaryFolder()
    let state = try TemporaryFolder()
    try makeDirectories(folder.path(of: "docs"), mode: 0o700)
    let volume = try DirectoryVolume(
      root: folder.path(of: "docs"), stateFolder: state.path, wake: {})
    do {
      _ = try volume.list(beneath("none"))
      Issue.record("listed")
    } catch {
      #expect((error as? VolumeError)?.kind == .missing)
    }
    #expect(try volume.stamp(beneath("none")) == nil)
    try folder.directory.removeDirectory(Array("docs".utf8))
    for attempt in [
      { _ = try volume.list(beneath("none")) }, { _ = try volume.stamp(beneath("none")) },
      { _ = try volume.contents(beneath("none"), limit: 1) },
    ] {
      do {
        try attempt()
        Issue.record("the root's absence was taken for that of a document")
      } catch {
        #expect((error as? VolumeError)?.kind == .broken)
      }
    }
  }

  @Test func `the state folder beneath the root is no document`() throws {
    let folder = try TemporaryFolder()
    try makeDirectories(folder.path(of: "state/library"), mode: 0o700)
    let volume = try DirectoryVolume(
      root: folder.path, stateFolder: folder.path(of: "state/library"), wake: {})
    #expect(try volume.list(beneath("state")) == [])
    #expect(try volume.stamp(beneath("state/library")) == nil)
  }

  @Test func `stamps are what lstat says`() throws {
    let replica = try Replica()
    try replica.files.write("12345", to: "n.md", mode: 0o640)
    let entry = try #require(try replica.volume.stamp(beneath("n.md")))
    let status = try replica.files.directory.status(of: Array("n.md".utf8))
    #expect(entry.fingerprint.size == 5)
    #expect(entry.fingerprint.mode == 0o640)
    #expect(entry.fingerprint.inode == status.inode)
    #expect(entry.fingerprint.changed == status.changed)
    #expect(entry.links == 1)
    #expect(try replica.volume.list(.root) == [entry])
  }

  @Test func `a name put back under the same stamp but another ctime is told`() throws {
    let replica = try Replica()
    try replica.files.write("old", to: "n.md")
    let before = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    let program = try replica.openForWriting("n.md")
    try program.writeAll(Array("new".utf8), at: 0)
    try program.setModified(before.modified)
    try program.close()
    let after = try #require(try replica.volume.stamp(beneath("n.md"))).fingerprint
    #expect(after.modified == before.modified)
    #expect(after.size == before.size)
    #expect(after != before)
  }
}
