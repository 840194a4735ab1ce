/// The rules of one `.collateignore` file, in the syntax of gitignore(5) as its manual has it.
package struct IgnoreRules: Hashable, Sendable {
  /// The directory the file stands in; its rules speak of what lies beneath.
  package let directory: RelativePath
  private let rules: [IgnoreRule]

  /// Any bytes are rules: a line that makes no sense matches nothing.
  package init(parsing content: [UInt8], in directory: RelativePath) {
    self.directory = directory
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = content.starts(with: mark) ? content[mark.count...] : content[...]
    rules = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        IgnoreRule(
          line: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: index + 1)
      }
  }

  package var isEmpty: Bool { rules.isEmpty }

  /// The last rule that speaks of the path; nil where none does. Parents are not looked at.
  func lastMatch(for path: RelativePath, isDirectory: Bool) -> IgnoreRule? {
    guard !rules.isEmpty, path.isBeneath(directory) else { return nil }
    let relative = directory.isRoot ? path.bytes[...] : path.bytes[(directory.bytes.count + 1)...]
    let name = path.name
    return rules.last { $0.matches(path: relative, name: name, isDirectory: isDirectory) }
  }
}
