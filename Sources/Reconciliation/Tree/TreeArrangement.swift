/// The tree as it is to be: which directories are one, and what each name in them is.
struct TreeArrangement {
  var census: TreeCensus
  var findings: [TreeFinding]
  /// The directories, each after the one it is in; the root is the first.
  var directories: [Directory] = [Directory(members: [0], parent: 0, name: [], path: .root)]
  /// The path of each document that is kept.
  var paths: [Int: RelativePath] = [:]
  /// Documents that came to the name of one that is undecided: all is to be arranged again once
  /// they are left where they are.
  private(set) var waiting: Set<Int> = []
  private var isKept: Set<Int> = [0]
  private var isNeeded: Set<Int> = [0]
  /// The deleted directories that hold something that is kept.
  private var restored: Set<RelativePath> = []

  /// One directory, which may be several nodes that came to one name.
  struct Directory {
    var members: [Int]
    /// Its index among the directories.
    var parent: Int
    var name: [UInt8]
    var path: RelativePath
    var documents: [Int] = []
    var directories: [Int] = []
    /// Whether it is to be made where it isn't.
    var isNeeded = true
  }

  init(_ decisions: TreeDecisions) {
    census = decisions.census
    findings = decisions.findings
  }

  mutating func arrange() {
    for number in census.nodes.indices.dropFirst() { keep(number) }
    findings.removeAll { $0.rule == .deleted && restored.contains($0.path) }
    var children: [Int: [Int]] = [:]
    for number in census.nodes.indices.dropFirst() where isKept.contains(number) {
      children[census.nodes[number].destination.parent, default: []].append(number)
    }
    var index = 0
    while index < directories.count {
      fill(index, with: directories[index].members.flatMap { children[$0] ?? [] })
      index += 1
    }
    name()
  }

  /// Keeps a node and the directories above it, as far as it is wanted itself.
  private mutating func keep(_ number: Int) {
    let node = census.nodes[number]
    if node.fate == .deleted || (node.fate == .waiting && node.agreed == nil) { return }
    let isDecided = census.nodes[number].fate == .kept
    var number = number
    while true {
      let isNew = isKept.insert(number).inserted
      let isNewlyNeeded = isDecided && isNeeded.insert(number).inserted
      guard isNew || isNewlyNeeded else { return }
      if census.nodes[number].fate == .deleted { restore(number) }
      number = census.nodes[number].destination.parent
    }
  }

  private mutating func restore(_ number: Int) {
    census.nodes[number].fate = .kept
    guard let path = census.nodes[number].agreed?.path else { return }
    census.nodes[number].outlivesDeletion = true
    restored.insert(path)
    findings.append(TreeFinding(rule: .directoryNeeded, path: path))
  }

