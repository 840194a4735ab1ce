import Engine
import Reconciliation
import StateStore
import TestSupport
import Testing

/// Random edits on both sides of a library that goes one way, each seen before the next.
@Suite struct OneWaySimulationTests {
  private static let names = ["a.md", "b.md", "c.md", "in/d.md", "in/e.md"].compactMap {
    RelativePath($0)
  }

  private struct Day {
    var world: SimulatedWorld
    /// What was written, by the volume.
    var written: [[[UInt8]]] = [[], []]
  }

  /// Edits for a while. The second replica goes the given way.
  private func day(_ way: Way, seed: UInt64) throws -> Day {
    var day = Day(world: SimulatedWorld(replicas: 2))
    var chance = SeededChance(seed: seed)
    for volume in day.world.volumes { volume.makeDirectory(try #require(RelativePath("in"))) }
    #expect(day.world.start())
    let library = try #require(day.world.library)
    library.replicas[1].way = way
    for step in 0..<30 {
      let side = Int.random(in: 0...1, using: &chance)
      let path = try #require(Self.names.randomElement(using: &chance))
      let volume = day.world.volumes[side]
      if Int.random(in: 0..<4, using: &chance) == 0 {
        volume.remove(path)
      } else {
        let content = Array("side \(side), step \(step)\n".utf8)
        if volume.write(path, content) { day.written[side].append(content) }
      }
      let before = day.world.volumes.map { $0.files() }
      guard day.world.settle(quiet: 5_000_000_000) else {
        Issue.record("seed \(seed), step \(step): \(library.unrest())")
        break
      }
      // What was there and is not any more was taken away by Collate: it can be brought back.
      let after = Set(day.world.volumes.flatMap { $0.files().values })
      for content in before.flatMap(\.values) where !after.contains(content) {
        #expect(library.store.has(SHA256.digest(content)), "seed \(seed)")
      }
    }
    return day
  }

  @Test(arguments: 1...40)
  func `what follows holds what the source holds, and what was written there is kept`(
    seed: Int
  ) throws {
    let day = try day(.takes, seed: UInt64(seed))
    let (source, follower) = (day.world.volumes[0].files(), day.world.volumes[1].files())
    for (path, content) in source { #expect(follower[path] == content, "seed \(seed)") }
    // Nothing that was written in the follower came to the source.
    #expect(source.values.allSatisfy { day.written[0].contains($0) }, "seed \(seed)")
  }

  @Test(arguments: 1...40)
  func `what is only read is not written to`(seed: Int) throws {
    let day = try day(.gives, seed: UInt64(seed))
    let read = day.world.volumes[1].files()
    #expect(read.values.allSatisfy { day.written[1].contains($0) }, "seed \(seed)")
  }
}
