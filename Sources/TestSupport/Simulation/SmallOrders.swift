import Reconciliation

/// What two programs, each in a replica of its own, do to the same documents one after the other, and
/// how far the daemon comes between each two: every order of up to a number of operations.
package struct SmallOrder: Hashable, Sendable, CustomStringConvertible {
  package enum Operation: CaseIterable, Hashable, Sendable {
    case writeInPlace, replaceByRename, remove, rename
  }

  package enum Pause: CaseIterable, Hashable, Sendable {
    /// The next comes at once.
    case none
    /// The daemon has one turn.
    case turn
    /// The daemon comes to rest.
    case rest
  }

  package struct Step: Hashable, Sendable {
    /// In which replica.
    var actor: Int
    var operation: Operation
    var pause: Pause
  }

  package var steps: [Step]

  /// All orders of exactly so many steps. The pause behind the last is always none, since the daemon
  /// comes to rest then anyway.
  package static func all(of count: Int) -> [SmallOrder] {
    var orders: [[Step]] = [[]]
    for number in 1...count {
      let pauses: [Pause] = number == count ? [.none] : Pause.allCases
      let steps = (0...1).flatMap { actor in
        Operation.allCases.flatMap { operation in
          pauses.map { Step(actor: actor, operation: operation, pause: $0) }
        }
      }
      orders = orders.flatMap { start in steps.map { start + [$0] } }
    }
    // The other half is the same with the replicas swapped.
    return orders.filter { $0[0].actor == 0 }.map { SmallOrder(steps: $0) }
  }

  package var description: String {
    steps.map { "\($0.actor == 0 ? "A" : "B") \($0.operation), \($0.pause)" }.joined(
      separator: "; ")
  }

  /// Lives it, and says what is wrong at the end.
  package func failures() -> [String] {
    let world = SimulatedWorld(replicas: 2)
    let past = SimulatedPast()
    guard let path = RelativePath("a.md"), let other = RelativePath("b.md") else { return [] }
    var version = 0
    func text() -> [UInt8] {
      version += 1
      let text = Array("version \(version)\n".utf8)
      past.ledger.attempt(text)
      return text
    }
    let first = text()
    if world.volumes[0].write(path, first) { past.ledger.complete(first) }
    world.start()
    guard world.settle(quiet: SmallSituation.quiet) else {
      return ["\(self): no rest at the start"]
    }
    past.ledger.rest()
    for step in steps {
      let volume = world.volumes[step.actor]
      switch step.operation {
      case .writeInPlace, .replaceByRename:
        if let old = volume.content(path) { past.ledger.overwrite(old) }
        let new = text()
        let isWritten =
          step.operation == .writeInPlace
          ? volume.write(path, new) : volume.replaceByRename(path, new)
        if isWritten { past.ledger.complete(new) }
      case .remove:
        if let old = volume.content(path) { past.ledger.overwrite(old) }
        _ = volume.remove(path)
      case .rename:
        let overtaken = volume.content(other)
        if volume.rename(path, other), let overtaken { past.ledger.overwrite(overtaken) }
      }
      switch step.pause {
      case .none: break
      case .turn:
        world.clock.advance(by: 100_000_000)
        world.cycle()
      case .rest:
        guard world.settle(quiet: 5_000_000_000) else { return ["\(self): no rest in between"] }
        past.ledger.rest()
      }
    }
    guard world.settle(quiet: SmallSituation.quiet) else { return ["\(self): no rest at the end"] }
    return SimulationJudge(world, past).failures().map { "\(self): \($0)" }
  }
}
