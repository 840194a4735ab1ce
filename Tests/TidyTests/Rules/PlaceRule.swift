/// Where things are, and what text says about where it was written.
enum PlaceRule {
  /// What may stand at the project's top level.
  static let topLevel: Set<String> = [
    ".build", ".ci", ".git", ".gitignore", ".swift-format", ".swiftpm", "CHANGELOG.md",
    "Fixtures", "LICENSE", "Package.swift", "README.md", "Sources", "Tests", "systemd",
  ]

  static func problems(atTopLevel names: [String]) -> [Problem] {
    names.filter { !topLevel.contains($0) }
      .map { Problem(path: $0, line: 0, message: "does not belong at the top level") }
  }

  /// Fixtures that no test reads: their folder's name is no literal in any test.
  static func problems(ofFixtures folders: [String], tests: [SwiftSource]) -> [Problem] {
    var named: Set<Substring> = []
    for line in tests.lazy.flatMap(\.lines) {
      for literal in line.literals { named.formUnion(literal.split(separator: "/")) }
    }
    return folders.filter { !named.contains($0[...]) }
      .map { Problem(path: "Fixtures/" + $0, line: 0, message: "is used by no test") }
  }

  /// A `Placeholder.swift` beside real files.
  static func problems(ofPlaceholders paths: [String]) -> [Problem] {
    paths.filter { $0.hasSuffix("/Placeholder.swift") }
      .filter { placeholder in
        let folder = placeholder.dropLast("Placeholder.swift".count)
        return paths.contains { $0.hasPrefix(folder) && $0 != placeholder }
      }
      .map { Problem(path: $0, line: 0, message: "holds the place of what has come") }
  }

  /// Starts of paths and ends of names that are one machine's. Written in pieces, so that this
  /// file does not hold them.
  static let ofOneMachine = [
    ["/wo", "rk/"], ["/ro", "ot/"], ["/Us", "ers/"], ["/tmp/", "wt-"], ["/tmp/", "brief"],
    [".inter", "nal/"], ["127.0", ".0.1"], ["192.", "168."],
  ].map { $0.joined() }

  /// Whose home an example may show.
  static let people: Set<Substring> = ["ada", "anna", "me", "user", "you"]

  static func problems(inText text: String, path: String) -> [Problem] {
    var problems: [Problem] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for mark in ofOneMachine where line.contains(mark) {
        problems.append(Problem(path: path, line: index + 1, message: "\(mark) is one machine's"))
      }
      for tail in line.components(after: "/home/") {
        let person = tail.prefix { $0.isLetter || $0.isNumber }
        if !person.isEmpty, !people.contains(person) {
          problems.append(
            Problem(path: path, line: index + 1, message: "/home/\(person) is one machine's"))
        }
      }
    }
    return problems
  }
}

extension Substring {
  /// What follows each place where the text stands.
  fileprivate func components(after text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...] }
  }
}
