/// An object's text, taken apart so that members can be put in and taken out.
struct JSONObjectParts {
  private struct Member {
    let key: [UInt8]
    /// Key, colon and what is between them and the value.
    let name: [UInt8]
    var value: [UInt8]
    /// Comma and blanks before it, as typed; nil for what was first.
    let separator: [UInt8]?
    /// The blanks after the opening bracket of the object that it was typed in.
    let lead: ArraySlice<UInt8>
    var isRemoved = false
  }

  private var members: [Member] = []
  /// Where each key is; of one that was put in, behind which member.
  private var places: [[UInt8]: Int] = [:]
  /// What was put in behind a member, or behind -1 in front of all.
  private var insertions: [Int: [Member]] = [:]
  /// From the opening bracket to the first key.
  private let head: [UInt8]
  /// From the last value to behind the closing bracket.
  private let tail: [UInt8]

  init(_ tree: JSONTree, of object: Int) {
    let node = tree.nodes[object]
    let keys = tree.members(of: object)
    guard let first = keys.first else {
      (head, tail) = ([UInt8(ascii: "{")], Array(tree.bytes[(node.start + 1)..<node.end]))
      return
    }
    // A key's node stands right before its value's.
    head = Array(tree.bytes[node.start..<tree.nodes[first.value - 1].start])
    var end: Int?
    for (key, value) in keys {
      let start = tree.nodes[value - 1].start
      places[key] = members.count
      members.append(
        Member(
          key: key, name: Array(tree.bytes[start..<tree.nodes[value].start]),
          value: tree.source(of: value),
          separator: end.map { Array(tree.bytes[$0..<start]) }, lead: head.dropFirst()))
      end = tree.nodes[value].end
    }
    tail = Array(tree.bytes[(end ?? node.end)..<node.end])
  }

  func contains(_ key: [UInt8]) -> Bool { places[key] != nil }

  mutating func replaceValue(of key: [UInt8], by value: [UInt8]) {
    if let place = places[key] { members[place].value = value }
  }

  mutating func remove(_ key: [UInt8]) {
    if let place = places.removeValue(forKey: key) { members[place].isRemoved = true }
  }

  /// Puts a member of another object behind the one with the key `previous`, or first.
  mutating func insert(_ key: [UInt8], from other: JSONObjectParts, after previous: [UInt8]?) {
    guard let place = other.places[key] else { return }
    let anchor = previous.flatMap { places[$0] } ?? -1
    insertions[anchor, default: []].append(other.members[place])
    places[key] = anchor
  }

  /// The object's text. An object that had no members has no layout for any, and takes the other's.
  func joined(framedLike other: JSONObjectParts) -> [UInt8] {
    var all = insertions[-1] ?? []
    for (index, member) in members.enumerated() {
      if !member.isRemoved { all.append(member) }
      all += insertions[index] ?? []
    }
    guard let first = all.first else {
      return other.members.isEmpty ? other.head + other.tail : Array("{}".utf8)
    }
    let frame = members.isEmpty ? other : self
    var text = frame.head + first.name + first.value
    for member in all.dropFirst() {
      text += separator(before: member, orIn: other) + member.name + member.value
    }
    return text + frame.tail
  }

  /// What was first and no longer is has none: it is set off as the other side has it, else like
  /// the other members, else as it was from the bracket.
  private func separator(before member: Member, orIn other: JSONObjectParts) -> [UInt8] {
    member.separator
      ?? other.places[member.key].flatMap { other.members[$0].separator }
      ?? members.lazy.compactMap(\.separator).first
      ?? [UInt8(ascii: ",")] + member.lead
  }
}