  /// Gives each child of a directory its name there.
  private mutating func fill(_ index: Int, with children: [Int]) {
    var byName: [[UInt8]: [Int]] = [:]
    for child in children {
      byName[census.nodes[child].destination.name, default: []].append(child)
    }
    var losers: [(document: Int, keeper: RelativePath, isOfKind: Bool)] = []
    for (name, group) in byName.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let path = directories[index].path.appending(name) else { continue }
      let members = group.filter { census.nodes[$0].kind == .directory }
      if !members.isEmpty { add(members, to: index, name, path) }
      var documents = joined(group.filter { census.nodes[$0].kind != .directory }, at: path)
        .sorted { precedes($0, $1) }
      if documents.contains(where: { census.nodes[$0].fate == .undecided }) {
        waiting.formUnion(documents.filter { census.nodes[$0].fate == .kept })
      }
      if members.isEmpty, !documents.isEmpty {
        put(documents.removeFirst(), into: index, path)
      }
      let keeper = directories[index].documents.last { paths[$0] == path }
      let kind = keeper.map { census.nodes[$0].kind } ?? .directory
      losers += documents.map { ($0, path, kind == .file || kind == census.nodes[$0].kind) }
    }
    var names = Set(byName.keys)
    for loser in losers {
      guard
        let path = conflictPath(of: loser.document, beside: loser.keeper, index, &names)
      else { continue }
      put(loser.document, into: index, path)
      findings.append(
        TreeFinding(
          rule: loser.isOfKind ? .nameClash : .kindClash, path: path, other: loser.keeper))
    }
  }

  private mutating func add(
    _ members: [Int], to parent: Int, _ name: [UInt8], _ path: RelativePath
  ) {
    directories[parent].directories.append(directories.count)
    directories.append(
      Directory(
        members: members, parent: parent, name: name, path: path,
        isNeeded: members.contains { isNeeded.contains($0) }))
    let agreed = members.compactMap { census.nodes[$0].agreed?.path }
    if members.count > 1, agreed.count > 0 {
      for other in agreed.sorted() where other != path {
        findings.append(TreeFinding(rule: .directoriesJoined, path: path, other: other))
      }
    }
  }

  private mutating func put(_ document: Int, into index: Int, _ path: RelativePath) {
    paths[document] = path
    directories[index].documents.append(document)
  }

  /// The order in which documents keep a name.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (census.nodes[left], census.nodes[right])
    if one.kind != other.kind { return one.kind < other.kind }
    if one.modified != other.modified { return one.modified > other.modified }
    switch (one.agreed?.path, other.agreed?.path) {
    case (let path?, let otherPath?): return path < otherPath
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil): break
    }
    switch (one.leastDigest, other.leastDigest) {
    case (let digest?, let otherDigest?) where digest != otherDigest: return digest < otherDigest
    default: return left < right
    }
  }

  /// A name for a conflict copy that nothing has, neither afterwards nor in a replica now.
  private func conflictPath(
    of document: Int, beside keeper: RelativePath, _ index: Int, _ names: inout Set<[UInt8]>
  ) -> RelativePath? {
    let node = census.nodes[document]
    let origin = origin(of: document)
    for number in 1... {
      let name = ConflictName.make(
        for: Array(keeper.name), at: node.modified,
        utcOffsetSeconds: census.situation.utcOffsetSeconds, origin: origin, number: number)
      guard !names.contains(name), !isStanding(name, in: index, besides: document) else { continue }
      names.insert(name)
      return directories[index].path.appending(name)
    }
    return nil
  }

  private func isStanding(_ name: [UInt8], in index: Int, besides document: Int) -> Bool {
    census.situation.replicas.indices.contains { replica in
      directories[index].members.contains { member in
        guard let directory = census.nodes[member].presence[replica].standing?.path,
          let path = directory.appending(name), let other = census.nodeAt[replica][path]
        else { return false }
        return other != document
      }
    }
  }

  /// The replica that brought the document to its name, else one that has it.
  private func origin(of document: Int) -> String {
    let node = census.nodes[document]
    let all = census.situation.replicas.indices.filter { node.presence[$0].standing != nil }
    let movers = all.filter { replica in
      guard node.agreed != nil, let standing = node.presence[replica].standing else { return true }
      return census.place(of: standing.path, in: replica)
        != census.earlierPlace(of: document, in: replica)
    }
    return (movers.isEmpty ? all : movers).map { census.situation.replicas[$0].label }.min() ?? ""
  }

  /// Says the new names in what was found, now that they are known.
  private mutating func name() {
    if findings.isEmpty { return }
    var renamed: [RelativePath: RelativePath] = [:]
    for directory in directories {
      for member in directory.members {
        if let agreed = census.nodes[member].agreed?.path { renamed[agreed] = directory.path }
      }
    }
    for (document, path) in paths {
      if let agreed = census.nodes[document].agreed?.path { renamed[agreed] = path }
    }
    for index in findings.indices {
      let path = findings[index].path
      switch findings[index].rule {
      case .moved, .movedAlike, .movedAndRenamed, .moveBeatsDeletion:
        findings[index].other = path
        findings[index].path = renamed[path] ?? path
      case .movedApart, .directoryNeeded, .unknown:
        findings[index].path = renamed[path] ?? path
      case .movedIntoEachOther, .deleted, .waiting, .directoriesJoined, .nameClash, .kindClash:
        break
      }
    }
    findings.sort {
      ($0.path, $0.rule.rawValue, $0.other ?? .root) < (
        $1.path, $1.rule.rawValue, $1.other ?? .root
      )
    }
  }

  /// All names, in order.
  func plannedNames() -> [PlannedName] {
    var names: [PlannedName] = []
    for directory in directories.dropFirst() {
      let agreed = directory.members.compactMap { census.nodes[$0].agreed?.path }
      names.append(
        PlannedName(
          path: directory.path, kind: .directory,
          from: agreed.contains(directory.path) ? directory.path : agreed.min(),
          outlivesDeletion: directory.members.contains { census.nodes[$0].outlivesDeletion },
          isUndecided: !directory.isNeeded))
    }
    for (document, path) in paths {
      let node = census.nodes[document]
      names.append(
        PlannedName(
          path: path, kind: node.kind, from: node.agreed?.path,
          outlivesDeletion: node.outlivesDeletion, isUndecided: node.fate != .kept))
    }
    return names.sorted { $0.path < $1.path }
  }
}
