import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

@Suite struct VolumeFlushTests {
  @Test(arguments: Replica.Disks.allCases, FlushPolicy.allCases)
  func `many at once are there as they were said, and nothing is left over`(
    disks: Replica.Disks, policy: FlushPolicy
  ) throws {
    let replica = try Replica(disks)
    replica.volume.flush = policy
    try replica.makeDirectory("d0")
    try replica.files.write("old\n", to: "d0/n0.md")
    var installations: [Installation] = []
    for number in 0..<20 {
      let text = "text \(number)\n"
      installations.append(
        Installation(
          id: UInt64(number + 1), path: try beneath("d\(number % 10)/n\(number).md"),
          content: Array(text.utf8), digest: replica.digest(text),
          expecting: number == 0 ? replica.digest("old\n") : nil, mode: 0o640,
          modified: 5_000_000_000))
    }
    replica.volume.stageAhead(installations + [try Self.unwanted(in: replica)])
    for installation in installations {
      guard case .installed(let fingerprint, _) = try replica.volume.install(installation) else {
        Issue.record("\(installation.path) was not installed")
        continue
      }
      #expect(fingerprint.mode == 0o640)
      #expect(fingerprint.modified == 5_000_000_000)
    }
    replica.volume.stageAhead([])
    #expect(replica.volume.isContentUnsynced == (policy == .fast))
    let device = try replica.files.directory.status().device
    try replica.volume.sync()
    #expect(!replica.volume.isContentUnsynced)
    let isStillAsked = replica.volume.sharedFlush.isWorthwhile(
      for: 20, on: replica.files.directory, device)
    #expect(isStillAsked)
    #expect(replica.volume.unsynced.isEmpty)
    for number in 0..<20 {
      #expect(try replica.contents("d\(number % 10)/n\(number).md") == "text \(number)\n")
    }
    #expect(try replica.displaced() == [1: "old\n"])
    #expect(try replica.volume.stateSide.staging.list().isEmpty)
    #expect(try replica.contents("d0/unwanted.md") == nil)
  }

  /// One that is said to come, and does not.
  private static func unwanted(in replica: Replica) throws -> Installation {
    Installation(
      id: 99, path: try beneath("d0/unwanted.md"), content: Array("never\n".utf8),
      digest: replica.digest("never\n"), expecting: nil)
  }

  @Test func `what holds up a flush of everything is not asked for again at once`() throws {
    let folder = try TemporaryFolder(in: "/dev/shm")
    let device = try folder.directory.status().device
    var flush = SharedFlush()
    let few = flush.isWorthwhile(for: 7, on: folder.directory, device)
    let many = flush.isWorthwhile(for: 8, on: folder.directory, device)
    #expect(!few)
    #expect(many)
    try flush.flush(8, on: folder.directory)
    let again = flush.isWorthwhile(for: 8, on: folder.directory, device)
    #expect(again)
    // A place can't be flushed.
    let place = try openPath(folder.path, [.place, .directory])
    let failure = Result { () throws(SystemError) in try flush.flush(8, on: place) }
    let afterwards = flush.isWorthwhile(for: 8, on: folder.directory, device)
    if case .success = failure { Issue.record("a place was flushed") }
    #expect(!afterwards)
  }
}
