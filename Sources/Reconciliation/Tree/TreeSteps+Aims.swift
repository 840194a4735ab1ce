extension TreeSteps {
  /// Says for everything in the replica where it is to be, and what it can't have.
  mutating func aim() {
    let census = arrangement.census
    bodies = Array(repeating: nil, count: arrangement.directories.count)
    bodies[0] = 0
    for index in arrangement.directories.indices {
      refuse(in: index)
      let directory = arrangement.directories[index]
      for child in directory.directories { aimDirectory(child, in: bodies[index]) }
      for document in directory.documents { aimDocument(document, in: bodies[index]) }
    }
    for number in census.nodes.indices.dropFirst() where census.nodes[number].fate == .deleted {
      guard census.nodes[number].presence[replica].standing != nil else { continue }
      if census.nodes[number].kind == .directory {
        directoriesToRemove.append(number)
      } else {
        documentsToRemove.append(number)
      }
    }
    documentsToRemove.sort { (model.path(of: $0) ?? .root) < (model.path(of: $1) ?? .root) }
  }

  private mutating func aimDirectory(_ index: Int, in parent: Int?) {
    let directory = arrangement.directories[index]
    let present = directory.members.filter { model.places[$0] != nil }
    let target = parent.map { TreePlace(parent: $0, name: directory.name) }
    let body =
      present.first { model.places[$0] == target }
      ?? present.min { (model.path(of: $0) ?? .root) < (model.path(of: $1) ?? .root) }
    bodies[index] = body
    // What its other members hold moves into it; then they are empty.
    directoriesToRemove += present.filter { $0 != body && isKnown($0) }
    if directoryReasons[index] != nil {
      if let body { restore(body) }
    } else if let body {
      if isKnown(body) { targets[body] = target }
    } else if let target, directory.isNeeded {
      let made = arrangement.census.nodes.count + index
      bodies[index] = made
      targets[made] = target
    }
  }

  private mutating func aimDocument(_ document: Int, in parent: Int?) {
    let node = arrangement.census.nodes[document]
    guard let path = arrangement.paths[document], node.fate != .waiting,
      node.presence[replica].standing != nil
    else { return }
    if documentReasons[document] != nil {
      restore(document)
    } else if let parent {
      targets[document] = TreePlace(parent: parent, name: Array(path.name))
    }
  }

  private func isKnown(_ number: Int) -> Bool {
    !arrangement.census.nodes[number].presence[replica].isUnknown
  }

  /// What was parked on its way to a name that can't be gets back the one that it had.
  private mutating func restore(_ number: Int) {
    guard arrangement.census.nodes[number].presence[replica].isParked,
      let place = model.places[number]
    else { return }
    let node = arrangement.census.nodes[number]
    guard node.agreed != nil else {
      targets[number] = TreePlace(parent: place.parent, name: node.place.name)
      return
    }
    targets[number] = arrangement.census.earlierPlace(of: number, in: replica)
  }

  /// Finds what a directory is to hold and the replica can't: names that its file system refuses,
  /// and all but one of those that it takes for one.
  private mutating func refuse(in index: Int) {
    let directory = arrangement.directories[index]
    var rivals: [NameRules.Key: [Rival]] = [:]
    for child in directory.directories {
      let (name, members) = (
        arrangement.directories[child].name, arrangement.directories[child].members
      )
      directoryReasons[child] = model.rules.refusal(of: name)
      guard !model.rules.isExact, directoryReasons[child] == nil else { continue }
      rivals[model.rules.key(of: name), default: []].append(
        Rival(
          number: child, isDirectory: true, name: name, rank: rank(members, name, bodies[index])))
    }
    for document in directory.documents {
      guard let path = arrangement.paths[document] else { continue }
      let name = Array(path.name)
      documentReasons[document] = model.rules.refusal(of: name)
      guard !model.rules.isExact, documentReasons[document] == nil else { continue }
      rivals[model.rules.key(of: name), default: []].append(
        Rival(
          number: document, isDirectory: false, name: name,
          rank: rank([document], name, bodies[index])))
    }
    for group in rivals.values where group.count > 1 {
      let order = group.sorted {
        $0.rank != $1.rank ? $0.rank < $1.rank : $0.name.lexicographicallyPrecedes($1.name)
      }
      for rival in order.dropFirst() {
        let reason = model.rules.clash(of: rival.name, with: order[0].name)
        if rival.isDirectory {
          directoryReasons[rival.number] = reason
        } else {
          documentReasons[rival.number] = reason
        }
      }
    }
  }

  private struct Rival {
    var number: Int
    var isDirectory: Bool
    var name: [UInt8]
    /// The least keeps the name.
    var rank: Int
  }

  /// What has the very name comes first, then what is in the replica at all.
  private func rank(_ members: [Int], _ name: [UInt8], _ body: Int?) -> Int {
    let places = members.compactMap { model.places[$0] }
    if let body, places.contains(TreePlace(parent: body, name: name)) { return 0 }
    return places.isEmpty ? 2 : 1
  }
}
