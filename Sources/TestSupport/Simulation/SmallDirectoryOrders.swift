import Engine
import Reconciliation
import StateStore

/// What two people, each in a replica of their own, do to the same directories one after the other,
/// and how far the daemon comes between each two: every order of a number of operations.
package struct SmallDirectoryOrder: Hashable, Sendable, CustomStringConvertible {
  package enum Operation: CaseIterable, Hashable, Sendable {
    case moveElsewhere, moveOneIntoOther, moveOtherIntoOne, swap, remove, make, edit
  }

  package enum Pause: CaseIterable, Hashable, Sendable {
    /// The next comes at once.
    case none
    /// The daemon has one turn.
    case turn
    /// The daemon comes to rest.
    case rest
    /// The daemon is killed, and is down when the next comes.
    case down
  }

  package struct Step: Hashable, Sendable {
    /// In which replica.
    var actor: Int
    var operation: Operation
    var pause: Pause
  }

  package var steps: [Step]

  /// All orders of exactly so many steps. The first is always in the first replica: the other half
  /// is the same with the replicas swapped.
  package static func all(of count: Int) -> [SmallDirectoryOrder] {
    var orders: [[Step]] = [[]]
    for number in 1...count {
      let pauses: [Pause] = number == count ? [.none] : Pause.allCases
      let steps = (number == 1 ? 0...0 : 0...1).flatMap { actor in
        Operation.allCases.flatMap { operation in
          pauses.map { Step(actor: actor, operation: operation, pause: $0) }
        }
      }
      orders = orders.flatMap { start in steps.map { start + [$0] } }
    }
    return orders.map { SmallDirectoryOrder(steps: $0) }
  }

  package var description: String {
    steps.map { "\($0.actor == 0 ? "A" : "B") \($0.operation), \($0.pause)" }.joined(
      separator: "; ")
  }

  /// Lives it, and says what is wrong at the end.
  package func failures() -> [String] {
    let world = SimulatedWorld(replicas: 2)
    let past = SimulatedPast()
    prepare(world.volumes[0], past)
    world.start()
    guard world.settle(quiet: SmallSituation.quiet) else {
      return ["\(self): no rest at the start"]
    }
    past.ledger.rest()
    for step in steps {
      act(step.operation, on: world.volumes[step.actor], past)
      guard pause(step.pause, world, past) else { return ["\(self): no rest in between"] }
    }
    let wanted = Tree(world.volumes[0])
    if world.library == nil { world.start() }
    guard world.settle(quiet: SmallSituation.quiet) else {
      return ["\(self): no rest at the end"] + (world.library?.unrest() ?? [])
    }
    var failures = SimulationJudge(world, past, comparesDirectories: true).failures()
    // What one person alone did is so everywhere afterwards.
    if steps.allSatisfy({ $0.actor == 0 }) {
      for volume in world.volumes where Tree(volume) != wanted {
        failures.append("\(volume.name) holds \(Tree(volume)), not \(wanted)")
      }
    }
    if !failures.isEmpty {
      failures += world.volumes.map { "\($0.name) holds \(Tree($0))" }
      failures += (world.library?.store.events(after: 0, limit: 1000) ?? [])
        .map { "\($0.kind) \($0.path) \($0.details)" }
    }
    return failures.map { "\(self): \($0)" }
  }

  // MARK: One step

  private func prepare(_ volume: SimulatedVolume, _ past: SimulatedPast) {
    for name in ["one/empty", "one/deep", "other/empty"] {
      if let path = RelativePath(name) { _ = volume.makeDirectories(path) }
    }
    for name in ["one/a.md", "one/deep/b.md", "other/c.md", "z.md"] {
      if let path = RelativePath(name) { write(path, volume, past) }
    }
  }

  private func write(_ path: RelativePath, _ volume: SimulatedVolume, _ past: SimulatedPast) {
    past.version += 1
    let text = Array("version \(past.version) of \(path)\n".utf8)
    past.ledger.attempt(text)
    if let old = volume.content(path) { past.ledger.overwrite(old) }
    if volume.write(path, text) { past.ledger.complete(text) }
  }

  private func act(_ operation: Operation, on volume: SimulatedVolume, _ past: SimulatedPast) {
    guard let one = RelativePath("one"), let other = RelativePath("other"),
      let elsewhere = RelativePath("elsewhere"), let within = RelativePath("other/one"),
      let around = RelativePath("one/other"), let tree = RelativePath("one/tree/top"),
      let document = RelativePath("one/a.md")
    else { return }
    switch operation {
    case .moveElsewhere: _ = volume.rename(one, elsewhere)
    case .moveOneIntoOther: _ = volume.rename(one, within)
    case .moveOtherIntoOne: _ = volume.rename(other, around)
    case .swap: _ = volume.exchange(one, other)
    case .remove:
      for (path, content) in volume.files() where path.isBeneath(one) {
        past.ledger.overwrite(content)
      }
      _ = volume.removeTree(one)
    case .make: _ = volume.makeDirectories(tree)
    case .edit: write(document, volume, past)
    }
  }

  private func pause(
    _ pause: Pause, _ world: SimulatedWorld, _ past: SimulatedPast
  ) -> Bool {
    switch pause {
    case .none: break
    case .turn:
      if world.library == nil { world.start() }
      world.clock.advance(by: 100_000_000)
      world.cycle()
    case .rest:
      if world.library == nil { world.start() }
      guard world.settle(quiet: 5_000_000_000) else { return false }
      past.ledger.rest()
    case .down:
      var chance = SeededChance(seed: 1)
      world.crash(powerLoss: false, using: &chance)
    }
    return true
  }

  /// What a replica holds.
  private struct Tree: Equatable, CustomStringConvertible {
    var directories: [RelativePath]
    var files: [RelativePath: [UInt8]]

    init(_ volume: SimulatedVolume) {
      directories = volume.plainDirectories()
      files = volume.files()
    }

    var description: String {
      "\(directories.map(\.description)) and \(files.keys.sorted().map(\.description))"
    }
  }
}
