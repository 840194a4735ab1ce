/// How a JSON text is laid out, as far as new parts of it have to follow.
struct JSONStyle: Sendable {
  var isMultiline = true
  var lineBreak = Array("\n".utf8)
  /// One level's indentation.
  var indentation = Array("  ".utf8)
  /// What stands between a key and its value.
  var colon = Array(": ".utf8)
  /// What stands between two items on one line.
  var comma = Array(", ".utf8)

  init() {}

  /// The style of a text; where it shows none, the usual one.
  init(of tree: JSONTree) {
    let bytes = tree.bytes
    guard let first = tree.nodes.indices.first(where: { $0 > 0 }) else { return }
    let root = tree.nodes[JSONTree.root]
    let head = bytes[(root.start + 1)..<tree.nodes[first].start]
    isMultiline = head.contains(UInt8(ascii: "\n"))
    if head.contains(UInt8(ascii: "\r")) { lineBreak = Array("\r\n".utf8) }
    if let feed = head.lastIndex(of: UInt8(ascii: "\n")) {
      let blanks = head[(feed + 1)...]
      if !blanks.isEmpty { indentation = Array(blanks) }
    }
    if tree.nodes[first].kind == .key, first + 1 < tree.nodes.count {
      colon = Array(bytes[tree.nodes[first].end..<tree.nodes[first + 1].start])
    }
    if !isMultiline, !colon.contains(UInt8(ascii: " ")) { comma = [UInt8(ascii: ",")] }
  }

  /// A value's text, its first line without indentation.
  func text(of value: JSONValue, indentedBy indent: [UInt8]) -> [UInt8] {
    switch value {
    case .string(let text): Self.quoted(text)
    case .number(let text), .literal(let text): text
    case .object(let members):
      frame(
        members.map { member in
          Self.quoted(member.key) + colon
            + text(of: member.value, indentedBy: indent + indentation)
        }, "{", "}", indentedBy: indent)
    case .array(let elements):
      frame(
        elements.map { text(of: $0, indentedBy: indent + indentation) }, "[", "]",
        indentedBy: indent)
    }
  }

  /// Items between brackets, in this style.
  func frame(
    _ items: [[UInt8]], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    indentedBy indent: [UInt8]
  ) -> [UInt8] {
    let (start, end) = ([UInt8(ascii: open)], [UInt8(ascii: close)])
    guard let first = items.first else { return start + end }
    let inner = isMultiline ? lineBreak + indent + indentation : []
    let separator = isMultiline ? [UInt8(ascii: ",")] + inner : comma
    var text = start + inner + first
    for item in items.dropFirst() { text += separator + item }
    return text + (isMultiline ? lineBreak + indent : []) + end
  }

  /// A string between quotes, with the escapes that JSON demands and no others.
  static func quoted(_ text: [UInt8]) -> [UInt8] {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
      case 0x0A: quoted += Array("\\n".utf8)
      case 0x0D: quoted += Array("\\r".utf8)
      case 0x09: quoted += Array("\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        quoted += Array("\\u00".utf8) + Array((byte < 16 ? "0" : "").utf8) + Array(digits.utf8)
      default: quoted.append(byte)
      }
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
