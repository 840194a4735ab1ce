/// Writes a value as JSON text over one that is there: what is the same keeps its bytes, and what is
/// new follows the text's style.
struct JSONComposer {
  private let tree: JSONTree
  private let style: JSONStyle

  /// - Parameter tree: the text whose layout stays; nil for a new one in the usual style.
  static func text(of value: JSONValue, over tree: JSONTree?) -> [UInt8] {
    guard let tree else {
      return JSONStyle().text(of: value, indentedBy: []) + [UInt8(ascii: "\n")]
    }
    let composer = JSONComposer(tree: tree, style: JSONStyle(of: tree))
    let root = tree.nodes[JSONTree.root]
    return tree.bytes[..<root.start]
      + composer.text(of: value, over: JSONTree.root, indentedBy: [])
      + tree.bytes[root.end...]
  }

  private func text(
    of value: JSONValue, over node: Int, indentedBy indent: [UInt8]
  ) -> [UInt8] {
    let old = JSONValue(node, of: tree)
    if old == value { return tree.source(of: node) }
    switch (value, tree.nodes[node].kind) {
    case (.object(let members), .object):
      let places = tree.members(of: node)
      let known = Dictionary(places.map { ($0.key, $0.value) }) { $1 }
      // A key's node stands right before its value's.
      let layout = Layout(of: node, children: places.map { ($0.value - 1, $0.value) }, in: self)
      let inner = layout.innerIndent ?? indent + style.indentation
      return layout.joined(
        members.map { member in
          guard let place = known[member.key] else {
            let text = style.text(of: member.value, indentedBy: inner)
            return (JSONStyle.quoted(member.key) + style.colon + text, nil)
          }
          let name = tree.bytes[tree.nodes[place - 1].start..<tree.nodes[place].start]
          return (name + text(of: member.value, over: place, indentedBy: inner), place - 1)
        }, indentedBy: indent)
    case (.array(let elements), .array):
      let places = tree.items(of: node)
      let counterparts = counterparts(of: value, in: old, at: places)
      // Items of another kind, as a new version of a format may have them, have no layout here.
      let isNew = zip(elements, counterparts).allSatisfy { element, place in
        place.map { !element.isSameKind(as: JSONValue($0, of: tree)) } ?? true
      }
      if isNew { return style.text(of: value, indentedBy: indent) }
      let layout = Layout(of: node, children: places.map { ($0, $0) }, in: self)
      let inner = layout.innerIndent ?? indent + style.indentation
      return layout.joined(
        zip(elements, counterparts).map { element, place in
          guard let place else { return (style.text(of: element, indentedBy: inner), nil) }
          return (text(of: element, over: place, indentedBy: inner), place)
        }, indentedBy: indent)
    default: return style.text(of: value, indentedBy: indent)
    }
  }

  /// The node that each item of a list had before.
  private func counterparts(of new: JSONValue, in old: JSONValue, at places: [Int]) -> [Int?] {
    let (items, before) = (new.elements ?? [], old.elements ?? [])
    if let names = new.keyedElements?.order, let known = old.keyedElements?.order {
      let nodes = Dictionary(zip(known, places).map { ($0, $1) }) { $1 }
      return names.map { nodes[$0] }
    }
    let start = zip(items, before).prefix { $0 == $1 }.count
    let limit = min(items.count, before.count) - start
    let end = zip(items.reversed(), before.reversed()).prefix(limit).prefix { $0 == $1 }.count
    return items.indices.map { index in
      if index < start { return places[index] }
      if index >= items.count - end { return places[index - items.count + before.count] }
      return index < before.count - end ? places[index] : nil
    }
  }

  /// What stands around an object's or list's children.
  private struct Layout {
    /// Up to the first child, and from behind the last one.
    let head: [UInt8]
    let tail: [UInt8]
    /// What stands before each child but the first, by its first node.
    let separators: [Int: [UInt8]]
    let usualSeparator: [UInt8]
    let isObject: Bool
    let style: JSONStyle
    /// The blanks before the first child, where that begins a line.
    let innerIndent: [UInt8]?

    /// - Parameter children: each child's first node, and the one that it ends with.
    init(of node: Int, children: [(first: Int, last: Int)], in composer: JSONComposer) {
      let (tree, nodes) = (composer.tree, composer.tree.nodes)
      style = composer.style
      isObject = nodes[node].kind == .object
      var separators: [Int: [UInt8]] = [:]
      for (before, after) in zip(children, children.dropFirst()) {
        separators[after.first] = Array(
          tree.bytes[nodes[before.last].end..<nodes[after.first].start])
      }
      self.separators = separators
      guard let first = children.first, let last = children.last else {
        (head, tail, usualSeparator, innerIndent) = ([], [], [], nil)
        return
      }
      let head = Array(tree.bytes[nodes[node].start..<nodes[first.first].start])
      self.head = head
      tail = Array(tree.bytes[nodes[last.last].end..<nodes[node].end])
      let feed = head.lastIndex(of: UInt8(ascii: "\n"))
      innerIndent = feed.map { Array(head[($0 + 1)...]) }
      let derived = feed == nil ? style.comma : [UInt8(ascii: ",")] + head.dropFirst()
      usualSeparator = children.count > 1 ? separators[children[1].first] ?? derived : derived
    }

    /// Children's texts, each with the node that it had, between the brackets.
    func joined(_ children: [(text: [UInt8], node: Int?)], indentedBy indent: [UInt8]) -> [UInt8] {
      guard let first = children.first else { return Array((isObject ? "{}" : "[]").utf8) }
      if head.isEmpty {
        let texts = children.map(\.text)
        return isObject
          ? style.frame(texts, "{", "}", indentedBy: indent)
          : style.frame(texts, "[", "]", indentedBy: indent)
      }
      var text = head + first.text
      for child in children.dropFirst() {
        text += child.node.flatMap { separators[$0] } ?? usualSeparator
        text += child.text
      }
      return text + tail
    }
  }
}
