/// Decides for each node by itself whether it is kept and where it is to be.
struct TreeDecisions {
  var census: TreeCensus
  var findings: [TreeFinding] = []
  /// For a directory that was moved in one replica: those in which it was deleted. What was
  /// deleted there with it stays as it does.
  private var overruled: [Int: Set<Int>] = [:]

  init(_ census: TreeCensus) {
    self.census = census
  }

  mutating func decide() {
    for number in 1..<max(1, census.agreedCount) {
      let wishes = wishes(for: number)
      decideFate(of: number, isMoved: !wishes.isEmpty)
      decidePlace(of: number, wishes)
    }
    breakCycles()
  }

  /// A place that a replica moved the node to.
  private struct Wish {
    var path: RelativePath
    var place: TreePlace
    var isOtherDirectory: Bool
    var isOtherName: Bool
  }

  private func wishes(for number: Int) -> [Wish] {
    census.situation.replicas.indices.compactMap { replica in
      guard case .here(let path, _) = census.nodes[number].presence[replica],
        let place = census.place(of: path, in: replica)
      else { return nil }
      let earlier = census.earlierPlace(of: number, in: replica)
      guard place != earlier else { return nil }
      return Wish(
        path: path, place: place, isOtherDirectory: place.parent != earlier.parent,
        isOtherName: place.name != earlier.name)
    }
  }

  private func isEdited(_ number: Int) -> Bool {
    let node = census.nodes[number]
    guard node.kind != .directory, let agreed = node.agreed else { return false }
    return census.situation.replicas.indices.contains { replica in
      guard let standing = node.presence[replica].standing else { return false }
      let tree = census.situation.replicas[replica]
      if tree.lacking.contains(agreed.path) { return true }
      let earlier = tree.earlier[agreed.path]
      return standing.entry.digest != (earlier.map(\.digest) ?? agreed.digest)
    }
  }

  private mutating func decideFate(of number: Int, isMoved: Bool) {
    let node = census.nodes[number]
    let goneIn = Set(node.presence.indices.filter { node.presence[$0].isGone })
    guard !goneIn.isEmpty, let path = node.agreed?.path else { return }
    let wentWithDirectory = goneIn.isSubset(of: overruled[node.place.parent] ?? [])
    if isMoved || wentWithDirectory || isEdited(number) {
      census.nodes[number].outlivesDeletion = true
      guard isMoved || wentWithDirectory else { return }
      if node.kind == .directory { overruled[number] = goneIn }
    } else if node.presence.contains(where: \.isUnknown) {
      census.nodes[number].fate = .undecided
      findings.append(TreeFinding(rule: .unknown, path: path))
    } else {
      census.nodes[number].fate = .deleted
      findings.append(TreeFinding(rule: .deleted, path: path))
    }
  }

  private mutating func decidePlace(of number: Int, _ wishes: [Wish]) {
    guard let agreed = census.nodes[number].agreed, !wishes.isEmpty,
      census.nodes[number].fate != .deleted
    else { return }
    let (toDirectory, toName) = (
      wishes.filter(\.isOtherDirectory).sorted { $0.path < $1.path },
      wishes.filter(\.isOtherName).map(\.place.name).sorted { $0.lexicographicallyPrecedes($1) }
    )
    if let first = toDirectory.first {
      census.nodes[number].destination.parent = first.place.parent
    }
    if let name = toName.first {
      // The name of a conflict copy was given by Collate, to settle what the other name began.
      let copy = toName.first {
        ConflictCopyName.parse($0).map { toName.contains($0.original) } ?? false
      }
      census.nodes[number].destination.name = copy ?? name
    }
    say(agreed.path, number, wishes)
  }

  private mutating func say(_ path: RelativePath, _ number: Int, _ wishes: [Wish]) {
    let isApart =
      Set(wishes.filter(\.isOtherDirectory).map(\.place.parent)).count > 1
      || Set(wishes.filter(\.isOtherName).map(\.place.name)).count > 1
    if isApart {
      for wish in wishes where wish.place != census.nodes[number].destination {
        findings.append(TreeFinding(rule: .movedApart, path: path, other: wish.path))
      }
    } else if Set(wishes.map(\.place)).count > 1 {
      findings.append(TreeFinding(rule: .movedAndRenamed, path: path))
    } else if census.nodes[number].outlivesDeletion {
      findings.append(TreeFinding(rule: .moveBeatsDeletion, path: path))
    } else {
      findings.append(TreeFinding(rule: wishes.count > 1 ? .movedAlike : .moved, path: path))
    }
  }

  /// Leaves documents where they are that came to the name of one that is undecided.
  mutating func postpone(_ documents: Set<Int>) {
    var paths: Set<RelativePath> = []
    for number in documents {
      census.nodes[number].fate = .waiting
      census.nodes[number].destination = census.nodes[number].place
      if let path = census.nodes[number].agreed?.path { paths.insert(path) }
    }
    findings.removeAll { paths.contains($0.path) }
    findings += paths.sorted().map { TreeFinding(rule: .waiting, path: $0) }
  }

  /// Puts back a directory that would be beneath itself: the first in order of those that moved.
  private mutating func breakCycles() {
    for start in 1..<max(1, census.agreedCount) where isMovedDirectory(start) {
      while let cycle = cycle(through: start), let first = cycle.filter(isMovedDirectory).min() {
        census.nodes[first].destination = census.nodes[first].place
        guard let path = census.nodes[first].agreed?.path else { continue }
        findings.removeAll { $0.path == path }
        findings.append(TreeFinding(rule: .movedIntoEachOther, path: path))
      }
    }
  }

  private func isMovedDirectory(_ number: Int) -> Bool {
    let node = census.nodes[number]
    return node.kind == .directory && node.agreed != nil && node.destination != node.place
  }

  private func cycle(through start: Int) -> [Int]? {
    var cycle = [start]
    var seen: Set<Int> = [start]
    var number = census.nodes[start].destination.parent
    while number != 0, number != start {
      // A cycle further up that does not come by here is found from its own members.
      guard seen.insert(number).inserted else { return nil }
      cycle.append(number)
      number = census.nodes[number].destination.parent
    }
    return number == start ? cycle : nil
  }
}
