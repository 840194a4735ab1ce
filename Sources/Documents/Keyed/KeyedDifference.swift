/// What is different between two lists of items that have ids, for a type to put into words.
public struct KeyedDifference<Item: Identifiable & Equatable> {
  /// Items that only the new list has, in its order.
  public private(set) var added: [Item] = []
  /// Items that only the old list has, in its order.
  public private(set) var removed: [Item] = []
  /// Items that both have and that are not equal, in the new list's order.
  public private(set) var edited: [(old: Item, new: Item)] = []
  /// Whether items that both have stand in another order.
  public private(set) var isReordered = false

  /// Of items with the same id in one list, the last one counts.
  public init(from old: [Item], to new: [Item]) {
    let before = Dictionary(old.map { ($0.id, $0) }) { $1 }
    let after = Dictionary(new.map { ($0.id, $0) }) { $1 }
    removed = old.filter { after[$0.id] == nil }
    for item in new {
      if let other = before[item.id] {
        if other != item { edited.append((other, item)) }
      } else {
        added.append(item)
      }
    }
    let kept = old.map(\.id).filter { after[$0] != nil }
    isReordered = kept != new.map(\.id).filter { before[$0] != nil }
  }

  /// Whether nothing is different.
  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && edited.isEmpty && !isReordered
  }
}

extension KeyedDifference: Sendable where Item: Sendable {}
