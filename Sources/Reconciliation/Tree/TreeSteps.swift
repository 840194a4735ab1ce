/// Makes the operations that bring one replica from how it is to how it is to be.
///
/// Works on a model of the replica, so that each path in an operation is the one at its moment:
/// renames that are free to be done come first, and free the names that others wait for; then
/// what is deleted goes, if it is in the way; and where names wait for each other in a circle,
/// one of them is parked under a hidden name. What is still waiting then is held.
struct TreeSteps {
  let arrangement: TreeArrangement
  let replica: Int
  var model: ReplicaModel
  /// Where each node is to be: its directory's node and its name.
  var targets: [Int: TreePlace] = [:]
  /// What is to go.
  var documentsToRemove: [Int] = []
  var directoriesToRemove: [Int] = []
  private(set) var operations: [TreeOperation] = []
  /// Which node each directory is here: one that is there already, or a number of its own beyond
  /// all nodes for one that is to be made. Nil where there will be none.
  var bodies: [Int?] = []
  /// Why directories and documents can't have their names here.
  var directoryReasons: [Int: String] = [:]
  var documentReasons: [Int: String] = [:]
  /// The directories that will have gone when all has found its place, since nothing stays in them.
  private var emptied: Set<Int> = []
  /// The nodes that wait, by what they wait for.
  private var waitingForName: [ReplicaModel.Slot: [Int]] = [:]
  private var waitingForDirectory: [Int: [Int]] = [:]
  private var waitingForOthers: [Int] = []
  private var queue: [Int] = []

  init(_ arrangement: TreeArrangement, replica: Int) {
    self.arrangement = arrangement
    self.replica = replica
    model = ReplicaModel(arrangement.census, replica: replica)
  }

  mutating func makeAll() {
    aim()
    emptied = findEmptied()
    let pending = targets.keys.filter { model.places[$0] != targets[$0] }
    let order = pending.map { (number: $0, path: model.path(of: $0) ?? plannedPath(of: $0)) }
      .sorted { ($0.path, $0.number) < ($1.path, $1.number) }
    queue = order.map(\.number)
    var waiting = queue[...]
    repeat { run() } while clear() || retryOthers() || parkBlocker(of: &waiting)
    for number in waiting where model.places[number] != targets[number] {
      noteStuck(number)
      unpark(number)
    }
  }

  private func findEmptied() -> Set<Int> {
    var emptied = Set(directoriesToRemove)
    guard !emptied.isEmpty else { return [] }
    let leaving = emptied.union(documentsToRemove)
    for number in model.places.keys where targets[number] == nil && !leaving.contains(number) {
      var directory = model.places[number]?.parent ?? 0
      while directory != 0, let place = model.places[directory] {
        emptied.remove(directory)
        directory = place.parent
      }
    }
    return emptied
  }

  private func plannedPath(of number: Int) -> RelativePath {
    let index = number - arrangement.census.nodes.count
    return index >= 0 ? arrangement.directories[index].path : .root
  }

  private mutating func run() {
    var index = 0
    while index < queue.count {
      step(queue[index])
      index += 1
    }
    queue.removeAll()
  }

  /// Does what one node needs, or has it wait.
  private mutating func step(_ number: Int) {
    guard let target = targets[number], model.places[number] != target else { return }
    guard model.places[target.parent] != nil else {
      waitingForDirectory[target.parent, default: []].append(number)
      return
    }
    if model.contains(number, target.parent) {
      waitingForOthers.append(number)
      return
    }
    let slot = model.slot(target)
    if let occupant = model.occupants[slot] {
      guard occupant == number else {
        waitingForName[slot, default: []].append(number)
        return
      }
      // The file system takes both spellings for one name, which is taken while it has the other.
      if let directory = model.places[number]?.parent { park(number, in: directory) }
    }
    if model.places[number] == nil {
      model.add(number, at: target)
      if let path = model.path(of: number) { operations.append(.makeDirectory(path)) }
      queue += waitingForDirectory.removeValue(forKey: number) ?? []
    } else {
      rename(number, to: target)
    }
  }

  private mutating func rename(_ number: Int, to target: TreePlace) {
    guard let from = model.path(of: number), let former = model.places[number] else { return }
    model.remove(number)
    model.add(number, at: target)
    guard let to = model.path(of: number) else { return }
    operations.append(.rename(from: from, to: to, expecting: content(of: number)))
    queue += waitingForName.removeValue(forKey: model.slot(former)) ?? []
    queue += waitingForDirectory.removeValue(forKey: number) ?? []
  }

