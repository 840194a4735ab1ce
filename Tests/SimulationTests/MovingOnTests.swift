import Engine
import Reconciliation
import TestSupport
import Testing

/// What is moved on while the directories are brought together.
@Suite struct MovingOnTests {
  private let names = ["a.md", "b.md", "c.md"].map { RelativePath($0) ?? .root }

  @Test func `a name that a document only passed through gets what the library has of it`() throws {
    let world = SimulatedWorld(replicas: 2)
    world.volumes[0].write(names[0], Array("one\n".utf8))
    #expect(world.start())
    _ = world.settle(quiet: 1_000_000_000)

    // In one directory the document goes by a name that the other fills meanwhile.
    world.volumes[1].rename(names[0], names[1])
    world.volumes[0].write(names[1], Array("two\n".utf8))
    world.cycle()
    world.volumes[1].rename(names[1], names[2])
    _ = world.settle(quiet: 60_000_000_000)
    for volume in world.volumes {
      #expect(
        volume.files().mapValues { String(decoding: $0, as: UTF8.self) } == [
          names[1]: "two\n", names[2]: "one\n",
        ])
    }
  }
}
