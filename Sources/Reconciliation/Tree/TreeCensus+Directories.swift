extension TreeCensus {
  /// Recognises a directory that moved by what it held: where more than half of it came, with
  /// their names, to one directory that is new, that is the directory.
  ///
  /// Deepest first, so that a directory counts for the one above it.
  mutating func inferDirectoryMoves(in replica: Int) {
    let gone = (1..<max(1, agreedCount)).filter {
      nodes[$0].kind == .directory && nodes[$0].presence[replica].isGone
    }
    guard !gone.isEmpty else { return }
    var children: [Int: [Int]] = [:]
    for number in 1..<agreedCount {
      children[nodes[number].place.parent, default: []].append(number)
    }
    for directory in gone.reversed() {
      guard let path = newPath(of: children[directory] ?? [], in: replica),
        let entry = entries[replica][path]
      else { continue }
      nodes[directory].presence[replica] = .here(path, entry)
      nodeAt[replica][path] = directory
    }
  }

  private func newPath(of children: [Int], in replica: Int) -> RelativePath? {
    var votes: [RelativePath: Int] = [:]
    var voters = 0
    for child in children {
      switch nodes[child].presence[replica] {
      case .lacking, .unknown: continue
      case .gone, .parked: voters += 1
      case .here(let path, _):
        voters += 1
        let directory = path.parent
        if path.name.elementsEqual(nodes[child].place.name), !directory.isRoot,
          nodeAt[replica][directory] == nil
        {
          votes[directory, default: 0] += 1
        }
      }
    }
    return votes.first { $0.value * 2 > voters }?.key
  }
}
