extension TreeSteps {
  /// Says why a node didn't get to where it is to be.
  mutating func noteStuck(_ number: Int) {
    guard let target = targets[number] else { return }
    let reason =
      model.occupants[model.slot(target)].flatMap { taken(by: $0) }
      ?? "its directory can't be here; see what is held there"
    if let index = bodies.firstIndex(of: number) {
      directoryReasons[index] = reason
    } else {
      documentReasons[number] = reason
    }
  }

  /// All that the replica doesn't have under its planned name, once the operations are done, and
  /// can't be given there.
  func held() -> [HeldName] {
    var held: [HeldName] = []
    var inherited: [Int: String] = [:]
    for index in arrangement.directories.indices {
      let directory = arrangement.directories[index]
      if let reason = directoryReasons[index] ?? inherited[directory.parent] {
        inherited[index] =
          inherited[directory.parent] ?? "its directory \(directory.path) is held: \(reason)"
        let standing = bodies[index].flatMap { model.path(of: $0) }
        held.append(HeldName(path: directory.path, standing: standing, reason: reason))
      }
      for document in directory.documents {
        guard let path = arrangement.paths[document],
          arrangement.census.nodes[document].fate != .waiting,
          !arrangement.census.nodes[document].presence[replica].isUnknown,
          let reason = documentReasons[document] ?? inherited[index]
            ?? obstacle(to: document, path, in: bodies[index])
        else { continue }
        held.append(HeldName(path: path, standing: model.path(of: document), reason: reason))
      }
    }
    return held.sorted { $0.path < $1.path }
  }

  /// Why a document that the replica hasn't got can't be put there.
  private func obstacle(to document: Int, _ path: RelativePath, in parent: Int?) -> String? {
    guard model.places[document] == nil, arrangement.census.nodes[document].fate == .kept,
      let parent
    else { return nil }
    let place = TreePlace(parent: parent, name: Array(path.name))
    return model.occupants[model.slot(place)].flatMap { taken(by: $0) }
  }

  private func taken(by occupant: Int) -> String? {
    model.path(of: occupant).map { "its name is taken here by \($0); move that away" }
  }
}
