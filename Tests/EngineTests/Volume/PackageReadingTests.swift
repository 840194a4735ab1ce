import Glibc
import LinuxSystem
import Reconciliation
import StateStore
import TestSupport
import Testing

@testable import Engine

/// Packages on real files, listed and read.
@Suite struct PackageReadingTests {
  @Test(arguments: Replica.Disks.allCases)
  func `a package is one entry, and what is in it is none`(disks: Replica.Disks) throws {
    let replica = try Replica.withPackage(disks)
    let entries = try replica.volume.list(.root)
    #expect(entries.map(\.kind) == [.package])
    #expect(entries.map(\.links) == [1])
    #expect(try replica.volume.stamp(beneath("p.rtfd"))?.kind == .package)
    #expect(try replica.volume.stamp(beneath("p.rtfd/info.json")) == nil)
    #expect(try replica.volume.contents(beneath("p.rtfd/info.json"), limit: 9) == .gone)
    #expect(throws: VolumeError.self) { try replica.volume.list(beneath("p.rtfd/pages")) }
  }

  @Test func `it is read as its archive, whose size its stamp knows without reading`() throws {
    let replica = try Replica.withPackage()
    #expect(try replica.packageTexts() == oldPackage)
    #expect(try replica.packageStamp().size == Int64(archive(oldPackage).count))
    guard
      case .content(_, let fingerprint) = try replica.volume.contents(
        beneath("p.rtfd"), limit: 1 << 20)
    else {
      Issue.record("not read")
      return
    }
    #expect(fingerprint == (try replica.packageStamp()))
  }

  @Test(arguments: [
    "echo two > p.rtfd/pages/a.txt", "touch -d 2020-01-01 p.rtfd/pages/a.txt",
    "chmod 600 p.rtfd/pages/a.txt", "mv p.rtfd/pages/a.txt p.rtfd/pages/b.txt",
    "mv p.rtfd/pages/a.txt p.rtfd/a.txt", "rm p.rtfd/pages/a.txt", "touch p.rtfd/new",
    "mkdir p.rtfd/new", "ln -s x p.rtfd/new", "chmod 711 p.rtfd/pages", "chmod 711 p.rtfd",
    "cp p.rtfd/pages/a.txt x; mv x p.rtfd/pages/a.txt",
    "printf two > p.rtfd/pages/a.txt; touch -d @0 p.rtfd/pages/a.txt",
    "mv p.rtfd q; cp -a q p.rtfd; rm -r q",
  ])
  func `any change of a member moves its stamp`(change: String) throws {
    let replica = try Replica.withPackage()
    let before = try replica.packageStamp()
    let pid = try spawn(
      ["/bin/sh", "-c", #"cd "$0" && "# + change].map { Array($0.utf8) } + [replica.files.path],
      environment: [Array("PATH=/usr/bin:/bin".utf8)])
    while try exitStatus(of: pid) == nil { usleep(2_000) }
    #expect(try replica.packageStamp() != before)
  }

  @Test func `a rename of the whole leaves all but its name`() throws {
    let replica = try Replica.withPackage()
    let before = try replica.packageStamp()
    try replica.makeDirectory("d")
    try replica.move("p.rtfd", to: "d/q.rtfd")
    let after = try #require(try replica.volume.stamp(beneath("d/q.rtfd"))).fingerprint
    #expect(after == before)
  }

  @Test func `a member that is open for writing holds the whole, but a swap file doesn't`() throws {
    let replica = try Replica.withPackage()
    try replica.files.write("swap", to: "p.rtfd/.info.json.swp")
    let swap = try replica.openForWriting("p.rtfd/.info.json.swp")
    #expect(try replica.packageTexts() == oldPackage)
    let writer = try replica.openForWriting("p.rtfd/pages/a.txt")
    guard case .beingWritten = try replica.volume.contents(beneath("p.rtfd"), limit: 1 << 20)
    else {
      Issue.record("read while it was being written")
      return
    }
    guard
      case .content(_, let fingerprint) = try replica.volume.contents(
        beneath("p.rtfd"), limit: 1 << 20, evenIfOpen: true)
    else {
      Issue.record("not read though that was asked for")
      return
    }
    #expect(fingerprint.changed == 0)
    try writer.close()
    try swap.close()
  }

  @Test func `a lock on its directory holds it`() throws {
    let replica = try Replica.withPackage()
    let directory = try replica.files.directory.openDirectory(Array("p.rtfd".utf8))
    #expect(try directory.lock(.exclusive))
    guard case .locked = try replica.volume.contents(beneath("p.rtfd"), limit: 1 << 20),
      case .locked = try replica.installPackage(["a": "1"], over: oldPackage)
    else {
      Issue.record("not locked")
      return
    }
    #expect(try directory.lock(.shared))
    #expect(try replica.packageTexts() == oldPackage)
  }

  @Test func `a pipe in it is the reason why it can't be read, and it is never replaced`() throws {
    let replica = try Replica.withPackage()
    let pipe = replica.files.path(of: "p.rtfd/pages/pipe").map { CChar(bitPattern: $0) } + [0]
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try replica.volume.stamp(beneath("p.rtfd"))?.kind == .package)
    let error = try #require(throws: VolumeError.self) {
      try replica.volume.contents(beneath("p.rtfd"), limit: 1 << 20)
    }
    #expect(error.message.contains("pages/pipe is a pipe, a socket or a device"))
    #expect(try replica.installPackage(["a": "1"], over: oldPackage) == .superseded)
    #expect(try replica.files.names(in: "p.rtfd/pages") == ["a.txt", "pipe"])
  }

  @Test func `a large one is told by its size and read in slices`() throws {
    let replica = try Replica.withPackage()
    let path = try beneath("p.rtfd")
    guard case .tooLarge(let fingerprint) = try replica.volume.contents(path, limit: 20) else {
      Issue.record("not too large")
      return
    }
    let whole = archive(oldPackage)
    for size in [1, 7, 16, 1_000] {
      var read: [UInt8] = []
      while read.count < whole.count {
        let slice = try replica.volume.slice(
          path, expecting: fingerprint, offset: Int64(read.count), count: size)
        read += try #require(slice)
      }
      #expect(read == whole, "in slices of \(size)")
    }
    try replica.files.write("more", to: "p.rtfd/pages/a.txt")
    #expect(
      try replica.volume.slice(path, expecting: fingerprint, offset: 0, count: 9) == nil)
  }

  @Test func `what happens within it is hinted at`() throws {
    let replica = try Replica.withPackage()
    try replica.scan()
    try replica.files.write("two", to: "p.rtfd/pages/a.txt")
    let packages = builtInPackages
    let hints = Set(replica.volume.takeHints().map { $0.ofDocument(packages) })
    #expect(hints == [.member(of: try beneath("p.rtfd"))])
  }

  @Test func `a file under a package's name that holds an archive is refused`() throws {
    let replica = try Replica()
    try replica.files.directory.open(
      beneath: Array("q.rtfd".utf8), [.writeOnly, .create], mode: 0o600
    ).writeAll(archive(oldPackage))
    #expect(throws: VolumeError.self) {
      try replica.volume.contents(beneath("q.rtfd"), limit: 1 << 20)
    }
    try replica.files.write("plain", to: "r.rtfd")
    #expect(try replica.contents("r.rtfd") == "plain")
  }
}
