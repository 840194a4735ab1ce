import LinuxSystem
import Reconciliation
import StateStore
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// A real program and a real volume on one name at once: whatever goes in comes out again.
@Suite struct VolumeConservationTests {
  @Test(arguments: Replica.Disks.allCases)
  func `no version is lost between two who exchange`(disks: Replica.Disks) throws {
    let replica = try Replica(disks)
    try replica.files.write("first", to: "n.md")
    let files = replica.files
    let saved = Mutex<Result<[String], any Error>>(.success([]))
    let program = try DedicatedThread(name: "program") {
      let result = Result { try saveByExchange(150, in: files) }
      saved.withLock { $0 = result }
    }
    var ours: Set<String> = []
    var outcomes: [String: Int] = [:]
    for id in 1...150 as ClosedRange<UInt64> {
      guard let old = try replica.contents("n.md") else { continue }
      let new = "ours \(id)"
      switch try replica.install(new, at: "n.md", over: old, id: id) {
      case .installed: outcomes["installed", default: 0] += 1
      case .raced: outcomes["raced", default: 0] += 1
      default: continue
      }
      ours.insert(new)
    }
    try program.join()
    let out = try saved.withLock { $0 }.get()
    let displaced = try replica.displaced().values
    let standing = try #require(try replica.contents("n.md"))
    let found = out + displaced + [standing]
    let written = ours.union((1...150).map { "theirs \($0)" }).union(["first"])
    #expect(Set(found) == written, "\(outcomes)")
    #expect(found.count == written.count)
    #expect(!ours.isEmpty)
  }
}

/// Saves versions under the name, each by exchange, and gives what came out.
private func saveByExchange(_ count: Int, in files: TemporaryFolder) throws -> [String] {
  let (temporary, name) = (Array("n.tmp".utf8), Array("n.md".utf8))
  return try (1...count).map { index in
    try files.write("theirs \(index)", to: "n.tmp")
    try files.directory.rename(temporary, to: files.directory, as: name, .exchange)
    return try files.read("n.tmp") ?? "unreadable"
  }
}
