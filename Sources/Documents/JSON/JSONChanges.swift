/// Says what differs between two JSON texts, key by key.
struct JSONChanges {
  private let old: JSONTree
  private let new: JSONTree
  private var lines: [String] = []
  private var unsaid = 0

  /// More lines than a person reads at once.
  private static let lineLimit = 12
  /// Below this, values are compared whole: it bounds the recursion, and no path is that long.
  private static let depthLimit = 64

  private init(from old: JSONTree, to new: JSONTree) {
    self.old = old
    self.new = new
  }

  static func inWords(from old: JSONTree, to new: JSONTree) -> [String] {
    var changes = JSONChanges(from: old, to: new)
    changes.compare(JSONTree.root, JSONTree.root, at: .root, depth: 0)
    if changes.lines.isEmpty { return ["only the layout changed"] }
    return changes.unsaid == 0 ? changes.lines : changes.lines + ["and \(changes.unsaid) more"]
  }

  private mutating func say(_ line: String) {
    if lines.count < Self.lineLimit { lines.append(line) } else { unsaid += 1 }
  }

  private mutating func compare(_ left: Int, _ right: Int, at path: JSONKeyPath, depth: Int) {
    let kinds = (old.nodes[left].kind, new.nodes[right].kind)
    if depth < Self.depthLimit, kinds == (.object, .object) {
      compareObjects(left, right, at: path, depth: depth)
    } else if depth < Self.depthLimit, kinds == (.array, .array) {
      compareArrays(left, right, at: path, depth: depth)
    } else if old.tokens(of: left) != new.tokens(of: right) {
      say(path.isRoot ? "the whole value changed" : "key `\(path)` changed")
    }
  }

  private mutating func compareObjects(
    _ left: Int, _ right: Int, at path: JSONKeyPath, depth: Int
  ) {
    var after = Dictionary(grouping: new.members(of: right), by: \.key)
      .mapValues { $0.map(\.value)[...] }
    for (key, value) in old.members(of: left) {
      if let other = after[key]?.popFirst() {
        compare(value, other, at: path.key(key), depth: depth + 1)
      } else {
        say("key `\(path.key(key))` removed")
      }
    }
    // What is left over was not there before; in the order of the text.
    for (key, value) in new.members(of: right) where after[key]?.first == value {
      after[key]?.removeFirst()
      say("key `\(path.key(key))` added")
    }
  }

  private mutating func compareArrays(
    _ left: Int, _ right: Int, at path: JSONKeyPath, depth: Int
  ) {
    let before = old.items(of: left)
    let after = new.items(of: right)
    let oldTokens = before.map { old.tokens(of: $0) }
    let newTokens = after.map { new.tokens(of: $0) }
    if oldTokens == newTokens { return }
    let (removed, added) = Self.difference(from: oldTokens, to: newTokens)
    let name = path.isRoot ? "the list" : "`\(path)`"
    if removed == 0, added == 0 {
      say("items of \(name) reordered")
    } else if before.count == after.count, Self.changedPlaces(oldTokens, newTokens) == removed {
      for (index, pair) in zip(before, after).enumerated()
      where oldTokens[index] != newTokens[index] {
        compare(pair.0, pair.1, at: path.item(index), depth: depth + 1)
      }
    } else {
      if removed > 0 { say("\(Self.items(removed)) removed from \(name)") }
      if added > 0 { say("\(Self.items(added)) added to \(name)") }
    }
  }

  /// How many values only one of the lists holds, whatever their order.
  private static func difference(
    from old: [[UInt8]], to new: [[UInt8]]
  ) -> (removed: Int, added: Int) {
    var counts: [[UInt8]: Int] = [:]
    for tokens in old { counts[tokens, default: 0] += 1 }
    for tokens in new { counts[tokens, default: 0] -= 1 }
    return counts.values.reduce(into: (0, 0)) { sums, count in
      if count > 0 { sums.0 += count } else { sums.1 -= count }
    }
  }

  private static func changedPlaces(_ old: [[UInt8]], _ new: [[UInt8]]) -> Int {
    zip(old, new).count { $0 != $1 }
  }

  private static func items(_ count: Int) -> String {
    count == 1 ? "1 item" : "\(count) items"
  }
}
