/// Puts what a program knows of a document over what the document held, so that members that the
/// program knows nothing of stay.
enum JSONOverlay {
  /// - Parameters:
  ///   - new: what the program would write.
  ///   - known: what it would have written when it had just read the document.
  ///   - source: what it read.
  static func lay(_ new: JSONValue, over source: JSONValue, knownAs known: JSONValue?) -> JSONValue
  {
    if new == source { return source }
    // Where the two hold the same otherwise, the document is of an older version, which what is
    // written must not mix with the newest.
    if let known, new == known, covers(source, known) { return source }
    switch (new, source) {
    case (.object(let members), .object(let before)):
      return object(members, over: before, knownAs: known)
    case (.array, .array): return list(new, over: source, knownAs: known)
    default: return new
    }
  }

  private static func object(
    _ members: [JSONValue.Member], over before: [JSONValue.Member], knownAs known: JSONValue?
  ) -> JSONValue {
    let values = JSONValue.object(members).byKey
    let known = known?.byKey ?? [:]
    var result: [JSONValue.Member] = []
    for member in before {
      if let new = values[member.key] {
        let value = lay(new, over: member.value, knownAs: known[member.key])
        result.append(.init(key: member.key, value: value))
      } else if known[member.key] == nil {
        result.append(member)
      }
    }
    let there = Set(before.map(\.key))
    return .object(result + members.filter { !there.contains($0.key) })
  }

  /// Items are found again by their id, else by their place from either end of the list.
  private static func list(
    _ new: JSONValue, over source: JSONValue, knownAs known: JSONValue?
  ) -> JSONValue {
    let items = new.elements ?? []
    let before = source.elements ?? []
    let seen = known?.elements ?? []
    if let old = source.keyedElements, let names = new.keyedElements?.order {
      let olderKnown = known?.keyedElements?.items
      return .array(
        zip(names, items).map { name, item in
          old.items[name].map { lay(item, over: $0, knownAs: olderKnown?[name]) } ?? item
        })
    }
    guard seen.count == before.count else { return new }
    let start = zip(items, seen).prefix { $0 == $1 }.count
    let limit = min(items.count, seen.count) - start
    let end = zip(items.reversed(), seen.reversed()).prefix(limit).prefix { $0 == $1 }.count
    return .array(
      items.indices.map { index in
        let fromEnd = index - items.count + before.count
        let place = index >= items.count - end ? fromEnd : index
        let isKnown = index < start || index >= items.count - end || items.count == before.count
        return isKnown ? lay(items[index], over: before[place], knownAs: seen[place]) : items[index]
      })
  }

  /// Whether a document holds all that is known of it as it would be written, or nothing instead.
  private static func covers(_ source: JSONValue, _ known: JSONValue) -> Bool {
    switch (source, known) {
    case (.object, .object(let members)):
      let values = source.byKey
      return members.allSatisfy { member in
        values[member.key].map { covers($0, member.value) } ?? true
      }
    case (.array(let items), .array(let others)):
      return items.count == others.count && zip(items, others).allSatisfy(covers)
    default: return source == known
    }
  }
}
