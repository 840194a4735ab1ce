import Reconciliation

/// Joins two JSON values with the one that both came from, by what they mean and not by their text.
///
/// Objects by key; lists whose items can be told apart by item, where an edit beats a removal;
/// strings of several lines by line. The result is the same whichever side is which.
enum JSONValueMerge {
  /// Why two values can't be joined.
  struct Refusal: Error {
    let reason: String
  }

  static func merge(
    base: JSONValue?, ours: JSONValue, theirs: JSONValue, at path: JSONKeyPath = .root
  ) throws(Refusal) -> JSONValue {
    if ours == theirs { return chosen(ours, theirs) }
    if ours == base { return theirs }
    if theirs == base { return ours }
    switch (base ?? emptied(ours), ours, theirs) {
    case (.object(let before), .object(let one), .object(let other)):
      return try object(before, one, other, at: path)
    case (.array, .array, .array):
      if let joined = try list(base, ours, theirs, at: path) { return joined }
    case (.string(let before), .string(let one), .string(let other)) where base != nil:
      if case .merged(let text) = mergeLines(base: before, ours: one, theirs: other) {
        return .string(text)
      }
    default: break
    }
    throw Refusal(reason: path.isRoot ? "both changed" : "both changed key `\(path)`")
  }

  /// Of two that mean the same and are typed otherwise, the same one on every machine.
  private static func chosen(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    guard case (.number(let ours), .number(let theirs)) = (one, other) else { return one }
    return ours.lexicographicallyPrecedes(theirs) ? one : other
  }

  /// What both added is joined as if it had been there with nothing in it.
  private static func emptied(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object: .object([])
    case .array: .array([])
    default: value
    }
  }

  private static func object(
    _ before: [JSONValue.Member], _ one: [JSONValue.Member], _ other: [JSONValue.Member],
    at path: JSONKeyPath
  ) throws(Refusal) -> JSONValue {
    let base = JSONValue.object(before).byKey
    let (ours, theirs) = (JSONValue.object(one).byKey, JSONValue.object(other).byKey)
    // The base's order is the same on every machine; what is new comes behind, sorted.
    let added = Set(ours.keys).union(theirs.keys).subtracting(base.keys)
      .sorted { $0.lexicographicallyPrecedes($1) }
    var result: [JSONValue.Member] = []
    for key in before.map(\.key) + added {
      let old = base[key]
      switch (ours[key], theirs[key]) {
      case (let mine?, let other?):
        let value = try merge(base: old, ours: mine, theirs: other, at: path.key(key))
        result.append(.init(key: key, value: value))
      case (let value?, nil), (nil, let value?):
        if let old {
          guard value == old else {
            throw Refusal(
              reason: "one side removed key `\(path.key(key))`, the other changed it")
          }
        } else {
          result.append(.init(key: key, value: value))
        }
      case (nil, nil): break
      }
    }
    return .object(result)
  }

  /// Nil where items can't be told apart.
  private static func list(
    _ base: JSONValue?, _ ours: JSONValue, _ theirs: JSONValue, at path: JSONKeyPath
  ) throws(Refusal) -> JSONValue? {
    guard let before = (base ?? .array([])).keyedElements, let one = ours.keyedElements,
      let other = theirs.keyedElements
    else { return nil }
    var joined: [[UInt8]: JSONValue] = [:]
    let added = Set(one.order).union(other.order).subtracting(before.order)
      .sorted { $0.lexicographicallyPrecedes($1) }
    for (index, name) in (before.order + added).enumerated() {
      let old = before.items[name]
      switch (one.items[name], other.items[name]) {
      case (let mine?, let other?):
        joined[name] = try merge(base: old, ours: mine, theirs: other, at: path.item(index))
      case (let value?, nil), (nil, let value?):
        // Who removed it had not seen the edit.
        if value != old { joined[name] = value }
      case (nil, nil): break
      }
    }
    let order = OrderMerge.order(
      base: before.order, ours: one.order, theirs: other.order, survivors: Set(joined.keys)
    ) { $0 }
    return .array(order.compactMap { joined[$0] })
  }
}
