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

  /// Starts of paths that are one machine's. Written in pieces, so that this file does not hold
  /// them.
  static let pathsOfOneMachine = [
    ["/wo", "rk/"], ["/ro", "ot/"], ["/Us", "ers/"], ["/tmp/", "wt-"], ["/tmp/", "brief"],
  ].map { $0.joined() }

  /// Parts of the names and numbers of one network's hosts.
  static let hostsOfOneNetwork = [
    [".inter", "nal/"], [".local", "domain"], ["127.0", ".0.1"], ["192.", "168."],
  ].map { $0.joined() }

  /// Whose home an example may show.
  static let people: Set<Substring> = ["ada", "ann", "anna", "me", "user", "you"]

  static func problems(inText text: String, path: String) -> [Problem] {
    var problems: [Problem] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let marks =
        pathsOfOneMachine.filter(line.holdsPath) + hostsOfOneNetwork.filter { line.contains($0) }
      for mark in marks {
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
  /// Whether the text stands here at the start of a path, not as a part of one.
  fileprivate func holdsPath(_ text: String) -> Bool {
    ranges(of: text).contains { range in
      guard range.lowerBound > startIndex else { return true }
      let before = self[index(before: range.lowerBound)]
      return !(before.isLetter || before.isNumber || "_-.~*".contains(before))
    }
  }

  /// What follows each place where the text stands.
  fileprivate func components(after text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...] }
  }
}
