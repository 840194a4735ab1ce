import Reconciliation
import TestSupport

/// Makes libraries whose replicas were changed at random, the same from the same seed.
struct RandomChanges {
  var chance: SeededChance
  private var words = 0

  init(seed: UInt64) {
    chance = SeededChance(seed: seed)
  }

  mutating func library(rules: [NameRules]) -> ModelLibrary {
    var agreed: [RelativePath: TreeEntry] = [:]
    var directories = [RelativePath.root]
    for _ in 0..<(3 + chance.below(9)) {
      guard let path = path(in: directories), agreed[path] == nil else { continue }
      agreed[path] = chance.oneIn(3) ? TreeEntry(kind: .directory, digest: nil) : document()
      if agreed[path]?.kind == .directory { directories.append(path) }
    }
    var library = ModelLibrary(agreed: [:], rules: rules)
    library.take(agreed)
    library.tellsDirectories = !chance.oneIn(3)
    if chance.oneIn(4) { cross(&library) }
    for replica in rules.indices {
      if replica > 0, chance.oneIn(12) { library.empty(replica) }
      for _ in 0..<chance.below(5) { change(&library.replicas[replica]) }
    }
    return library
  }

  /// Few names, so that they meet.
  private mutating func path(in directories: [RelativePath]) -> RelativePath? {
    let names = ["a", "b", "c", "n.md", "A", "N.md", "c?"]
    return directories[chance.below(directories.count)]
      .appending(names[chance.below(chance.oneIn(3) ? names.count : 4)].utf8)
  }

  private mutating func document() -> TreeEntry {
    words += 1
    let kind: NodeKind = chance.oneIn(6) ? .package : chance.oneIn(8) ? .link : .file
    return TreeEntry(
      kind: kind, digest: PlanNotation.digest("w\(words)"), modified: Int64(chance.below(4)))
  }

  /// One thing that a person or program does.
  private mutating func change(_ replica: inout ModelReplica) {
    let paths = replica.things.keys.sorted()
    let directories = [.root] + paths.filter { replica.isDirectory($0) }
    guard let target = path(in: directories) else { return }
    let subject = paths.isEmpty ? nil : paths[chance.below(paths.count)]
    // What is impossible is not done, as by a person who is told so.
    switch (chance.below(10), subject) {
    case (0, _):
      try? replica.put(
        .init(identity: replica.nextIdentity(), entry: TreeEntry(kind: .directory, digest: nil)),
        at: target)
    case (1, _), (_, nil):
      try? replica.put(.init(identity: replica.nextIdentity(), entry: document()), at: target)
    case (2, let subject?), (3, let subject?):
      guard replica.things[subject]?.entry.kind != .directory else { return }
      let kind = replica.things[subject]?.entry.kind ?? .file
      var entry = document()
      entry.kind = kind
      replica.things[subject]?.entry = entry
    case (4, let subject?): replica.removeAll(subject)
    case (5, let subject?):
      // Onto what is there, as `mv` does.
      if replica.things[target]?.entry.kind == replica.things[subject]?.entry.kind,
        replica.things[target]?.entry.kind != .directory, target != subject
      {
        replica.things[target] = nil
      }
      try? replica.move(subject, target)
    case (6, let subject?):
      let other = paths[chance.below(paths.count)]
      swap(subject, other, in: &replica)
    case (7, _):
      let (one, other) = (
        directories[chance.below(directories.count)], directories[chance.below(directories.count)]
      )
      if let path = other.appending(one.name) { try? replica.move(one, path) }
    case (_, let subject?): try? replica.move(subject, target)
    }
  }

  /// Moves two directories into each other, each in a replica of its own.
  private mutating func cross(_ library: inout ModelLibrary) {
    let directories = library.agreed.keys.sorted().filter {
      library.agreed[$0]?.kind == .directory
    }
    guard directories.count > 1 else { return }
    let one = directories[chance.below(directories.count)]
    let other = directories[chance.below(directories.count)]
    if let path = other.appending(one.name) { try? library.replicas[0].move(one, path) }
    if let path = one.appending(other.name) { try? library.replicas[1].move(other, path) }
  }

  private func swap(
    _ one: RelativePath, _ other: RelativePath, in replica: inout ModelReplica
  ) {
    guard one != other, !one.isBeneath(other), !other.isBeneath(one),
      let waiting = RelativePath("waiting")
    else { return }
    // Both stand in directories that are not moved by it: nothing can refuse this.
    try? replica.move(one, waiting)
    try? replica.move(other, one)
    try? replica.move(waiting, other)
  }
}
