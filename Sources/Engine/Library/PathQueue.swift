import Reconciliation

/// Paths that wait their turn, each once, in the order in which they came.
struct PathQueue {
  private var order: [RelativePath] = []
  private var first = 0
  private var members: Set<RelativePath> = []

  var isEmpty: Bool { members.isEmpty }

  var count: Int { members.count }

  mutating func insert(_ path: RelativePath) {
    if members.insert(path).inserted { order.append(path) }
  }

  mutating func popFirst() -> RelativePath? {
    guard first < order.count else { return nil }
    let path = order[first]
    first += 1
    members.remove(path)
    if first == order.count || first > 4_096 {
      order.removeFirst(first)
      first = 0
    }
    return path
  }
}
