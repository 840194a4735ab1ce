/// Names that say nothing are for nothing: a type or file called so holds what found no home.
enum NameRule {
  static let banned: Set<String> = [
    "Manager", "Managers", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Common",
    "Misc",
  ]

  /// Names that others gave: the document API's, and what systemd calls itself.
  static let given: Set<String> = ["UndoManager", "ProgressManager", "ServiceManager"]

  static func problems(in source: SwiftSource) -> [Problem] {
    var problems: [Problem] = []
    for component in source.path.split(separator: "/") {
      let name = component.hasSuffix(".swift") ? component.dropLast(6) : component
      let parts = name.split { "+-. ".contains($0) }
      for part in parts where !given.contains(String(part)) {
        if let word = bannedWord(in: part) {
          problems.append(
            Problem(path: source.path, line: 0, message: "\(word) in the name \(component)"))
        }
      }
    }
    for (index, line) in source.lines.enumerated() {
      for type in typesDeclared(line.code) where !given.contains(type) {
        if let word = bannedWord(in: type) {
          problems.append(source.problem(index, "\(word) in the name \(type)"))
        }
      }
    }
    return problems
  }

  /// The types that a line declares. Extensions are of types that were named before.
  static func typesDeclared(_ code: String) -> [String] {
    let words = code.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
    ]
    return words.indices.dropLast().filter { kinds.contains(words[$0]) }
      .map { String(words[$0 + 1]) }
      .filter { $0.first?.isUppercase == true }
  }

  /// The words of a name in camel case: `FileManager` has `File` and `Manager`.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    for character in name {
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1].append(character)
    }
    return words
  }

  private static func bannedWord(in name: some StringProtocol) -> String? {
    // The tests of what has a given name have it too.
    if name.hasSuffix("Tests"), given.contains(String(name.dropLast(5))) { return nil }
    return words(of: name).first { banned.contains($0) }
  }
}
