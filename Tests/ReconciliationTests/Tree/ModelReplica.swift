import Reconciliation

/// One replica as a tree in memory, on which a plan's operations are carried out as a file system
/// would: what stands in the way, or isn't what was expected, refuses them.
struct ModelReplica: Hashable {
  /// What stands at a path. The identity stays with it, as an inode does.
  struct Thing: Hashable {
    var identity: Int
    var entry: TreeEntry
  }

  enum Refusal: Error, Hashable {
    case missing(RelativePath)
    case noDirectory(RelativePath)
    case taken(RelativePath)
    case unexpected(RelativePath)
    case notEmpty(RelativePath)
    case intoItself(RelativePath)
  }

  var things: [RelativePath: Thing] = [:]
  var rules = NameRules.linux

  /// What has the name, in whatever spelling.
  func taken(_ path: RelativePath) -> RelativePath? {
    if things[path] != nil { return path }
    guard !rules.isExact else { return nil }
    let key = rules.key(of: Array(path.name))
    return things.keys.first {
      $0.parent == path.parent && rules.key(of: Array($0.name)) == key
    }
  }

  func isDirectory(_ path: RelativePath) -> Bool {
    path.isRoot || things[path]?.entry.kind == .directory
  }

  func children(of directory: RelativePath) -> [RelativePath] {
    things.keys.filter { $0.parent == directory }.sorted()
  }

  mutating func put(_ thing: Thing, at path: RelativePath) throws(Refusal) {
    guard isDirectory(path.parent) else { throw .noDirectory(path) }
    if taken(path) != nil { throw .taken(path) }
    things[path] = thing
  }

  mutating func move(_ from: RelativePath, _ to: RelativePath) throws(Refusal) {
    guard things[from] != nil else { throw .missing(from) }
    guard isDirectory(to.parent) else { throw .noDirectory(to) }
    if to == from || to.isBeneath(from) { throw .intoItself(to) }
    if taken(to) != nil { throw .taken(to) }
    for path in things.keys where path == from || path.isBeneath(from) {
      guard let thing = things.removeValue(forKey: path) else { continue }
      things[path == from ? to : path.moved(from: from, to: to)] = thing
    }
  }

  /// Removes it with all that is in it, as a person does.
  mutating func removeAll(_ path: RelativePath) {
    for other in things.keys where other == path || other.isBeneath(path) { things[other] = nil }
  }

  mutating func carryOut(_ operation: TreeOperation) throws(Refusal) {
    switch operation {
    case .makeDirectory(let path):
      try put(
        Thing(identity: nextIdentity(), entry: TreeEntry(kind: .directory, digest: nil)), at: path)
    case .rename(let from, let to, let expecting):
      if things[from]?.entry.digest != expecting { throw .unexpected(from) }
      try move(from, to)
    case .remove(let path, let expecting):
      guard let thing = things[path] else { throw .missing(path) }
      if thing.entry.kind == .directory || thing.entry.digest != expecting {
        throw .unexpected(path)
      }
      things[path] = nil
    case .removeDirectory(let path):
      guard things[path]?.entry.kind == .directory else { throw .unexpected(path) }
      if !children(of: path).isEmpty { throw .notEmpty(path) }
      things[path] = nil
    }
  }

  /// An identity that nothing has; those of what was agreed are small.
  func nextIdentity() -> Int {
    max(1_000_000, (things.values.map(\.identity).max() ?? 0) + 1)
  }
}
