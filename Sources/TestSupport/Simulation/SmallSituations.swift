import Reconciliation

/// What one document is in the base and in up to three replicas, when the daemon starts: every
/// combination of nothing and three contents that can't be joined.
package struct SmallSituation: Hashable, Sendable, CustomStringConvertible {
  /// Nil where there is no document.
  package var base: String?
  package var replicas: [String?]

  package static var all: [SmallSituation] {
    let states: [String?] = [nil, "A", "B", "C"]
    var found: [SmallSituation] = []
    for base in states {
      var combinations: [[String?]] = [[]]
      for _ in 1...3 {
        combinations = combinations.flatMap { start in states.map { start + [$0] } }
        found += combinations.map { SmallSituation(base: base, replicas: $0) }
      }
    }
    return found
  }

  package var description: String {
    "base \(base ?? "nothing"), found \(replicas.map { $0 ?? "nothing" })"
  }

  /// The contents that the library has to have afterwards, each as a document or a conflict copy: all
  /// that are new, else the base if nobody deleted it.
  package var expected: Set<String> {
    let new = Set(replicas.compactMap(\.self)).subtracting([base].compactMap(\.self))
    if !new.isEmpty { return new }
    guard let base, replicas.allSatisfy({ $0 == base }) else { return [] }
    return [base]
  }

  /// Lives it, and says what is wrong at the end.
  package func failures() -> [String] {
    let world = SimulatedWorld(replicas: replicas.count)
    let past = SimulatedPast()
    guard let path = RelativePath("a.md"), let other = RelativePath("z.md") else { return [] }
    // So that no root is ever found empty.
    write("Z", to: other, world.volumes[0], past)
    if let base { write(base, to: path, world.volumes[0], past) }
    world.start()
    guard world.settle(quiet: Self.quiet) else { return ["\(self): no rest at the start"] }
    past.ledger.rest()
    var chance = SeededChance(seed: 1)
    world.crash(powerLoss: false, using: &chance)
    for (volume, state) in zip(world.volumes, replicas) where volume.text(of: path) != state {
      if let old = volume.content(path) { past.ledger.overwrite(old) }
      if let state {
        write(state, to: path, volume, past)
      } else {
        _ = volume.remove(path)
      }
    }
    world.start()
    guard world.settle(quiet: Self.quiet) else { return ["\(self): no rest at the end"] }
    var failures = SimulationJudge(world, past).failures()
    for volume in world.volumes {
      let found = volume.files().values.map { String(decoding: $0, as: UTF8.self) }.sorted()
      let wanted = expected.map { $0 + "\n" } + ["Z\n"]
      if found != wanted.sorted() { failures.append("\(volume.name) holds \(found)") }
    }
    return failures.map { "\(self): \($0)" }
  }

  private func write(
    _ text: String, to path: RelativePath, _ volume: SimulatedVolume, _ past: SimulatedPast
  ) {
    let bytes = Array("\(text)\n".utf8)
    past.ledger.attempt(bytes)
    if volume.write(path, bytes) { past.ledger.complete(bytes) }
  }

  static let quiet: Int64 = 200_000_000_000
}

extension SimulatedVolume {
  /// A file's content without its line's end; nil where there is none.
  fileprivate func text(of path: RelativePath) -> String? {
    content(path).map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }
}