  private func content(of number: Int) -> Digest? {
    guard number < arrangement.census.nodes.count else { return nil }
    return arrangement.census.nodes[number].presence[replica].standing?.entry.digest
  }

  private mutating func retryOthers() -> Bool {
    let ready = waitingForOthers.filter { number in
      targets[number].map { !model.contains(number, $0.parent) } ?? false
    }
    guard !ready.isEmpty else { return false }
    waitingForOthers.removeAll { ready.contains($0) }
    queue += ready
    return true
  }

  /// Takes away what is deleted, as far as that is possible now. Returns whether anything went.
  @discardableResult private mutating func clear() -> Bool {
    let before = operations.count
    for number in documentsToRemove {
      guard let path = model.path(of: number) else { continue }
      operations.append(.remove(path, expecting: content(of: number)))
      vacate(number)
    }
    documentsToRemove.removeAll()
    var isLeft: [Int] = []
    for (number, path) in directoriesToRemove.compactMap({ number in
      model.path(of: number).map { (number, $0) }
    }).sorted(by: { $0.1 > $1.1 }) {
      if model.isEmpty(number) {
        operations.append(.removeDirectory(path))
        vacate(number)
      } else {
        isLeft.append(number)
      }
    }
    directoriesToRemove = isLeft
    return operations.count > before
  }

  private mutating func vacate(_ number: Int) {
    guard let former = model.places[number] else { return }
    model.remove(number)
    queue += waitingForName.removeValue(forKey: model.slot(former)) ?? []
  }

  /// Parks what has the name that the first of those that wait needs. Returns whether there was one.
  private mutating func parkBlocker(of waiting: inout ArraySlice<Int>) -> Bool {
    while let first = waiting.first, model.places[first] == targets[first] { waiting.removeFirst() }
    for number in waiting {
      guard let target = targets[number],
        model.places[number] != target, model.places[target.parent] != nil,
        let occupant = model.occupants[model.slot(target)]
      else { continue }
      if emptied.contains(occupant) {
        // The name is a directory's that is to go: what is still in it is taken out.
        let content = waiting.first {
          model.places[$0] != nil && model.places[$0] != targets[$0] && model.contains(occupant, $0)
        }
        guard let content, let outside = model.places[occupant]?.parent else { continue }
        park(content, in: outside)
        return true
      }
      guard let own = model.places[occupant], let wanted = targets[occupant], own != wanted,
        ParkedName(parsing: own.name) == nil, canGoOn(occupant)
      else { continue }
      park(occupant, in: own.parent)
      return true
    }
    return false
  }

  /// Whether what has to give way gets to where it is to be once it does: the names that it waits
  /// for lead round in a circle or to what goes, not to what stays.
  private func canGoOn(_ number: Int) -> Bool {
    var seen: Set<Int> = []
    var number = number
    while seen.insert(number).inserted {
      guard let target = targets[number] else { return emptied.contains(number) }
      guard let occupant = model.occupants[model.slot(target)] else { return true }
      number = occupant
    }
    return true
  }

  /// Moves a node out of the way.
  private mutating func park(_ number: Int, in directory: Int) {
    guard number < arrangement.census.nodes.count else { return }
    let node = arrangement.census.nodes[number]
    guard let path = node.agreed?.path ?? model.path(of: number) else { return }
    rename(number, to: TreePlace(parent: directory, name: ParkedName(for: path).bytes))
    queue.append(number)
  }

  /// Nothing stays hidden: what was parked in a plan before this one and can't go on gets back the
  /// name that it had, else that of a conflict copy.
  private mutating func unpark(_ number: Int) {
    guard number < arrangement.census.nodes.count, let place = model.places[number],
      let parked = ParkedName(parsing: place.name)
    else { return }
    let node = arrangement.census.nodes[number]
    let earlier =
      node.agreed == nil
      ? node.place : arrangement.census.earlierPlace(of: number, in: replica)
    var choices = [earlier, TreePlace(parent: place.parent, name: parked.name)]
    for count in 1...(model.places.count + 1) {
      let name = ConflictName.make(
        for: parked.name, at: node.modified,
        utcOffsetSeconds: arrangement.census.situation.utcOffsetSeconds,
        origin: arrangement.census.situation.replicas[replica].label, number: count)
      choices.append(TreePlace(parent: place.parent, name: name))
    }
    let free = choices.first { choice in
      ParkedName(parsing: choice.name) == nil && model.places[choice.parent] != nil
        && !model.contains(number, choice.parent) && model.occupants[model.slot(choice)] == nil
    }
    if let free { rename(number, to: free) }
  }
}
