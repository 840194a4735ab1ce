/// A Varlink interface as its description says: enough of the language to check our types.
struct InterfaceDocument {
  struct Field {
    var name: String
    var type: FieldType
  }

  indirect enum FieldType {
    case bool, int, string
    case named(String)
    case optional(FieldType)
    case array(FieldType)
  }

  struct Malformed: Error {
    var near: String
  }

  private(set) var name = ""
  private(set) var types: [String: [Field]] = [:]
  private(set) var methods: [String: (parameters: [Field], reply: [Field])] = [:]
  private(set) var errors: [String: [Field]] = [:]

  init(_ description: String) throws {
    var words = InterfaceWords(description)
    while let word = words.next() {
      let subject = try words.required()
      switch word {
      case "interface": name = subject
      case "type": types[subject] = try words.fields()
      case "error": errors[subject] = try words.fields()
      case "method":
        let parameters = try words.fields()
        try words.expect("->")
        methods[subject] = (parameters, try words.fields())
      default: throw Malformed(near: word)
      }
    }
  }

  /// A value of the fields as JSON: with everything, or with only what must be there.
  func example(_ fields: [Field], isFull: Bool) throws -> String {
    var texts: [String] = []
    for field in fields.sorted(by: { $0.name < $1.name }) {
      if case .optional = field.type, !isFull { continue }
      texts.append("\"\(field.name)\":" + (try example(field.type, isFull: isFull)))
    }
    return "{" + texts.joined(separator: ",") + "}"
  }

  private func example(_ type: FieldType, isFull: Bool) throws -> String {
    switch type {
    case .bool: return "true"
    case .int: return "7"
    case .string: return "\"x\""
    case .optional(let type): return try example(type, isFull: isFull)
    case .array(let type): return "[" + (try example(type, isFull: isFull)) + "]"
    case .named(let name):
      guard let fields = types[name] else { throw Malformed(near: name) }
      return try example(fields, isFull: isFull)
    }
  }
}

/// The words of an interface description, without its comments.
private struct InterfaceWords {
  private var words: [String] = []
  private var index = 0

  init(_ description: String) {
    var word = ""
    func finish(_ words: inout [String]) {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for line in description.split(separator: "\n") {
      for character in line {
        if character == "#" { break }
        switch character {
        case " ": finish(&words)
        case "(", ")", ",", ":", "?", "[", "]":
          finish(&words)
          words.append(String(character))
        default: word.append(character)
        }
      }
      finish(&words)
    }
  }

  mutating func next() -> String? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1]
  }

  mutating func required() throws -> String {
    guard let word = next() else { throw InterfaceDocument.Malformed(near: "the end") }
    return word
  }

  mutating func expect(_ word: String) throws {
    let found = try required()
    guard found == word else { throw InterfaceDocument.Malformed(near: found) }
  }

  mutating func fields() throws -> [InterfaceDocument.Field] {
    var fields: [InterfaceDocument.Field] = []
    try expect("(")
    while true {
      let name = try required()
      if name == ")" { return fields }
      if name == "," { continue }
      try expect(":")
      fields.append(.init(name: name, type: try type()))
    }
  }

  private mutating func type() throws -> InterfaceDocument.FieldType {
    switch try required() {
    case "?": return .optional(try type())
    case "[":
      try expect("]")
      return .array(try type())
    case "bool": return .bool
    case "int": return .int
    case "string": return .string
    case let name: return .named(name)
    }
  }
}
