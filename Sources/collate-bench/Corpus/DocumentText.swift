import TestSupport

/// The text of a document: words by chance, about as long as people's notes are.
enum DocumentText {
  enum Kind: String {
    case markdown = "md"
    case json
    case plain = "txt"
  }

  static func make(_ kind: Kind, edition: Int, chance: SeededChance) -> [UInt8] {
    var chance = chance
    let size = size(&chance)
    var text: [UInt8] = []
    text.reserveCapacity(size + 128)
    switch kind {
    case .markdown:
      text += Array("# Edition \(edition)\n\n".utf8)
      fill(&text, to: size, &chance)
    case .plain:
      text += Array("edition \(edition)\n".utf8)
      fill(&text, to: size, &chance)
    case .json:
      text += Array("{\n  \"edition\": \(edition),\n  \"lines\": [\n".utf8)
      while text.count < size {
        text += Array("    \"".utf8)
        appendLine(&text, &chance)
        text += Array("\",\n".utf8)
      }
      text += Array("    \"end\"\n  ]\n}\n".utf8)
    }
    return text
  }

  /// Between 0.2 and 20 KB, as lengths of files are: their logarithm is spread normally, by the
  /// sum of twelve even numbers.
  private static func size(_ chance: inout SeededChance) -> Int {
    let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: 0..<1, using: &chance) }
    let exponent = 11 + 1.4 * (sum - 6)
    let whole = exponent.rounded(.down)
    let power = Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
    return min(max(Int(power), 200), 20_000)
  }

  private static func fill(_ text: inout [UInt8], to size: Int, _ chance: inout SeededChance) {
    while text.count < size {
      appendLine(&text, &chance)
      text.append(UInt8(ascii: "\n"))
    }
  }

  private static func appendLine(_ text: inout [UInt8], _ chance: inout SeededChance) {
    for index in 0..<(4 + chance.below(8)) {
      if index > 0 { text.append(UInt8(ascii: " ")) }
      var word = chance.next()
      for _ in 0..<(2 + Int(word % 7)) {
        word /= 7
        text.append(UInt8(ascii: "a") + UInt8(word % 26))
      }
    }
  }
}
