/// Reads PDF objects from bytes.
struct PDFScanner {
  /// The bytes are no object, or end within one.
  struct Failure: Error {}

  /// Deeper nesting is refused: it bounds the recursion.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private(set) var index: Int

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// An object with its number in front: `12 0 obj …`.
  mutating func indirectObject() throws(Failure) -> (number: Int, object: PDFObject) {
    guard case .number(let number) = try object(), case .number = try object(),
      take("obj")
    else { throw Failure() }
    let value = try object()
    guard case .dictionary(let members) = value, take("stream") else { return (number, value) }
    // A line break of either kind, and never a carriage return alone.
    if peek() == 0x0D { index += 1 }
    if peek() == 0x0A { index += 1 }
    return (number, .stream(members, start: index))
  }

  mutating func object(depth: Int = 0) throws(Failure) -> PDFObject {
    guard depth < Self.depthLimit else { throw Failure() }
    skipBlanks()
    switch peek() {
    case UInt8(ascii: "/"): return .name(try name())
    case UInt8(ascii: "("): return .string(try literalString())
    case UInt8(ascii: "["):
      index += 1
      return .array(try items(endedBy: "]", depth: depth))
    case UInt8(ascii: "<"):
      if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "<") {
        index += 2
        return .dictionary(try members(depth: depth))
      }
      return .string(try hexadecimalString())
    case nil: throw Failure()
    default: return try numberOrWord()
    }
  }

  private mutating func items(endedBy end: String, depth: Int) throws(Failure) -> [PDFObject] {
    var items: [PDFObject] = []
    while !take(end) { items.append(try object(depth: depth + 1)) }
    return items
  }

  private mutating func members(depth: Int) throws(Failure) -> [String: PDFObject] {
    var members: [String: PDFObject] = [:]
    while !take(">>") {
      guard case .name(let key) = try object(depth: depth + 1) else { throw Failure() }
      members[key] = try object(depth: depth + 1)
    }
    return members
  }

  private mutating func numberOrWord() throws(Failure) -> PDFObject {
    let word = word()
    guard !word.isEmpty else { throw Failure() }
    guard let number = Int(String(decoding: word, as: UTF8.self)) else { return .other }
    // `12 0 R` is one object, which the first number alone doesn't show.
    var ahead = self
    ahead.skipBlanks()
    let generation = ahead.word()
    ahead.skipBlanks()
    if number >= 0, Int(String(decoding: generation, as: UTF8.self)) != nil,
      ahead.word() == [UInt8(ascii: "R")]
    {
      self = ahead
      return .reference(number)
    }
    return .number(number)
  }

  /// What stands up to the next blank or bracket.
  private mutating func word() -> ArraySlice<UInt8> {
    let start = index
    while let byte = peek(), !Self.isBlank(byte), !Self.delimiters.contains(byte) { index += 1 }
    return bytes[start..<index]
  }

  private mutating func name() throws(Failure) -> String {
    index += 1
    var name: [UInt8] = []
    var rest = word()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "#"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        name.append(value)
        rest = rest.dropFirst(2)
      } else {
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func literalString() throws(Failure) -> [UInt8] {
    index += 1
    var text: [UInt8] = []
    var depth = 1
    while let byte = peek() {
      index += 1
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return text }
      case UInt8(ascii: "\\"):
        appendEscaped(to: &text)
        continue
      default: break
      }
      text.append(byte)
    }
    throw Failure()
  }

  private mutating func appendEscaped(to text: inout [UInt8]) {
    guard let byte = peek() else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case 0x0D: if peek() == 0x0A { index += 1 }
    case 0x0A: break
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = Int(byte - UInt8(ascii: "0"))
      for _ in 0..<2 {
        guard let digit = peek(), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else {
          break
        }
        value = value * 8 + Int(digit - UInt8(ascii: "0"))
        index += 1
      }
      text.append(UInt8(truncatingIfNeeded: value))
    default: text.append(byte)
    }
  }

  private mutating func hexadecimalString() throws(Failure) -> [UInt8] {
    index += 1
    var digits: [UInt8] = []
    while let byte = peek() {
      index += 1
      if byte == UInt8(ascii: ">") {
        if !digits.count.isMultiple(of: 2) { digits.append(0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      }
      if Self.isBlank(byte) { continue }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Failure() }
      digits.append(UInt8(digit))
    }
    throw Failure()
  }

  /// Whether this stands next, after blanks; then it is passed.
  mutating func take(_ text: String) -> Bool {
    skipBlanks()
    let wanted = Array(text.utf8)
    guard index + wanted.count <= bytes.count,
      bytes[index..<(index + wanted.count)].elementsEqual(wanted)
    else { return false }
    index += wanted.count
    return true
  }

  mutating func skipBlanks() {
    while let byte = peek() {
      if byte == UInt8(ascii: "%") {
        while let next = peek(), next != 0x0A, next != 0x0D { index += 1 }
      } else if Self.isBlank(byte) {
        index += 1
      } else {
        return
      }
    }
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private static let delimiters: Set<UInt8> = Set("()<>[]{}/%".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0, 0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte)
  }
}
