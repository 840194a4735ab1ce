/// Reads RFC 8259 JSON from bytes, strictly, without recursion.
///
/// Takes a byte order mark in front, as the RFC allows; takes repeated keys and numbers of any
/// size, which are never converted. Rejects everything else that is not JSON: trailing commas,
/// comments, bare control characters, half surrogate pairs, ill-formed UTF-8, an empty text.
struct JSONScanner {
  /// Deeper nesting is refused: no person's document has it, and few programs can read it.
  static let depthLimit = 1_000

  private let bytes: [UInt8]
  private var index = 0
  /// Whether each open bracket is an object's.
  private var open: [Bool] = []
  private let isRecording: Bool
  private var nodes: [JSONNode] = []
  /// The nodes of the open brackets.
  private var openNodes: [Int] = []

  private let depthLimit: Int

  private init(_ bytes: [UInt8], isRecording: Bool, depthLimit: Int) {
    self.bytes = bytes
    self.isRecording = isRecording
    self.depthLimit = depthLimit
  }

  static func check(_ content: [UInt8]) throws(JSONProblem) {
    var scanner = JSONScanner(content, isRecording: false, depthLimit: depthLimit)
    try scanner.scan()
  }

  static func nodes(
    of content: [UInt8], depthLimit: Int = depthLimit
  ) throws(JSONProblem) -> [JSONNode] {
    var scanner = JSONScanner(content, isRecording: true, depthLimit: depthLimit)
    try scanner.scan()
    return scanner.nodes
  }

  private mutating func scan() throws(JSONProblem) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    if UTF16Text.byteOrder(of: bytes) != nil { throw problem("UTF-16, and JSON is UTF-8") }
    skipBlanks()
    guard index < bytes.count else {
      throw problem(bytes.isEmpty ? "empty, and JSON has at least one value" : "nothing but blanks")
    }
    try scanValue()
    while let isObject = open.last {
      skipBlanks()
      if closes(isObject) { continue }
      guard peek() == UInt8(ascii: ",") else {
        throw problem(isObject ? "expected `,` or `}`" : "expected `,` or `]`")
      }
      index += 1
      skipBlanks()
      if let byte = peek(), byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        throw problem("no comma may stand before `\(Character(Unicode.Scalar(byte)))`")
      }
      try scanMember(ofObject: isObject)
    }
    skipBlanks()
    guard index == bytes.count else {
      throw problem(isComment ? "comments are not JSON" : "expected the end after the value")
    }
  }

  /// Closes the innermost bracket if that stands here.
  private mutating func closes(_ isObject: Bool) -> Bool {
    guard peek() == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
    index += 1
    open.removeLast()
    if let node = openNodes.popLast() {
      nodes[node].end = index
      nodes[node].next = nodes.count
    }
    return true
  }

  private mutating func scanMember(ofObject isObject: Bool) throws(JSONProblem) {
    if isObject {
      guard peek() == UInt8(ascii: "\"") else {
        throw problem(isComment ? "comments are not JSON" : "expected a key in quotes")
      }
      try scanString(as: .key)
      skipBlanks()
      guard peek() == UInt8(ascii: ":") else { throw problem("expected `:`") }
      index += 1
      skipBlanks()
    }
    try scanValue()
  }

  /// Reads one value; of an object or array, the opening up to the first scalar or empty bracket.
  private mutating func scanValue() throws(JSONProblem) {
    while let byte = peek(), byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      let isObject = byte == UInt8(ascii: "{")
      guard open.count < depthLimit else {
        throw problem("too deep: more than \(depthLimit) levels of brackets")
      }
      open.append(isObject)
      if isRecording { openNodes.append(nodes.count) }
      record(isObject ? .object : .array, from: index)
      index += 1
      skipBlanks()
      if closes(isObject) { return }
      guard isObject else { continue }
      guard peek() == UInt8(ascii: "\"") else {
        throw problem(isComment ? "comments are not JSON" : "expected a key in quotes or `}`")
      }
      try scanString(as: .key)
      skipBlanks()
      guard peek() == UInt8(ascii: ":") else { throw problem("expected `:`") }
      index += 1
      skipBlanks()
    }
    try scanScalar()
  }

  private mutating func scanScalar() throws(JSONProblem) {
    switch peek() {
    case UInt8(ascii: "\""): try scanString(as: .string)
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): try scanNumber()
    case UInt8(ascii: "t"): try scanLiteral("true")
    case UInt8(ascii: "f"): try scanLiteral("false")
    case UInt8(ascii: "n"): try scanLiteral("null")
    default: throw problem(isComment ? "comments are not JSON" : "expected a value")
    }
  }

  private mutating func scanLiteral(_ word: StaticString) throws(JSONProblem) {
    let start = index
    for byte in Array(word.description.utf8) {
      guard peek() == byte else { throw problem("expected `\(word)`") }
      index += 1
    }
    record(.literal, from: start)
  }

  private mutating func scanNumber() throws(JSONProblem) {
    let start = index
    if peek() == UInt8(ascii: "-") { index += 1 }
    let first = index
    try scanDigits()
    if bytes[first] == UInt8(ascii: "0"), index - first > 1 {
      throw JSONProblem(offset: first, words: "a number can't start with 0 and go on")
    }
    if peek() == UInt8(ascii: ".") {
      index += 1
      try scanDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      index += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
      try scanDigits()
    }
    record(.number, from: start)
  }

  private mutating func scanDigits() throws(JSONProblem) {
    let start = index
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    if index == start { throw problem("expected a digit") }
  }

  private mutating func scanString(as kind: JSONNode.Kind) throws(JSONProblem) {
    let start = index
    var string = JSONStringScanner(bytes, from: index)
    try string.scan()
    index = string.index
    record(kind, from: start)
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private var isComment: Bool {
    peek() == UInt8(ascii: "/") || peek() == UInt8(ascii: "#")
  }

  private mutating func record(_ kind: JSONNode.Kind, from start: Int) {
    guard isRecording else { return }
    nodes.append(JSONNode(kind: kind, start: start, end: index, next: nodes.count + 1))
  }

  private func problem(_ words: String) -> JSONProblem {
    JSONProblem(offset: index, words: words)
  }
}
