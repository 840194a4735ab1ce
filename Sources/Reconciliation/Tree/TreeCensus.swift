/// Finds out which name in which replica is which document or directory.
struct TreeCensus {
  let situation: TreeSituation
  /// The root, then what was agreed (each after the directory it is in), then what is new.
  var nodes: [TreeNode] = []
  /// How many of the nodes were agreed, with the root.
  private(set) var agreedCount = 0
  /// Which node stands at a path, in each replica.
  var nodeAt: [[RelativePath: Int]] = []
  /// What stands in each replica, the directories above it included.
  var entries: [[RelativePath: TreeEntry]] = []
  /// The node that has an agreed path.
  private var agreedAt: [RelativePath: Int] = [.root: 0]
  /// Where each replica had each agreed node when it was last in agreement.
  private(set) var earlierPaths: [[RelativePath]] = []
  private var earlierAt: [[RelativePath: Int]] = []
  /// Directories that are in a replica only since what it can't have elsewhere stands in them.
  private var leftAt: [[RelativePath: Int]] = []
  private var agreedDirectories: [TreePlace: Int] = [:]
  /// New nodes by their place and kind.
  private var newAt: [NewKey: Int] = [:]

  private struct NewKey: Hashable {
    var place: TreePlace
    var kind: NodeKind
  }

  init(_ situation: TreeSituation) {
    self.situation = situation
    takeAgreed()
    for replica in situation.replicas.indices {
      entries.append(withDirectories(situation.replicas[replica].entries))
      nodeAt.append([.root: 0])
      findEarlierPaths(in: replica)
      findAgreed(in: replica)
      inferDirectoryMoves(in: replica)
      findNew(in: replica)
    }
  }

  private mutating func takeAgreed() {
    let count = situation.replicas.count
    let rootEntry = TreeEntry(kind: .directory, digest: nil)
    nodes = [
      TreeNode(
        kind: .directory, agreed: nil, place: TreePlace(parent: 0, name: []),
        presence: Array(repeating: .here(.root, rootEntry), count: count))
    ]
    var names: [RelativePath: AgreedName] = [:]
    for name in situation.agreed where !name.path.isRoot { names[name.path] = name }
    for name in situation.agreed {
      var path = name.path.parent
      while !path.isRoot, names[path] == nil {
        names[path] = AgreedName(path: path, kind: .directory, digest: nil)
        path = path.parent
      }
    }
    for name in names.values.sorted(by: { $0.path < $1.path }) {
      // Beneath a document nothing can be: what claims to be is no name of this library.
      guard let parent = agreedAt[name.path.parent], nodes[parent].kind == .directory else {
        continue
      }
      let place = TreePlace(parent: parent, name: Array(name.path.name))
      agreedAt[name.path] = nodes.count
      if name.kind == .directory { agreedDirectories[place] = nodes.count }
      nodes.append(
        TreeNode(
          kind: name.kind, agreed: name, place: place,
          presence: Array(repeating: .gone, count: count)))
    }
    agreedCount = nodes.count
  }

  private func withDirectories(
    _ entries: [RelativePath: TreeEntry]
  ) -> [RelativePath: TreeEntry] {
    var all = entries
    all[.root] = nil
    for path in entries.keys {
      var directory = path.parent
      while !directory.isRoot, all[directory] == nil {
        all[directory] = TreeEntry(kind: .directory, digest: nil)
        directory = directory.parent
      }
    }
    return all
  }

  private mutating func findEarlierPaths(in replica: Int) {
    let tree = situation.replicas[replica]
    var paths = [RelativePath.root]
    paths.reserveCapacity(agreedCount)
    var at: [RelativePath: Int] = [:]
    for number in 1..<max(1, agreedCount) {
      guard let agreed = nodes[number].agreed else { continue }
      let parent = paths[nodes[number].place.parent]
      let path =
        tree.earlier[agreed.path]?.path ?? parent.appending(nodes[number].place.name) ?? agreed.path
      if path != agreed.path { at[path] = number }
      paths.append(path)
    }
    earlierPaths.append(paths)
    earlierAt.append(at)
  }

  /// The node that a replica had at a path when it was last in agreement.
  private func node(earlierAt path: RelativePath, in replica: Int) -> Int? {
    if let number = earlierAt[replica][path] { return number }
    guard let number = agreedAt[path], earlierPaths[replica][number] == path else { return nil }
    return number
  }

  /// The place of an agreed node in a replica when it was last in agreement.
  func earlierPlace(of number: Int, in replica: Int) -> TreePlace {
    let path = earlierPaths[replica][number]
    let agreed = nodes[number].place
    guard path != nodes[number].agreed?.path else { return agreed }
    return TreePlace(
      parent: node(earlierAt: path.parent, in: replica) ?? leftAt[replica][path.parent]
        ?? agreed.parent,
      name: Array(path.name))
  }

