/// Joins two JSON texts by their objects' keys where lines can't be told apart: one stays as it is
/// typed, and the other's edits are put into it.
///
/// Exact or not at all. The other's edits have to make of the base, put into it in the same way,
/// that side byte for byte: so no layout that a person changed is lost, and which side it is
/// doesn't depend on the order they are given in. Lists are joined only where one side left them
/// alone, repeated keys never.
struct JSONMerge {
  private let base: JSONTree
  /// The side whose bytes are kept.
  private let host: JSONTree
  /// The side whose edits are put in.
  private let guest: JSONTree

  /// The parts have to be read whole several times; larger documents stay side by side.
  static let sizeLimit = 1 << 20
  /// Below this, values are taken whole: it bounds the recursion.
  private static let depthLimit = 64

  private init(base: JSONTree, host: JSONTree, guest: JSONTree) {
    (self.base, self.host, self.guest) = (base, host, guest)
  }

  /// The joined text; throws why there is none.
  static func merge(base: JSONTree, ours: JSONTree, theirs: JSONTree) throws(Refusal) -> [UInt8] {
    guard [base, ours, theirs].allSatisfy({ $0.repeatedKeys() == 0 }) else {
      throw Refusal(reason: "both changed, and an object has a key twice")
    }
    // Of two that could be the guest, the choice is by content: both machines make the same one.
    let sides =
      ours.bytes.lexicographicallyPrecedes(theirs.bytes) ? (ours, theirs) : (theirs, ours)
    for (host, guest) in [sides, (sides.1, sides.0)] {
      let alone = JSONMerge(base: base, host: base, guest: guest)
      guard try alone.joined() == guest.bytes else { continue }
      return try JSONMerge(base: base, host: host, guest: guest).joined()
    }
    throw Refusal(reason: "both changed values and layout")
  }

  /// Why two texts can't be joined.
  struct Refusal: Error {
    let reason: String
  }

  private func joined() throws(Refusal) -> [UInt8] {
    let root = host.nodes[JSONTree.root]
    let value = try value(JSONTree.root, JSONTree.root, JSONTree.root, at: .root, depth: 0)
    return host.bytes[..<root.start] + value + host.bytes[root.end...]
  }

  /// The joined value's bytes, given the nodes of the base's, the host's and the guest's.
  private func value(
    _ inBase: Int, _ inHost: Int, _ inGuest: Int, at path: JSONKeyPath, depth: Int
  ) throws(Refusal) -> [UInt8] {
    let before = base.tokens(of: inBase)
    let ours = host.tokens(of: inHost)
    let theirs = guest.tokens(of: inGuest)
    if theirs == before || theirs == ours { return host.source(of: inHost) }
    let kinds = [
      base.nodes[inBase].kind, host.nodes[inHost].kind, guest.nodes[inGuest].kind,
    ]
    if depth < Self.depthLimit, kinds.allSatisfy({ $0 == .object }) {
      return try object(inBase, inHost, inGuest, at: path, depth: depth)
    }
    guard ours == before else { throw Self.bothChanged(path) }
    if depth < Self.depthLimit, kinds.allSatisfy({ $0 == .array }),
      base.items(of: inBase).count == guest.items(of: inGuest).count
    {
      return try list(inBase, inHost, inGuest, at: path, depth: depth)
    }
    return guest.source(of: inGuest)
  }

  /// A list that the host left alone and whose length the guest left alone: only so that items
  /// keep the host's layout.
  private func list(
    _ inBase: Int, _ inHost: Int, _ inGuest: Int, at path: JSONKeyPath, depth: Int
  ) throws(Refusal) -> [UInt8] {
    let items = zip(base.items(of: inBase), guest.items(of: inGuest))
    var joined: [UInt8] = []
    var end = host.nodes[inHost].start
    for (index, (item, nodes)) in zip(host.items(of: inHost), items).enumerated() {
      joined += host.bytes[end..<host.nodes[item].start]
      joined += try value(nodes.0, item, nodes.1, at: path.item(index), depth: depth + 1)
      end = host.nodes[item].end
    }
    return joined + host.bytes[end..<host.nodes[inHost].end]
  }

  private func object(
    _ inBase: Int, _ inHost: Int, _ inGuest: Int, at path: JSONKeyPath, depth: Int
  ) throws(Refusal) -> [UInt8] {
    let before = base.values(of: inBase)
    let theirs = guest.values(of: inGuest)
    var parts = JSONObjectParts(host, of: inHost)
    for (key, node) in host.members(of: inHost) {
      let path = path.key(key)
      switch (before[key], theirs[key]) {
      case (let old?, let new?):
        parts.replaceValue(of: key, by: try value(old, node, new, at: path, depth: depth + 1))
      case (let old?, nil):
        guard host.tokens(of: node) == base.tokens(of: old) else { throw Self.removed(path) }
        parts.remove(key)
      case (nil, let new?):
        guard host.tokens(of: node) == guest.tokens(of: new) else { throw Self.bothChanged(path) }
      case (nil, nil): break
      }
    }
    let ours = Set(host.values(of: inHost).keys)
    let added = JSONObjectParts(guest, of: inGuest)
    var previous: [UInt8]?
    for (key, node) in guest.members(of: inGuest) {
      if let old = before[key], !ours.contains(key) {
        guard guest.tokens(of: node) == base.tokens(of: old) else {
          throw Self.removed(path.key(key))
        }
      } else if !ours.contains(key) {
        parts.insert(key, from: added, after: previous)
      }
      if parts.contains(key) { previous = key }
    }
    return parts.joined(framedLike: added)
  }

  private static func bothChanged(_ path: JSONKeyPath) -> Refusal {
    Refusal(reason: path.isRoot ? "both changed" : "both changed key `\(path)`")
  }

  private static func removed(_ path: JSONKeyPath) -> Refusal {
    Refusal(reason: "one side removed key `\(path)`, the other changed it")
  }
}
