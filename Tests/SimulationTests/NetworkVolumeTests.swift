import Engine
import Reconciliation
import TestSupport
import Testing

/// A replica on a network file system: what other machines do there is told by nothing.
@Suite struct NetworkVolumeTests {
  private func secondsUntilFound(isOnNetwork: Bool) throws -> Int? {
    let world = SimulatedWorld(replicas: 2)
    world.volumes[1].isOnNetwork = isOnNetwork
    world.start()
    #expect(world.settle(quiet: 5_000_000_000))
    let path = try #require(RelativePath("n.md"))
    world.volumes[1].write(path, Array("theirs\n".utf8))
    world.volumes[1].loseHints()
    for second in 0..<400 {
      for _ in 0..<4 { world.cycle() }
      if world.volumes[0].files()[path] != nil { return second }
      world.clock.advance(by: 1_000_000_000)
    }
    return nil
  }

  @Test func `a change that nothing told of is found on the network's timer`() throws {
    let onNetwork = try #require(try secondsUntilFound(isOnNetwork: true))
    #expect(onNetwork <= 35)
    let elsewhere = try #require(try secondsUntilFound(isOnNetwork: false))
    #expect(elsewhere > 100)
  }
}
