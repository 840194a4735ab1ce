/// A JSON text with its values found, its bytes as they are.
struct JSONTree: Sendable {
  let bytes: [UInt8]
  let nodes: [JSONNode]

  init(
    _ content: [UInt8], depthLimit: Int = JSONScanner.depthLimit
  ) throws(JSONProblem) {
    bytes = content
    nodes = try JSONScanner.nodes(of: content, depthLimit: depthLimit)
  }

  /// The value of the whole text.
  static let root = 0

  /// An object's keys, decoded, and their values, in the order of the text; repeated keys too.
  func members(of object: Int) -> [(key: [UInt8], value: Int)] {
    var members: [(key: [UInt8], value: Int)] = []
    var child = object + 1
    while child < nodes[object].next {
      members.append((text(of: child), child + 1))
      child = nodes[child + 1].next
    }
    return members
  }

  /// An object's values by their keys, of a repeated key the last.
  func values(of object: Int) -> [[UInt8]: Int] {
    Dictionary(members(of: object).map { ($0.key, $0.value) }) { $1 }
  }

  /// A value's bytes as they are typed.
  func source(of node: Int) -> [UInt8] {
    Array(bytes[nodes[node].start..<nodes[node].end])
  }

  /// An array's values, in the order of the text.
  func items(of array: Int) -> [Int] {
    var items: [Int] = []
    var child = array + 1
    while child < nodes[array].next {
      items.append(child)
      child = nodes[child].next
    }
    return items
  }

  /// A value without its layout: two values with the same tokens are the same but for blanks and
  /// the spelling of strings. Keys in another order are other tokens.
  func tokens(of node: Int) -> [UInt8] {
    var tokens: [UInt8] = []
    var closing: [(at: Int, byte: UInt8)] = []
    for index in node..<nodes[node].next {
      while let last = closing.last, last.at == index {
        tokens.append(last.byte)
        closing.removeLast()
      }
      switch nodes[index].kind {
      case .object:
        tokens.append(UInt8(ascii: "{"))
        closing.append((nodes[index].next, UInt8(ascii: "}")))
      case .array:
        tokens.append(UInt8(ascii: "["))
        closing.append((nodes[index].next, UInt8(ascii: "]")))
      case .string, .key:
        let text = text(of: index)
        // The length in front tells where a text ends, whatever it holds.
        tokens.append(contentsOf: "\"\(text.count):".utf8)
        tokens.append(contentsOf: text)
      case .number, .literal:
        tokens.append(contentsOf: bytes[nodes[index].start..<nodes[index].end])
        tokens.append(UInt8(ascii: ","))
      }
    }
    for last in closing.reversed() { tokens.append(last.byte) }
    return tokens
  }

  /// How many keys repeat one of the same object.
  func repeatedKeys() -> Int {
    nodes.indices.reduce(0) { count, index in
      guard nodes[index].kind == .object else { return count }
      var seen: Set<[UInt8]> = []
      return count + members(of: index).count { !seen.insert($0.key).inserted }
    }
  }

  /// A string's or key's characters in UTF-8, its escapes resolved.
  func text(of string: Int) -> [UInt8] {
    let raw = bytes[(nodes[string].start + 1)..<(nodes[string].end - 1)]
    return raw.contains(UInt8(ascii: "\\")) ? Self.unescaped(raw) : Array(raw)
  }

  private static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var units: [UInt16] = []
    var index = raw.startIndex
    while index < raw.endIndex {
      guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.endIndex else {
        text.append(raw[index])
        index += 1
        continue
      }
      guard raw[index + 1] == UInt8(ascii: "u") else {
        text.append(simpleEscape(raw[index + 1]))
        index += 2
        continue
      }
      // The two escapes of a surrogate pair stand together.
      units.append(unit(raw[(index + 2)...].prefix(4)))
      index += 6
      if let last = units.last, UTF16.isLeadSurrogate(last) { continue }
      text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      units.removeAll()
    }
    return text
  }

  private static func unit(_ digits: ArraySlice<UInt8>) -> UInt16 {
    digits.reduce(0) { $0 << 4 | UInt16(hexadecimalValue($1) ?? 0) }
  }

  private static func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
