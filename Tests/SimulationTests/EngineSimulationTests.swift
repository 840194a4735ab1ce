import FoundationEssentials
import Testing
import Engine
import TestSupport

@Suite struct EngineSimulationTests {
  /// `COLLATE_SEED=N` runs only that seed and tells its story; `COLLATE_SEEDS=A..B` a range.
  static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["COLLATE_SEED"], let seed = UInt64(text) { return [seed] }
    if let text = environment["COLLATE_SEEDS"] {
      let ends = text.split(separator: ".", omittingEmptySubsequences: true).compactMap {
        UInt64($0)
      }
      if ends.count == 2, ends[0] <= ends[1] { return Array(ends[0]...ends[1]) }
    }
    return Array(1...60)
  }

  @Test func `on 60 hostile days nothing is lost and all comes to rest`() async {
    let tells = ProcessInfo.processInfo.environment["COLLATE_SEED"] != nil
    var failed = 0
    for seed in Self.seeds {
      var plan = SimulationPlan(seed: seed)
      plan.tellsStory = tells
      let report = SimulationRun(plan).run()
      if tells { print(report.story.joined(separator: "\n")) }
      for failure in report.failures { Issue.record("\(failure)") }
      failed += report.failures.isEmpty ? 0 : 1
      if failed > 10 { break }
      // Other tests wait for the few threads that there are.
      await Task.yield()
    }
  }

  @Test(arguments: [3, 77, 1234] as [UInt64])
  func `the same seed gives the same day twice`(_ seed: UInt64) {
    let first = SimulationRun(SimulationPlan(seed: seed)).run()
    let second = SimulationRun(SimulationPlan(seed: seed)).run()
    #expect(first == second)
  }

  @Test func `that documents are not flushed is found by cutting the power`() {
    let found = (1...500).contains { seed in
      var plan = SimulationPlan(seed: UInt64(seed))
      plan.flush = .fast
      plan.hasFaults = false
      return !SimulationRun(plan).run().failures.isEmpty
    }
    #expect(found)
  }

  @Test func `what only kills the daemon costs nothing where documents are not flushed`() {
    for seed in 1...30 {
      var plan = SimulationPlan(seed: UInt64(seed))
      plan.flush = .fast
      plan.hasPowerCuts = false
      #expect(SimulationRun(plan).run().failures == [])
    }
  }

  @Test func `a planted check-then-rename is found`() {
    let found = (1...500).contains { seed in
      var plan = SimulationPlan(seed: UInt64(seed))
      plan.usesCheckThenRename = true
      plan.hasCrashes = false
      plan.hasFaults = false
      return SimulationRun(plan).run().failures.contains { $0.contains("lost: ") }
    }
    #expect(found)
  }
}
