/// One replica's tree while its operations are worked out: who is where, by number.
struct ReplicaModel {
  /// A name as the replica's file system tells names apart.
  struct Slot: Hashable {
    var parent: Int
    var key: NameRules.Key
  }

  let rules: NameRules
  private(set) var places: [Int: TreePlace] = [:]
  private(set) var occupants: [Slot: Int] = [:]
  private var counts: [Int: Int] = [:]

  init(_ census: TreeCensus, replica: Int) {
    rules = census.situation.replicas[replica].rules
    places[0] = TreePlace(parent: 0, name: [])
    for (path, number) in census.nodeAt[replica] where number != 0 {
      if let parent = census.nodeAt[replica][path.parent] {
        add(number, at: TreePlace(parent: parent, name: Array(path.name)))
      }
    }
    // What can't be told is taken to be where it was: it keeps its name and its directory.
    for number in 1..<max(1, census.agreedCount)
    where census.nodes[number].presence[replica].isUnknown {
      let place = census.earlierPlace(of: number, in: replica)
      if places[place.parent] != nil, occupants[slot(place)] == nil { add(number, at: place) }
    }
  }

  func slot(_ place: TreePlace) -> Slot {
    Slot(parent: place.parent, key: rules.key(of: place.name))
  }

  mutating func add(_ number: Int, at place: TreePlace) {
    places[number] = place
    occupants[slot(place)] = number
    counts[place.parent, default: 0] += 1
  }

  mutating func remove(_ number: Int) {
    guard let place = places.removeValue(forKey: number) else { return }
    if occupants[slot(place)] == number { occupants[slot(place)] = nil }
    counts[place.parent, default: 1] -= 1
  }

  func isEmpty(_ directory: Int) -> Bool { counts[directory, default: 0] == 0 }

  /// Whether the second is the first or lies beneath it.
  func contains(_ directory: Int, _ number: Int) -> Bool {
    var number = number
    while number != directory {
      guard number != 0, let place = places[number] else { return false }
      number = place.parent
    }
    return true
  }

  func path(of number: Int) -> RelativePath? {
    guard number != 0 else { return .root }
    var names: [[UInt8]] = []
    var number = number
    while number != 0 {
      guard let place = places[number] else { return nil }
      names.append(place.name)
      number = place.parent
    }
    return RelativePath(Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
  }
}
