import Engine
import LinuxSystem
import Reconciliation
import TestSupport
import Testing

/// Symbolic links on a real disk: read and put in place as what they are, and never followed.
@Suite struct VolumeLinkTests {
  private func link(_ target: String) throws -> String {
    String(decoding: try #require(SymbolicLink(to: Array(target.utf8))).content, as: UTF8.self)
  }

  private func target(_ replica: Replica, _ name: String) throws -> String {
    let target = try replica.files.directory.readSymbolicLink(Array(name.utf8))
    return String(decoding: target, as: UTF8.self)
  }

  private func make(_ replica: Replica, _ name: String, to target: String) throws {
    try replica.files.directory.makeSymbolicLink(Array(name.utf8), to: Array(target.utf8))
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a new link leads where is said, and nothing is made there`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    for (id, target) in ["/etc/hostname", "nowhere", "..", "l3"].enumerated() {
      let outcome = try replica.install(
        try link(target), at: "l\(id)", over: nil, id: UInt64(id + 1), modified: 1_000_000_007)
      let stamp = try #require(try replica.volume.stamp(beneath("l\(id)")))
      #expect(outcome == .installed(stamp.fingerprint, displaced: false))
      #expect(stamp.kind == .symbolicLink)
      #expect(stamp.fingerprint.isLink)
      #expect(stamp.fingerprint.modified == 1_000_000_007)
      #expect(try self.target(replica, "l\(id)") == target)
      #expect(try replica.contents("l\(id)") == (try link(target)))
    }
    #expect(try replica.scan() == ["l0", "l1", "l2", "l3"])
    #expect(try replica.install(try link("x"), at: "l1", over: nil, id: 9) == .superseded)
    #expect(try target(replica, "l1") == "nowhere")
  }

  @Test(arguments: Replica.Disks.allCases)
  func `a link, a file and another link take each other's place, and what stood there comes out`(
    disks: Replica.Disks
  ) throws {
    let replica = try Replica(disks)
    try replica.files.write("inside", to: "real.md")
    try make(replica, "l.md", to: "real.md")
    let steps = [try link("real.md"), try link("nowhere"), "a file", try link("real.md")]
    for (id, (old, new)) in zip(steps, steps.dropFirst()).enumerated() {
      guard
        case .installed(let fingerprint, true) = try replica.install(
          new, at: "l.md", over: old, id: UInt64(id + 1))
      else {
        Issue.record("\(id) was not installed")
        return
      }
      #expect(fingerprint == (try replica.volume.stamp(beneath("l.md"))?.fingerprint))
      #expect(try replica.contents("l.md") == new)
      #expect(try replica.displaced() == [UInt64(id + 1): old])
      #expect(
        try !replica.volume.discardDisplaced(
          UInt64(id + 1), expecting: replica.digest("another")))
      #expect(
        try replica.volume.discardDisplaced(UInt64(id + 1), expecting: replica.digest(old)))
    }
    #expect(try replica.files.read("real.md") == "inside")
  }

  @Test func `what a link leads to gives a file in its place no mode`() throws {
    let replica = try Replica()
    try make(replica, "l.md", to: "nowhere")
    _ = try replica.install("a file", at: "l.md", over: try link("nowhere"))
    let mode = try replica.files.directory.status(of: Array("l.md".utf8)).mode
    #expect(mode & 0o111 == 0)
  }

  @Test func `one that leads elsewhere by now stays`() throws {
    let replica = try Replica()
    try make(replica, "l.md", to: "theirs")
    #expect(
      try replica.install(try link("ours"), at: "l.md", over: try link("base")) == .superseded)
    #expect(try replica.install("a file", at: "l.md", over: "theirs") == .superseded)
    #expect(try replica.remove("l.md", expecting: try link("base")) == .superseded)
    #expect(try target(replica, "l.md") == "theirs")
    #expect(try replica.remove("l.md", expecting: try link("theirs"), id: 2) == .removed)
    #expect(try replica.displaced() == [2: try link("theirs")])
    #expect(try replica.remove("l.md", expecting: try link("theirs"), id: 3) == .gone)
  }

  @Test func `one that a program puts there at the last moment comes out, and is told`() throws {
    let replica = try Replica()
    try make(replica, "l.md", to: "base")
    replica.beforeRename { replica in
      try replica.files.directory.removeFile(Array("l.md".utf8))
      try self.make(replica, "l.md", to: "theirs")
    }
    guard case .raced = try replica.install(try link("ours"), at: "l.md", over: try link("base"))
    else {
      Issue.record("it was not noticed")
      return
    }
    #expect(try target(replica, "l.md") == "ours")
    #expect(try replica.displaced() == [1: try link("theirs")])
  }

  @Test func `it is renamed as it is`() throws {
    let replica = try Replica()
    try make(replica, "l.md", to: "nowhere")
    let outcome = try replica.volume.rename(
      beneath("l.md"), to: beneath("m.md"), kind: .symbolicLink)
    guard case .renamed(_, let after) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(after == (try replica.volume.stamp(beneath("m.md"))?.fingerprint))
    #expect(try target(replica, "m.md") == "nowhere")
    #expect(
      try replica.volume.rename(beneath("m.md"), to: beneath("n.md"), kind: .file) == .gone)
  }

  @Test func `a file that holds just what stands for a link is refused, with the reason`() throws {
    let replica = try Replica()
    try replica.files.write(try link("x"), to: "odd.md")
    let error = #expect(throws: VolumeError.self) {
      try replica.volume.contents(beneath("odd.md"), limit: 1_000)
    }
    #expect(
      error?.message
        == "The file odd.md holds just what stands for a symbolic link in Collate's history. "
        + "Change it, or move it away.")
  }
}
