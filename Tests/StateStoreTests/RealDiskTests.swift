import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct RealDiskTests {
  @Test(arguments: seeds(1...3))
  func `a directory on a real disk holds the same bytes as the simulated disk`(
    seed: UInt64
  ) throws {
    let folder = try TemporaryFolder()
    let real = try DirectoryStateDisk(path: folder.path(of: "state"))
    let simulated = SimulatedStateDisk()
    let stores = try [real as any StateDisk, simulated].map {
      try StateStore.open(on: $0, limits: StateScript.limits).store
    }
    for step in try StateScript(seed: seed, count: 60).steps {
      for store in stores { try step.run(on: store) }
    }
    #expect(try Set(real.names()) == Set(simulated.names()), "seed \(seed)")
    for name in try simulated.names() {
      #expect(
        try real.read(name, from: 0, count: 1 << 20) == simulated[name], "seed \(seed), \(name)")
    }
    let again = try StateStore.open(on: real, limits: StateScript.limits)
    #expect(again.damage == [], "seed \(seed)")
    #expect(StatePicture(again.store) == StatePicture(stores[1]), "seed \(seed)")
  }
}
