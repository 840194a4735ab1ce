import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

/// On file systems that lack what Linux's own ones have.
@Suite struct VolumeWithoutExchangeTests {
  enum Lack: CaseIterable {
    /// No exchange.
    case exchange
    /// No flags to a rename, as on NFS.
    case flags
    /// No second names either, as on FAT.
    case links
  }

  private func replica(_ lack: Lack) throws -> Replica {
    let replica = try Replica()
    let rename = replica.volume.calls.rename
    replica.volume.calls.rename = { directory, name, target, newName, mode throws(SystemError) in
      let isLacking = lack == .exchange ? mode == .exchange : mode != .replace
      if isLacking { throw SystemError(call: "renameat2", errno: .invalid) }
      try rename(directory, name, target, newName, mode)
    }
    if lack == .links {
      replica.volume.calls.link = { _, _, _, _ throws(SystemError) in
        throw SystemError(call: "linkat", errno: .notPermitted)
      }
    }
    try replica.files.write("old\n", to: "n.md")
    return replica
  }

  @Test(arguments: Lack.allCases)
  func `a version takes the place of the expected one, which is displaced`(lack: Lack) throws {
    let replica = try replica(lack)
    guard
      case .installed(_, displaced: true) = try replica.install(
        "new\n", at: "n.md", over: "old\n", id: 7)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.contents("n.md") == "new\n")
    #expect(try replica.displaced() == [7: "old\n"])
    #expect(try replica.state.names(in: "staging") == [])
    #expect(try replica.volume.traits().exchanges == false)
    #expect(try replica.volume.stamp(beneath("n.md"))?.links == 1)
  }

  @Test(arguments: Lack.allCases)
  func `a write between the look and the rename comes out whole`(lack: Lack) throws {
    let replica = try replica(lack)
    replica.beforeRename { replica in
      try replica.files.write("third\n", to: "n.md")
    }
    guard case .raced = try replica.install("new\n", at: "n.md", over: "old\n", id: 7) else {
      Issue.record("the third version was not noticed")
      return
    }
    #expect(try replica.displaced() == [7: "third\n"])
  }

  @Test(arguments: Lack.allCases)
  func `another program's rename before ours is not overwritten unseen`(lack: Lack) throws {
    let replica = try replica(lack)
    try replica.files.write("third\n", to: "n.tmp")
    replica.beforeRename { replica in try replica.move("n.tmp", to: "n.md") }
    let outcome = try replica.install("new\n", at: "n.md", over: "old\n", id: 7)
    let displaced = try replica.displaced()
    let standing = try replica.contents("n.md")
    if case .raced = outcome {
      #expect(displaced == [7: "third\n"])
    } else {
      #expect(outcome == .superseded)
      #expect(standing == "third\n")
    }
  }

  @Test(arguments: Lack.allCases)
  func `new names and removals`(lack: Lack) throws {
    let replica = try replica(lack)
    guard case .installed(_, displaced: false) = try replica.install("x", at: "new.md", over: nil)
    else {
      Issue.record("not installed")
      return
    }
    #expect(try replica.install("y", at: "new.md", over: nil, id: 2) == .superseded)
    #expect(try replica.contents("new.md") == "x")
    #expect(try replica.remove("n.md", expecting: "old\n", id: 3) == .removed)
    #expect(try replica.displaced() == [3: "old\n"])
    #expect(try replica.files.names() == ["new.md"])
    #expect(try replica.state.names(in: "staging") == [])
  }
}
