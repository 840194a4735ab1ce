import LinuxSystem
import Reconciliation
import StateStore
import TestSupport
import Testing

@testable import Engine

/// Packages on real files, installed and removed.
@Suite struct PackageInstallingTests {
  @Test(arguments: Replica.Disks.allCases)
  func `a version takes the place of the expected one whole`(disks: Replica.Disks) throws {
    let replica = try Replica.withPackage(disks)
    let new = ["info.json": "{}", "pages/a.txt": "two", "pages/b.txt": "new"]
    guard
      case .installed(let fingerprint, displaced: true) = try replica.installPackage(
        new, over: oldPackage, id: 7)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.packageTexts() == new)
    #expect(fingerprint == (try replica.packageStamp()))
    #expect(try replica.displacedPackages() == [7: oldPackage])
    try replica.volume.sync()
    #expect(
      try replica.volume.discardDisplaced(7, expecting: SHA256.digest(archive(oldPackage))))
    #expect(try replica.displacedPackages() == [:])
    #expect(try replica.packageTexts() == new)
  }

  @Test func `what didn't change keeps its file, with all that belongs to it`() throws {
    let replica = try Replica.withPackage()
    let folder = try replica.files.directory.openDirectory(Array("p.rtfd".utf8))
    let info = try folder.openDocument(Array("info.json".utf8))
    try info.setAttribute(Array("user.tag".utf8), to: [7])
    let before = try folder.status(of: Array("info.json".utf8))
    let page = try folder.openDirectory(Array("pages".utf8)).openDocument(Array("a.txt".utf8))
    try page.setAttribute(Array("user.tag".utf8), to: [8])
    _ = try replica.installPackage(["info.json": "{}", "pages/a.txt": "two"], over: oldPackage)
    let now = try replica.files.directory.openDirectory(Array("p.rtfd".utf8))
    let after = try now.status(of: Array("info.json".utf8))
    #expect(after.isSameFile(as: before))
    #expect(after.modified == before.modified)
    let pages = try now.openDirectory(Array("pages".utf8))
    let changed = try pages.openDocument(Array("a.txt".utf8))
    #expect(try changed.status().mode == 0o640)
    #expect(try changed.attribute(Array("user.tag".utf8)) == [8])
  }

  @Test func `a new one is made whole, with the directories above it`() throws {
    let replica = try Replica()
    guard
      case .installed(_, displaced: false) = try replica.installPackage(
        oldPackage, over: nil, at: "d/new.rtfd", modified: 5_000_000_000)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.packageTexts("d/new.rtfd") == oldPackage)
    let entry = try #require(try replica.volume.stamp(beneath("d/new.rtfd")))
    #expect(entry.fingerprint.modified == 5_000_000_000)
    #expect(try replica.installPackage(oldPackage, over: nil, at: "d/new.rtfd") == .superseded)
  }

  @Test func `what a program wrote at the last moment comes out, and is a version`() throws {
    let replica = try Replica.withPackage()
    replica.beforeRename { try $0.files.write("raced", to: "p.rtfd/pages/b.txt") }
    guard
      case .raced = try replica.installPackage(
        ["info.json": "{}", "pages/a.txt": "two"], over: oldPackage, id: 3)
    else {
      Issue.record("the race was not seen")
      return
    }
    #expect(try replica.packageTexts() == ["info.json": "{}", "pages/a.txt": "two"])
    #expect(
      try replica.displacedPackages() == [
        3: ["info.json": "{}", "pages/a.txt": "one", "pages/b.txt": "raced"]
      ])
  }

  @Test func `a program that has an unchanged member open writes into the new package`() throws {
    let replica = try Replica.withPackage()
    var writer: Int32 = -1
    replica.beforeRename { replica in
      writer = try replica.openForWriting("p.rtfd/info.json").release()
    }
    _ = try replica.installPackage(["info.json": "{}", "pages/a.txt": "two"], over: oldPackage)
    let file = Descriptor(owning: writer)
    try file.writeAll(Array("[1]".utf8))
    try file.close()
    #expect(try replica.packageTexts() == ["info.json": "[1]", "pages/a.txt": "two"])
  }

  @Test func `swap files and locks go with it, and those that went meanwhile don't come back`()
    throws
  {
    let replica = try Replica.withPackage()
    for name in ["kept.swp", "gone.swp"] { try replica.files.write("x", to: "p.rtfd/." + name) }
    replica.beforeRename { replica in
      if try replica.files.names(in: "p.rtfd").contains(".gone.swp") {
        try replica.delete("p.rtfd/.gone.swp")
        try replica.files.write("late", to: "p.rtfd/.late.swp")
        try replica.makeDirectory("p.rtfd/.git")
      }
    }
    guard case .installed = try replica.installPackage(["info.json": "[]"], over: oldPackage) else {
      Issue.record("not installed")
      return
    }
    #expect(
      try replica.files.names(in: "p.rtfd") == [".git", ".kept.swp", ".late.swp", "info.json"])
    #expect(try replica.files.read("p.rtfd/.late.swp") == "late")
  }

  @Test func `a file and a package take each other's place`() throws {
    let replica = try Replica.withPackage()
    let path = try beneath("p.rtfd")
    let outcome = try replica.volume.install(
      Installation(
        id: 1, path: path, content: Array("file".utf8), digest: replica.digest("file"),
        expecting: SHA256.digest(archive(oldPackage))))
    guard case .installed = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try replica.contents("p.rtfd") == "file")
    #expect(try replica.displacedPackages() == [1: oldPackage])
    let back = try replica.volume.install(
      Installation(
        id: 2, path: path, content: archive(oldPackage), digest: SHA256.digest(archive(oldPackage)),
        expecting: replica.digest("file")))
    guard case .installed = back else {
      Issue.record("\(back)")
      return
    }
    #expect(try replica.packageTexts() == oldPackage)
    #expect(try replica.displacedPackages()[2] == ["": "file"])
  }

  @Test func `another version than expected is left as it is`() throws {
    let replica = try Replica.withPackage()
    #expect(try replica.installPackage(["a": "1"], over: ["b": "2"]) == .superseded)
    let writer = try replica.openForWriting("p.rtfd/info.json")
    #expect(try replica.installPackage(["a": "1"], over: oldPackage) == .beingWritten)
    try writer.close()
    #expect(try replica.packageTexts() == oldPackage)
    #expect(try replica.displacedPackages() == [:])
  }

  @Test func `nothing is written within a package, and a damaged archive is no file`() throws {
    let replica = try Replica.withPackage()
    #expect(throws: VolumeError.self) {
      try replica.install("x", at: "p.rtfd/new.txt", over: nil)
    }
    #expect(throws: VolumeError.self) {
      try replica.volume.install(
        Installation(
          id: 1, path: beneath("q.rtfd"), content: archive(oldPackage).dropLast(),
          digest: SHA256.digest(archive(oldPackage).dropLast()), expecting: nil))
    }
    #expect(try replica.files.names() == ["p.rtfd"])
  }

  // MARK: Removing

  @Test(arguments: Replica.Disks.allCases)
  func `it is taken away whole, and discarded once nobody writes to it`(disks: Replica.Disks)
    throws
  {
    let replica = try Replica.withPackage(disks)
    let digest = SHA256.digest(archive(oldPackage))
    #expect(try replica.volume.remove(beneath("p.rtfd"), expecting: digest, id: 4) == .removed)
    #expect(try replica.files.names().filter { $0 != ".collate" } == [])
    #expect(try replica.displacedPackages() == [4: oldPackage])
    #expect(try replica.volume.discardDisplaced(4, expecting: replica.digest("x")) == false)
    #expect(try replica.volume.discardDisplaced(4, expecting: digest))
    #expect(try replica.displacedPackages() == [:])
  }

  @Test func `a member that is written to late keeps the displaced package`() throws {
    let replica = try Replica.withPackage()
    let digest = SHA256.digest(archive(oldPackage))
    var writer: Int32 = -1
    replica.beforeRename { replica in
      if writer < 0 { writer = try replica.openForWriting("p.rtfd/pages/a.txt").release() }
    }
    #expect(try replica.volume.remove(beneath("p.rtfd"), expecting: digest, id: 4) == .removed)
    #expect(try replica.volume.displaced().map(\.isOpen) == [true])
    #expect(try replica.volume.discardDisplaced(4, expecting: digest) == false)
    let file = Descriptor(owning: writer)
    try file.writeAll(Array("late".utf8), at: 0)
    try file.close()
    #expect(try replica.displacedPackages() == [4: ["info.json": "{}", "pages/a.txt": "late"]])
    #expect(try replica.volume.displaced().map(\.isOpen) == [false])
  }

  @Test func `what a crash left half staged goes at the next start`() throws {
    let replica = try Replica.withPackage()
    let staging = try openPath(replica.state.path(of: "staging"), .directory)
    try staging.makeDirectory(Array("9".utf8), mode: 0o700)
    try staging.openDirectory(Array("9".utf8)).makeDirectory(Array("pages".utf8), mode: 0o500)
    _ = try replica.reopened()
    #expect(try staging.list().isEmpty)
    #expect(try replica.packageTexts() == oldPackage)
  }

  // MARK: Without exchange

  @Test func `where names can't be exchanged, it takes the place in two steps`() throws {
    let replica = try Replica.withPackage()
    replica.volume.calls.rename = { directory, name, target, newName, mode throws(SystemError) in
      guard mode == .replace else { throw SystemError(call: "renameat2", errno: .invalid) }
      try directory.rename(name, to: target, as: newName, .replace)
    }
    guard
      case .installed(_, displaced: true) = try replica.installPackage(
        ["info.json": "[]"], over: oldPackage, id: 5)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.packageTexts() == ["info.json": "[]"])
    #expect(try replica.displacedPackages() == [5: oldPackage])
    let digest = SHA256.digest(archive(["info.json": "[]"]))
    #expect(try replica.volume.remove(beneath("p.rtfd"), expecting: digest, id: 6) == .removed)
    guard case .installed = try replica.installPackage(oldPackage, over: nil, id: 8) else {
      Issue.record("not made")
      return
    }
    #expect(try replica.packageTexts() == oldPackage)
  }
}
