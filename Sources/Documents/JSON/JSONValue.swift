/// A JSON value apart from its layout; numbers as they are typed, keys in their order.
indirect enum JSONValue: Sendable {
  case object([Member])
  case array([JSONValue])
  /// Its characters in UTF-8.
  case string([UInt8])
  case number([UInt8])
  /// `true`, `false` or `null`.
  case literal([UInt8])

  struct Member: Equatable, Sendable {
    var key: [UInt8]
    var value: JSONValue
  }

  /// Typed documents are no deeper: what follows their values goes into itself.
  static let depthLimit = 96

  init(_ node: Int, of tree: JSONTree) {
    switch tree.nodes[node].kind {
    case .object:
      self = .object(
        tree.members(of: node).map { Member(key: $0.key, value: JSONValue($0.value, of: tree)) })
    case .array: self = .array(tree.items(of: node).map { JSONValue($0, of: tree) })
    case .string, .key: self = .string(tree.text(of: node))
    case .number: self = .number(tree.source(of: node))
    case .literal: self = .literal(tree.source(of: node))
    }
  }

  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  func isSameKind(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object, .object), (.array, .array), (.string, .string), (.number, .number),
      (.literal, .literal):
      true
    default: false
    }
  }

  subscript(key: [UInt8]) -> JSONValue? { members?.first { $0.key == key }?.value }

  /// An object's values by their keys; empty of anything else.
  var byKey: [[UInt8]: JSONValue] {
    Dictionary((members ?? []).map { ($0.key, $0.value) }) { $1 }
  }
}

extension JSONValue: Equatable {
  /// Whether they mean the same: keys in any order, `1.50` as `1.5`.
  static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.object(let ours), .object(let theirs)):
      guard ours.count == theirs.count else { return false }
      let values = other.byKey
      return ours.allSatisfy { values[$0.key] == $0.value }
    case (.array(let ours), .array(let theirs)): return ours == theirs
    case (.string(let ours), .string(let theirs)), (.literal(let ours), .literal(let theirs)):
      return ours == theirs
    case (.number(let ours), .number(let theirs)): return isSameNumber(ours, theirs)
    default: return false
    }
  }

  /// Whole numbers are compared digit by digit, since not all of them are a `Double`.
  private static func isSameNumber(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    let fractional = Array(".eE".utf8)
    guard [one, other].contains(where: { $0.contains(where: fractional.contains) }) else {
      return false
    }
    guard let first = Double(String(decoding: one, as: UTF8.self)),
      let second = Double(String(decoding: other, as: UTF8.self)), first.isFinite
    else { return false }
    return first == second
  }
}

// MARK: Lists whose items can be told apart

extension JSONValue {
  /// The items of a list by what tells them apart: an object's `id`, or a string or number itself.
  /// Nil where some item has no such thing, or two have the same.
  var keyedElements: (order: [[UInt8]], items: [[UInt8]: JSONValue])? {
    guard let elements else { return nil }
    var order: [[UInt8]] = []
    var items: [[UInt8]: JSONValue] = [:]
    for element in elements {
      guard let name = element.itemName, items.updateValue(element, forKey: name) == nil else {
        return nil
      }
      order.append(name)
    }
    return (order, items)
  }

  /// A letter in front keeps `1` and `"1"` apart.
  private var itemName: [UInt8]? {
    switch self {
    case .object:
      switch self[Array("id".utf8)] {
      case .string(let id): Array("i".utf8) + id
      case .number(let id): Array("n".utf8) + id
      default: nil
      }
    case .string(let text): Array("s".utf8) + text
    case .number(let digits): Array("d".utf8) + digits
    case .array, .literal: nil
    }
  }
}
