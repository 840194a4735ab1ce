/// The form of `CHANGELOG.md`: Keep a Changelog 1.1.0, newest first.
enum ChangelogRule {
  static let groups = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

  static func problems(in text: String, path: String = "CHANGELOG.md") -> [Problem] {
    var check = Check(path: path)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      check.take(line, at: index + 1)
    }
    check.endGroup()
    if !check.hasTitle { check.report("does not start with “# Changelog”", at: 1) }
    if !check.hasUnreleased { check.report("has no “## [Unreleased]” before the versions", at: 0) }
    return check.problems
  }

  private struct Check {
    let path: String
    var problems: [Problem] = []
    var hasTitle = false
    var hasUnreleased = false
    private var lastDate: String?
    /// The place in `groups` of the one that is open, and its line.
    private var group: (place: Int, line: Int)?
    private var isInVersion = false
    private var entriesInGroup = 0

    init(path: String) {
      self.path = path
    }

    mutating func report(_ message: String, at line: Int) {
      problems.append(Problem(path: path, line: line, message: message))
    }

    mutating func take(_ line: Substring, at number: Int) {
      if number == 1 { hasTitle = line == "# Changelog" }
      if line.hasPrefix("### ") {
        takeGroup(line.dropFirst(4), at: number)
      } else if line.hasPrefix("## ") {
        takeVersion(line.dropFirst(3), at: number)
      } else if line.hasPrefix("- ") || line.hasPrefix("* ") {
        if group == nil { report("an entry outside a group", at: number) }
        if line.hasPrefix("* ") { report("an entry starts with “- ”", at: number) }
        entriesInGroup += 1
      }
    }

    mutating func endGroup() {
      if let group, entriesInGroup == 0 {
        report("“\(groups[group.place])” is empty", at: group.line)
      }
      group = nil
      entriesInGroup = 0
    }

    private mutating func takeVersion(_ heading: Substring, at number: Int) {
      endGroup()
      defer { isInVersion = true }
      if heading == "[Unreleased]" {
        hasUnreleased = !isInVersion
        if isInVersion { report("“[Unreleased]” stands first", at: number) }
        return
      }
      let parts = heading.split(separator: " - ")
      guard parts.count == 2, isVersion(parts[0]), isDate(parts[1]) else {
        report("a version's heading is “[1.2.3] - 2026-11-30”", at: number)
        return
      }
      let date = String(parts[1])
      if let lastDate, date > lastDate { report("the newest version stands first", at: number) }
      lastDate = date
    }

    private mutating func takeGroup(_ name: Substring, at number: Int) {
      let previous = group?.place
      endGroup()
      guard let place = groups.firstIndex(of: String(name)) else {
        report("“\(name)” is none of \(groups.joined(separator: ", "))", at: number)
        return
      }
      if !isInVersion { report("a group outside a version", at: number) }
      if let previous, previous >= place {
        report("“\(name)” stands before “\(groups[previous])”", at: number)
      }
      group = (place, number)
    }

    private func isVersion(_ text: Substring) -> Bool {
      guard text.first == "[", text.last == "]" else { return false }
      let numbers = text.dropFirst().dropLast().split(
        separator: ".", omittingEmptySubsequences: false)
      return numbers.count == 3 && numbers.allSatisfy { UInt($0) != nil }
    }

    private func isDate(_ text: Substring) -> Bool {
      let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
      guard numbers.map(\.count) == [4, 2, 2] else { return false }
      let values = numbers.compactMap { UInt($0) }
      return values.count == 3 && (1...12).contains(values[1]) && (1...31).contains(values[2])
    }
  }
}