  /// The place of a path in a replica now.
  func place(of path: RelativePath, in replica: Int) -> TreePlace? {
    nodeAt[replica][path.parent].map { TreePlace(parent: $0, name: Array(path.name)) }
  }

  private mutating func findAgreed(in replica: Int) {
    let tree = situation.replicas[replica]
    var trail = MoveTrail(tree.moves.filter { node(earlierAt: $0.from, in: replica) != nil })
    let parked = findParked(in: replica)
    var isUnknown: Set<Int> = []
    // What the replica never had comes last: what it had stands where it stood.
    let numbers = (1..<max(1, agreedCount)).filter { !isLacking($0, in: replica) }
    for number in numbers + (1..<max(1, agreedCount)).filter({ isLacking($0, in: replica) }) {
      guard let agreed = nodes[number].agreed else { continue }
      let earlier = earlierPaths[replica][number]
      let path = trail.current(of: earlier)
      if tree.unknown.contains(agreed.path) || isUnknown.contains(nodes[number].place.parent) {
        isUnknown.insert(number)
        nodes[number].presence[replica] = .unknown
      } else if let path, let entry = entries[replica][path], entry.kind == agreed.kind,
        !trail.isTaken(path, by: earlier), nodeAt[replica][path] == nil
      {
        let isParked = ParkedName(parsing: Array(path.name)) != nil
        nodes[number].presence[replica] = isParked ? .parked(path, entry) : .here(path, entry)
        nodeAt[replica][path] = number
      } else if let path = parked[ParkedName.code(of: agreed.path)],
        let entry = entries[replica][path], entry.kind == agreed.kind, nodeAt[replica][path] == nil
      {
        nodes[number].presence[replica] = .parked(path, entry)
        nodeAt[replica][path] = number
      } else if isLacking(number, in: replica) {
        nodes[number].presence[replica] = .lacking
      }
    }
  }

  private func isLacking(_ number: Int, in replica: Int) -> Bool {
    let lacking = situation.replicas[replica].lacking
    guard !lacking.isEmpty, let path = nodes[number].agreed?.path else { return false }
    return lacking.contains(path)
  }

  private func findParked(in replica: Int) -> [UInt64: RelativePath] {
    var parked: [UInt64: RelativePath] = [:]
    for path in entries[replica].keys {
      if let name = ParkedName(parsing: Array(path.name)) {
        parked[name.code] = min(path, parked[name.code] ?? path)
      }
    }
    return parked
  }

  /// The directories above what the replica has otherwise than agreed: they were there then.
  private func directoriesOfEarlier(in replica: Int) -> Set<RelativePath> {
    var directories: Set<RelativePath> = []
    for place in situation.replicas[replica].earlier.values {
      var directory = place.path.parent
      while !directory.isRoot, directories.insert(directory).inserted {
        directory = directory.parent
      }
    }
    return directories
  }

  private mutating func findNew(in replica: Int) {
    leftAt.append([:])
    let left = directoriesOfEarlier(in: replica)
    for (path, entry) in entries[replica].sorted(by: { $0.key < $1.key })
    where nodeAt[replica][path] == nil {
      guard var place = place(of: path, in: replica), nodes[place.parent].kind == .directory else {
        continue
      }
      let parked = ParkedName(parsing: place.name)
      if let parked { place.name = parked.name }
      let presence: TreeNode.Presence = parked == nil ? .here(path, entry) : .parked(path, entry)
      if entry.kind == .directory, let number = agreedDirectories[place],
        nodes[number].presence[replica].standing == nil
      {
        // A directory at a place where one was agreed is that one.
        nodes[number].presence[replica] = presence
        nodeAt[replica][path] = number
        continue
      }
      if entry.kind == .directory, left.contains(path) {
        leftAt[replica][path] = nodes.count
        nodeAt[replica][path] = nodes.count
        nodes.append(only(presence, in: replica, at: place, kind: .directory))
        nodes[nodes.count - 1].fate = .deleted
        continue
      }
      let key = NewKey(place: place, kind: entry.kind)
      if let number = newAt[key], nodes[number].presence[replica].standing == nil {
        nodes[number].presence[replica] = presence
        nodeAt[replica][path] = number
      } else {
        newAt[key] = newAt[key] ?? nodes.count
        nodeAt[replica][path] = nodes.count
        nodes.append(only(presence, in: replica, at: place, kind: entry.kind))
      }
    }
  }

  private func only(
    _ presence: TreeNode.Presence, in replica: Int, at place: TreePlace, kind: NodeKind
  ) -> TreeNode {
    var everywhere: [TreeNode.Presence] = Array(
      repeating: .lacking, count: situation.replicas.count)
    everywhere[replica] = presence
    return TreeNode(kind: kind, agreed: nil, place: place, presence: everywhere)
  }
}
