/// The rules of one `.collateignore` file, in the syntax of gitignore(5) as its manual has it.
package struct IgnoreRules: Hashable, Sendable {
  /// The directory the file stands in; its rules speak of what lies beneath.
  package let directory: RelativePath
  private let rules: [IgnoreRule]
  /// What a name must look like at its ends for the rule of the same number to match: nearly
  /// every rule is done with by that, for each of very many names.
  private let gates: [Gate]

  private struct Gate: Hashable, Sendable {
    var first: UInt8?
    var last: UInt8?

    init(_ rule: IgnoreRule) {
      guard rule.matchesNames else { return }
      first = rule.pattern?.firstByte
      last = rule.pattern?.lastByte
    }

    func lets(first: UInt8?, last: UInt8?) -> Bool {
      (self.first == nil || self.first == first) && (self.last == nil || self.last == last)
    }
  }

  /// Any bytes are rules: a line that makes no sense matches nothing.
  package init(parsing content: [UInt8], in directory: RelativePath) {
    self.directory = directory
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content[mark.count...] : content[...]
    let rules = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        IgnoreRule(
          line: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1)
      }
    self.rules = rules
    gates = rules.map { Gate($0) }
  }

  package var isEmpty: Bool { rules.isEmpty }

  /// The last rule that speaks of the path; nil where none does. Parents are not looked at.
  func lastMatch(for path: RelativePath, isDirectory: Bool) -> IgnoreRule? {
    guard !rules.isEmpty, path.isBeneath(directory) else { return nil }
    let relative = directory.isRoot ? path.bytes[...] : path.bytes[(directory.bytes.count + 1)...]
    let name = path.name
    let (first, last) = (name.first, name.last)
    for index in rules.indices.reversed() where gates[index].lets(first: first, last: last) {
      if rules[index].matches(path: relative, name: name, isDirectory: isDirectory) {
        return rules[index]
      }
    }
    return nil
  }
}
