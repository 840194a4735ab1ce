import LinuxSystem
import Reconciliation
import TestSupport
import Testing

@testable import Engine

/// A program that moves directories about as fast as it can, and the engine's way of following.
@Suite struct WatcherStormTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `after any storm of moves each directory is watched under its own path`(
    seed: UInt64
  ) throws {
    let replica = try Replica(seed.isMultiple(of: 2) ? .ext4 : .memory)
    let elsewhere = try TemporaryFolder(in: seed.isMultiple(of: 2) ? "/tmp" : "/dev/shm")
    try replica.scan()
    let files = replica.files
    let storm = try DedicatedThread(name: "storm") {
      var chance = SeededChance(seed: seed)
      for _ in 0..<3_000 { disturb(files, elsewhere, &chance) }
    }
    for _ in 0..<300 { try follow(replica) }
    try storm.join()
    while try follow(replica) {}
    var directories = [RelativePath.root]
    while let directory = directories.popLast() {
      let probe = try #require(directory.appending("probe".utf8))
      try replica.files.directory.open(beneath: probe.bytes, [.writeOnly, .create]).close()
      #expect(
        replica.volume.takeHints() == [.appeared(probe), .closed(probe)], "seed \(seed)")
      let opened = try replica.files.directory.openDirectory(directory.bytes)
      for entry in try opened.list() where entry.kind == .directory {
        directories.append(try #require(directory.appending(entry.name)))
      }
    }
    // None is left of those that went, were moved out or exchanged.
    let watched = replica.volume.watchedCount()
    let standing = try replica.scan().filter { !$0.hasSuffix("probe") }
    #expect(watched == 1 + standing.count, "seed \(seed)")
  }

  /// Lists what the hints name, and what is beneath; false where there were none.
  @discardableResult
  private func follow(_ replica: Replica) throws -> Bool {
    let hints = replica.volume.takeHints()
    for hint in hints {
      switch hint {
      case .appeared(let path), .movedIn(let path):
        // Gone again, or never still: a hint follows for that too.
        _ = Result { try list(path, replica) }
      case .everything: try list(.root, replica)
      default: break
      }
    }
    return !hints.isEmpty
  }

  private func list(_ path: RelativePath, _ replica: Replica) throws {
    for entry in try replica.volume.list(path) where entry.kind == .directory {
      let inner = try #require(path.appending(entry.name))
      _ = Result { try list(inner, replica) }
    }
  }
}

/// Makes, moves, exchanges or removes a directory at random; most attempts find nothing to do.
private func disturb(
  _ files: TemporaryFolder, _ elsewhere: TemporaryFolder, _ chance: inout SeededChance
) {
  func somewhere() -> [UInt8] {
    let names = (0...chance.below(3)).map { _ in ["a", "b", "c"][chance.below(3)] }
    return Array(names.joined(separator: "/").utf8)
  }
  let (first, second) = (somewhere(), somewhere())
  let choice = chance.below(8)
  _ = Result { () throws(SystemError) in
    let place = try files.directory.place(of: first)
    switch choice {
    case 0, 1, 2: try place.directory.makeDirectory(place.name, mode: 0o700)
    case 3: try place.directory.removeDirectory(place.name)
    case 4:
      try place.directory.rename(
        place.name, to: elsewhere.directory, as: Array("out-\(second)".utf8), .replace)
    default:
      let target = try files.directory.place(of: second)
      try place.directory.rename(
        place.name, to: target.directory, as: target.name, choice == 5 ? .exchange : .replace)
    }
  }
}
