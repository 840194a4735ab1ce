import Reconciliation

/// Items in an order, each with an id that no other has: a mergeable snapshot of pages, rows,
/// chapters.
///
/// Additions, removals, edits and moves of different items are joined, edits of one item as the
/// item's type can. An item that one side removed and the other edited stays. Its order is the
/// same whichever side is which.
public struct KeyedItems<Item: MergeableSnapshot & Identifiable & Equatable>: Equatable
where Item.ID: Sendable {
  private var items: [Item] = []

  /// No items.
  public init() {}

  /// These items; nil where two have the same id.
  public init?(_ items: some Sequence<Item>) {
    self.items = Array(items)
    guard Set(self.items.map(\.id)).count == self.items.count else { return nil }
  }

  /// The item with this id. Setting one that isn't there puts it at the end; setting nil removes it.
  /// An item of another id than the one asked for is not set.
  public subscript(id id: Item.ID) -> Item? {
    get { items.first { $0.id == id } }
    set {
      if let newValue, newValue.id != id { return }
      let index = items.firstIndex { $0.id == id }
      switch (index, newValue) {
      case (let index?, let item?): items[index] = item
      case (let index?, nil): items.remove(at: index)
      case (nil, let item?): items.append(item)
      case (nil, nil): break
      }
    }
  }

  /// Puts an item before the one that is now at `index`, or at the end. One that is already there is
  /// moved, and takes this one's content.
  public mutating func insert(_ item: Item, at index: Int) {
    var place = Swift.min(Swift.max(index, 0), items.count)
    if let old = items.firstIndex(where: { $0.id == item.id }) {
      items.remove(at: old)
      if old < place { place -= 1 }
    }
    items.insert(item, at: place)
  }
}

extension KeyedItems: RandomAccessCollection {
  /// The first item's.
  public var startIndex: Int { items.startIndex }
  /// Behind the last item's.
  public var endIndex: Int { items.endIndex }
  /// The item at an index.
  public subscript(position: Int) -> Item { items[position] }
}

extension KeyedItems: MergeableSnapshot {
  /// What is different from an earlier list, item by item.
  public func difference(from previous: KeyedItems) -> KeyedDifference<Item> {
    KeyedDifference(from: previous.items, to: items)
  }

  /// "2 items added", "item 3: 1 line changed", "items reordered".
  public func changes(since previous: KeyedItems) -> [String] {
    changes(since: previous, calling: "item", "items")
  }

  /// The same, in a type's own words: "2 pages added".
  public func changes(
    since previous: KeyedItems, calling one: String, _ many: String
  ) -> [String] {
    let difference = difference(from: previous)
    func counted(_ count: Int) -> String { count == 1 ? "1 \(one)" : "\(count) \(many)" }
    var lines: [String] = []
    if !difference.added.isEmpty { lines.append(counted(difference.added.count) + " added") }
    if !difference.removed.isEmpty { lines.append(counted(difference.removed.count) + " removed") }
    for (old, new) in difference.edited.prefix(8) {
      let place = (items.firstIndex { $0.id == new.id } ?? 0) + 1
      let words = new.changes(since: old).joined(separator: ", ")
      lines.append("\(one) \(place): " + (words.isEmpty ? "changed" : words))
    }
    if difference.edited.count > 8 {
      lines.append(counted(difference.edited.count - 8) + " more changed")
    }
    if difference.isReordered { lines.append("\(many) reordered") }
    return lines
  }

  /// Joins two lists that came from one. A conflict only where both changed one item in ways that
  /// its own type can't join, or both added one id with different content.
  public static func merging(
    base: KeyedItems?, ours: KeyedItems, theirs: KeyedItems
  ) -> SnapshotMerge<KeyedItems> {
    if ours == theirs { return .merged(ours) }
    guard let base else { return .conflict(reason: "both were created, with different content") }
    let (before, one, other) = (base.byID, ours.byID, theirs.byID)
    var joined: [Item.ID: Item] = [:]
    // In the base's order, so that of several conflicts the same one is told everywhere.
    let added = Set(one.keys).union(other.keys).subtracting(before.keys)
    for id in base.map(\.id) + added.sorted(by: { "\($0)" < "\($1)" }) {
      switch merging(id, before[id], one[id], other[id]) {
      case .merged(let item): joined[id] = item
      case .conflict(let reason):
        let place = (base.firstIndex { $0.id == id }).map { "item \($0 + 1)" } ?? "an added item"
        return .conflict(reason: "\(place): \(reason)")
      }
    }
    let order = OrderMerge.order(
      base: base.map(\.id), ours: ours.map(\.id), theirs: theirs.map(\.id),
      survivors: Set(joined.keys)
    ) { Array("\($0)".utf8) }
    var result = KeyedItems()
    result.items = order.compactMap { joined[$0] }
    return .merged(result)
  }

  /// One item; nil where it is removed.
  private static func merging(
    _ id: Item.ID, _ base: Item?, _ ours: Item?, _ theirs: Item?
  ) -> SnapshotMerge<Item?> {
    switch (ours, theirs) {
    case (nil, nil): return .merged(nil)
    case (let item?, nil), (nil, let item?): return .merged(base == item ? nil : item)
    case (let ours?, let theirs?):
      if ours == theirs || theirs == base { return .merged(ours) }
      if ours == base { return .merged(theirs) }
      switch Item.merging(base: base, ours: ours, theirs: theirs) {
      case .merged(let item) where item.id == id: return .merged(item)
      case .merged: return .conflict(reason: "joined, it would be another item")
      case .conflict(let reason): return .conflict(reason: reason)
      }
    }
  }

  private var byID: [Item.ID: Item] { Dictionary(items.map { ($0.id, $0) }) { $1 } }
}
