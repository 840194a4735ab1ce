import Engine
import Reconciliation
import TestSupport
import Testing

@Suite struct RefusedNameTests {
  @Test
  func `a name that one directory's file system refuses is held there, with the reason, NAM-05`()
    throws
  {
    let world = SimulatedWorld(replicas: 2)
    world.volumes[1].rules = .vfat
    let (refused, taken) = (RelativePath("a:b?.md") ?? .root, RelativePath("c.md") ?? .root)
    world.volumes[0].write(refused, Array("one\n".utf8))
    world.volumes[0].write(taken, Array("two\n".utf8))
    #expect(world.start())
    _ = world.settle(quiet: 1_000_000_000)
    #expect(world.volumes[0].files().keys.sorted() == [refused, taken])
    #expect(world.volumes[1].files().keys.sorted() == [taken])
    let held = try #require(world.library?.status().held.first)
    #expect(held.path == refused)
    #expect(
      held.reason
        == "a:b?.md can't be on vfat: it has a :; rename it, or have it ignored")
  }
}
