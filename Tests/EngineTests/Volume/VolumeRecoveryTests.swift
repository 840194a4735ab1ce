import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeRecoveryTests {
  @Test func `what a crash left staged is removed, what it left displaced is not`() throws {
    let replica = try Replica()
    try replica.state.write("half", to: "staging/12")
    try replica.state.write("probe", to: "staging/probe-1")
    try replica.state.write("a person's", to: "staging/notes.md")
    try replica.state.write("someone's", to: "displaced/11")
    let volume = try replica.reopened()
    #expect(try replica.state.names(in: "staging") == ["notes.md"])
    #expect(
      try volume.displaced().map { String(decoding: $0.content, as: UTF8.self) } == ["someone's"])
  }

  @Test func `a crash before the exchange leaves the staged version where it is looked at`() throws
  {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    var found: [UInt64: String] = [:]
    replica.beforeRename { replica in
      // What a process that starts at this very moment finds.
      found = Dictionary(
        uniqueKeysWithValues: try replica.reopened().displaced().map {
          ($0.id, String(decoding: $0.content, as: UTF8.self))
        })
    }
    guard case .installed = try replica.install("new\n", at: "n.md", over: "old\n", id: 9) else {
      Issue.record("not installed")
      return
    }
    #expect(found == [9: "new\n"])
  }

  @Test func `an id that is used again destroys nothing that lies displaced`() throws {
    let replica = try Replica()
    try replica.files.write("old\n", to: "n.md")
    try replica.state.write("someone's", to: "displaced/9")
    #expect(throws: VolumeError.self) {
      try replica.install("new\n", at: "n.md", over: "old\n", id: 9)
    }
    #expect(throws: VolumeError.self) { try replica.remove("n.md", expecting: "old\n", id: 9) }
    #expect(try replica.displaced() == [9: "someone's"])
    #expect(try replica.contents("n.md") == "old\n")
  }

  // MARK: Below a nested mount, where only the target's own directory can stage

  private func nested() throws -> Replica {
    let replica = try Replica()
    replica.volume.calls.canRename = { _, _ in false }
    try replica.makeDirectory("mount")
    try replica.files.write("old\n", to: "mount/n.md")
    try replica.scan()
    return replica
  }

  @Test func `files beside the target are hidden, found after a crash and discarded`() throws {
    let replica = try nested()
    guard
      case .installed(_, displaced: true) = try replica.install(
        "new\n", at: "mount/n.md", over: "old\n", id: 3)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.files.names(in: "mount") == [".collate-displaced-3", "n.md"])
    #expect(try replica.scan().filter { $0.starts(with: "mount/") } == ["mount/n.md"])
    #expect(try replica.volume.stamp(beneath("mount/.collate-displaced-3")) == nil)
    try replica.openForWriting("mount/.collate-displaced-3").close()
    #expect(replica.volume.takeHints() == [.displaced])
    let volume = try replica.reopened()
    #expect(try volume.displaced().map(\.id) == [3])
    #expect(try volume.list(beneath("mount")).map(\.name) == [Array("n.md".utf8)])
    #expect(try volume.discardDisplaced(3, expecting: replica.digest("old\n")))
    #expect(try replica.files.names(in: "mount") == ["n.md"])
    #expect(try volume.displaced() == [])
  }

  @Test func `a new name and a refusal leave nothing beside the target`() throws {
    let replica = try nested()
    guard case .installed = try replica.install("new\n", at: "mount/new.md", over: nil) else {
      Issue.record("not installed")
      return
    }
    replica.beforeRename { replica in try replica.delete("mount/n.md") }
    #expect(try replica.install("x", at: "mount/n.md", over: "old\n", id: 2) == .superseded)
    #expect(try replica.files.names(in: "mount") == ["new.md"])
    #expect(replica.volume.hidden.paths == [])
  }

  @Test func `a crash's leftover beside a target is removed, a lookalike is a document`() throws {
    let replica = try nested()
    try replica.files.write("a person's", to: "mount/.collate-staged-8")
    try replica.files.write("a person's", to: "mount/.collate-displaced-8")
    replica.beforeRename { replica in
      try replica.files.write("half", to: "mount/.collate-staged-4")
      let volume = try replica.reopened()
      #expect(
        try volume.list(beneath("mount")).map { String(decoding: $0.name, as: UTF8.self) }
          .sorted() == [".collate-displaced-8", ".collate-staged-8", "n.md"])
    }
    _ = try replica.install("x", at: "mount/n.md", over: "old\n", id: 4)
    #expect(
      try replica.files.names(in: "mount") == [
        ".collate-displaced-4", ".collate-displaced-8", ".collate-staged-8", "n.md",
      ])
  }
}
