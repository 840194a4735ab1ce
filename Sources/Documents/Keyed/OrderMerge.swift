/// Joins the orders in which two sides keep the same items.
///
/// What neither side moved is the frame, in the base's order. What a side added or moved follows
/// what it follows there. Where both put something behind the same item, and where both moved or
/// added the same one, it is decided by the items' names, so that it is the same whichever side is
/// which. No item is lost and none comes twice.
struct OrderMerge<ID: Hashable> {
  /// The items that the result has.
  private let survivors: Set<ID>
  /// Gives items an order of their own.
  private let name: (ID) -> [UInt8]

  private init(_ survivors: Set<ID>, _ name: @escaping (ID) -> [UInt8]) {
    self.survivors = survivors
    self.name = name
  }

  /// - Parameters:
  ///   - survivors: what is in the result; each of them is in one of the lists.
  ///   - name: tells items apart that stand in the same place.
  static func order(
    base: [ID], ours: [ID], theirs: [ID], survivors: Set<ID>, name: @escaping (ID) -> [UInt8]
  ) -> [ID] {
    OrderMerge(survivors, name).joined(base, [ours, theirs])
  }

  private func joined(_ base: [ID], _ sides: [[ID]]) -> [ID] {
    let names = sides.map { $0.map(name) }
    let isSwapped = names[1].lexicographicallyPrecedes(names[0]) {
      $0.lexicographicallyPrecedes($1)
    }
    let sides = isSwapped ? [sides[1], sides[0]] : sides
    var places: [ID: Int] = [:]
    for (index, id) in base.enumerated() { places[id] = index }
    let placed = sides.map { side in Self.moved(side, places: places) }
    // What is in the base and no side that has it moved.
    let frame = base.filter { id in survivors.contains(id) && !placed.contains { $0.contains(id) } }
    let inFrame = Set(frame)
    var taken: Set<ID> = []
    /// Behind each item of the frame, or in front of all, what each side has there.
    var runs: [ID?: [[ID]]] = [:]
    for (side, placed) in zip(sides, placed) {
      var anchor: ID?
      var run: [ID] = []
      for id in side where survivors.contains(id) {
        if inFrame.contains(id) {
          if !run.isEmpty { runs[anchor, default: []].append(run) }
          (anchor, run) = (id, [])
        } else if placed.contains(id), taken.insert(id).inserted {
          // Where only the other side moved it, this one's place for it doesn't count.
          run.append(id)
        }
      }
      if !run.isEmpty { runs[anchor, default: []].append(run) }
    }
    return ([nil] + frame.map(Optional.some)).flatMap { anchor in
      let inserted = (runs[anchor] ?? []).sorted {
        name($0[0]).lexicographicallyPrecedes(name($1[0]))
      }
      return (anchor.map { [$0] } ?? []) + inserted.flatMap(\.self)
    }
  }

  /// What a side added, and the fewest items that had to move to give its order.
  private static func moved(_ side: [ID], places: [ID: Int]) -> Set<ID> {
    let known = side.compactMap { id in places[id].map { (id: id, place: $0) } }
    var moved = Set(side)
    for index in longestRise(known.map(\.place)) { moved.remove(known[index].id) }
    return moved
  }

  /// The indices of the longest rising part of a list of different numbers.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    // For each length, the index of the smallest number that such a part can end with.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var rise: [Int] = []
    var next = ends.last
    while let index = next {
      rise.append(index)
      next = previous[index]
    }
    return rise
  }
}
