/// Follows what a replica had by the moves recognised in it, those of directories included.
struct MoveTrail {
  private let targets: [RelativePath: RelativePath]
  private let sources: [RelativePath: RelativePath]
  private var found: [RelativePath: RelativePath] = [:]

  /// Of two moves from or to one name, the first in order counts.
  init(_ moves: [Move]) {
    var targets: [RelativePath: RelativePath] = [:]
    var sources: [RelativePath: RelativePath] = [:]
    for move in moves.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) })
    where targets[move.from] == nil && sources[move.to] == nil {
      targets[move.from] = move.to
      sources[move.to] = move.from
    }
    self.targets = targets
    self.sources = sources
  }

  /// Where what stood at the path is now, if it is anywhere: moved itself, or with a directory.
  mutating func current(of path: RelativePath) -> RelativePath? {
    guard !targets.isEmpty, !path.isRoot else { return path }
    if let known = found[path] { return known }
    let current = targets[path] ?? self.current(of: path.parent)?.appending(path.name)
    found[path] = current
    return current
  }

  /// Whether something else was moved to the path.
  func isTaken(_ path: RelativePath, by earlier: RelativePath) -> Bool {
    guard let source = sources[path] else { return false }
    return source != earlier
  }
}
