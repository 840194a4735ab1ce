/// All rules of a replica: its `.collateignore` files, and behind them the built-in defaults.
///
/// As in git, the file nearest to a path that says anything of it decides, its last matching line
/// winning; what lies in an ignored directory is ignored, whatever a rule says. A person's `!line`
/// takes back a default, but for Collate's own `.collate`.
package struct IgnoreSet: Hashable, Sendable {
  /// The name of the files that rules are read from. Such a file is a document like any other.
  package static let fileName = Array(".collateignore".utf8)

  private var files: [RelativePath: IgnoreRules] = [:]
  /// The library's own, behind those of the files.
  private var configured: IgnoreRules?
  private let defaults: IgnoreDefaults

  /// Only the defaults.
  package init() {
    defaults = .standard
  }

  /// The defaults, and before them the library's own rules.
  package init(configured rules: IgnoreRules) {
    defaults = .standard
    configured = rules.isEmpty ? nil : rules
  }

  init(files: [IgnoreRules], defaults: IgnoreDefaults) {
    self.defaults = defaults
    for rules in files { self.files[rules.directory] = rules }
  }

  /// Takes the rules of a directory's file instead of those it had.
  package mutating func insert(_ rules: IgnoreRules) {
    files[rules.directory] = rules.isEmpty ? nil : rules
  }

  /// Forgets the rules of a directory, its file having gone.
  package mutating func removeRules(in directory: RelativePath) {
    files[directory] = nil
  }

  /// Forgets the rules of a directory and of all beneath it.
  package mutating func removeRules(beneath directory: RelativePath) {
    files = files.filter { $0.key != directory && !$0.key.isBeneath(directory) }
  }

  /// Nil where the path may be a document. Looks at its parents too: what is ignored always wins
  /// over what is ignored provisionally, so that a walk from the root comes to the same.
  package func verdict(for path: RelativePath, isDirectory: Bool) -> Ignored? {
    var parents: [RelativePath] = []
    var parent = path.parent
    while !parent.isRoot {
      parents.append(parent)
      parent = parent.parent
    }
    var provisional: Ignored?
    for parent in parents.reversed() {
      let ignored = ownVerdict(for: parent, isDirectory: true)
      if case .always? = ignored { return ignored }
      provisional = provisional ?? ignored
    }
    let own = ownVerdict(for: path, isDirectory: isDirectory)
    if case .always? = own { return own }
    return provisional ?? own
  }

  /// As `verdict`, for a walk that goes into no ignored directory: parents are not looked at.
  package func ownVerdict(for path: RelativePath, isDirectory: Bool) -> Ignored? {
    guard !path.isRoot else { return nil }
    if let ignored = defaults.own(path.name) { return ignored }
    if !isDirectory, path.name.elementsEqual(Self.fileName) { return nil }
    var directory = path.parent
    while !files.isEmpty {
      if let rule = files[directory]?.lastMatch(for: path, isDirectory: isDirectory) {
        return rule.isNegated ? nil : .always(rule: Self.words(rule, in: directory))
      }
      if directory.isRoot { break }
      directory = directory.parent
    }
    if let rule = configured?.lastMatch(for: path, isDirectory: isDirectory) {
      return rule.isNegated
        ? nil : .always(rule: "`\(displayed(rule.line))` in the configuration")
    }
    return defaults.verdict(for: path, isDirectory: isDirectory)
  }

  private static func words(_ rule: IgnoreRule, in directory: RelativePath) -> String {
    let file = directory.appending(fileName)?.description ?? ".collateignore"
    return "`\(displayed(rule.line))` (line \(rule.number) of \(file))"
  }
}
