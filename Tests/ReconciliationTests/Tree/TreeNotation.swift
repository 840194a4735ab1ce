import FoundationEssentials
import Reconciliation

/// Reads and writes trees and their plans as `Fixtures/reconcile/README.md` describes.
enum TreeNotation {
  struct Unreadable: Error {
    var word: String
  }

  static func path(_ text: some StringProtocol) throws -> RelativePath {
    guard let path = RelativePath(String(text)) else { throw Unreadable(word: String(text)) }
    return path
  }

  /// `notes/`, `a.md=A@2`, `book/=P`, `link->T`: a directory, a file, a package and a link.
  static func thing(_ word: some StringProtocol) throws -> (RelativePath, TreeEntry) {
    let word = String(word)
    let kind: NodeKind
    let parts: [String]
    if word.contains("->") {
      (kind, parts) = (.link, word.components(separatedBy: "->"))
    } else if word.contains("/=") {
      (kind, parts) = (.package, word.components(separatedBy: "/="))
    } else if word.hasSuffix("/") {
      return (try path(word.dropLast()), TreeEntry(kind: .directory, digest: nil))
    } else {
      (kind, parts) = (.file, word.components(separatedBy: "="))
    }
    guard parts.count == 2, let version = PlanNotation.version(parts[1]) else {
      throw Unreadable(word: word)
    }
    return (
      try path(parts[0]),
      TreeEntry(kind: kind, digest: version.digest, modified: version.fingerprint.modified)
    )
  }

  static func agreed(_ words: [Substring]) throws -> [AgreedName] {
    try words.map { word in
      let (path, entry) = try thing(word)
      return AgreedName(path: path, kind: entry.kind, digest: entry.digest)
    }
  }

  static func replica(_ label: String, _ words: [Substring]) throws -> ReplicaTree {
    var tree = ReplicaTree(entries: [:], label: label)
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1)
      switch (parts.count, parts[0]) {
      case (2, "moved"):
        let names = parts[1].split(separator: ">")
        guard names.count == 2 else { throw Unreadable(word: String(word)) }
        tree.moves.append(Move(from: try path(names[0]), to: try path(names[1])))
      case (2, "lacks"): tree.lacking.insert(try path(parts[1]))
      case (2, "unknown"): tree.unknown.insert(try path(parts[1]))
      case (2, "had"):
        let names = parts[1].components(separatedBy: "<")
        guard names.count == 2 else { throw Unreadable(word: String(word)) }
        let (own, entry) = try thing(names[1])
        tree.earlier[try path(names[0])] = EarlierPlace(path: own, digest: entry.digest)
      case (2, "on"): tree.rules = try rules(parts[1])
      case (2, "parked"):
        let (own, entry) = try thing(parts[1])
        let parked = try ParkedPath.of(own)
        tree.entries[parked] = entry
      default:
        let (path, entry) = try thing(word)
        tree.entries[path] = entry
      }
    }
    return tree
  }

  static func rules(_ name: Substring) throws -> NameRules {
    switch name {
    case "vfat": .vfat
    case "exfat": .exfat
    case "ntfs": .ntfs
    case "smb": .smb
    case "casefold": .casefolded
    case "linux": .linux
    default: throw Unreadable(word: String(name))
    }
  }

  static func text(_ name: PlannedName) -> String {
    switch name.kind {
    case .directory, .package: text(name.path) + "/" + (name.isUndecided ? "?" : "")
    case .file, .link: text(name.path) + (name.isUndecided ? "?" : "")
    }
  }

  /// A parked name as `{a.md}`.
  static func text(_ path: RelativePath) -> String {
    path.components.map { component in
      ParkedName(parsing: Array(component)).map { "{\(displayed($0.name))}" }
        ?? displayed(component)
    }
    .joined(separator: "/")
  }

  static func text(_ operation: TreeOperation) -> String {
    switch operation {
    case .makeDirectory(let path): "make \(text(path))/"
    case .rename(let from, let to, nil): "rename \(text(from))/ to \(text(to))/"
    case .rename(let from, let to, _): "rename \(text(from)) to \(text(to))"
    case .remove(let path, _): "remove \(text(path))"
    case .removeDirectory(let path): "remove \(text(path))/"
    }
  }

  /// The plan as lines.
  static func lines(_ plan: TreePlan, _ situation: TreeSituation) -> [String] {
    var lines = ["names: " + plan.names.map { text($0) }.joined(separator: ", ")]
    for (replica, tree) in situation.replicas.enumerated() {
      lines += plan.operations[replica].map { "\(tree.label): \(text($0))" }
      lines += plan.held[replica].map { held in
        let standing = held.standing.map { " (as \(text($0)))" } ?? ""
        return "\(tree.label) holds \(text(held.path))\(standing): \(held.reason)"
      }
    }
    lines += plan.findings.map { finding in
      "says: \(text(finding.path)): \(finding.rule.rawValue)"
        + (finding.other.map { " (\(text($0)))" } ?? "")
    }
    return lines
  }

  /// A situation as it is written in a table, for a failing seed.
  static func text(_ situation: TreeSituation) -> String {
    func word(_ path: RelativePath, _ kind: NodeKind, _ digest: Digest?, _ modified: Int64)
      -> String
    {
      let time = "@\(modified)"
      return switch kind {
      case .directory: "\(path)/"
      case .package: "\(path)/=\(PlanNotation.word(digest))" + time
      case .file: "\(path)=\(PlanNotation.word(digest))" + time
      case .link: "\(path)->\(PlanNotation.word(digest))" + time
      }
    }
    var lines = [
      "agreed: "
        + situation.agreed.sorted { $0.path < $1.path }
        .map { word($0.path, $0.kind, $0.digest, 0) }.joined(separator: " ")
    ]
    for tree in situation.replicas {
      let things = tree.entries.sorted { $0.key < $1.key }
        .map { word($0.key, $0.value.kind, $0.value.digest, $0.value.modified) }
      let moves = tree.moves.sorted { $0.from < $1.from }.map { "moved:\($0.from)>\($0.to)" }
      let lacks = tree.lacking.sorted().map { "lacks:\($0)" }
      let had = tree.earlier.sorted { $0.key < $1.key }
        .map { "had:\($0.key)<\($0.value.path)=\(PlanNotation.word($0.value.digest))" }
      lines.append("\(tree.label): " + (things + moves + lacks + had).joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }
}

/// Where a document waits that was agreed, or stood, at a path.
enum ParkedPath {
  static func of(_ path: RelativePath) throws -> RelativePath {
    guard let parked = path.parent.appending(ParkedName(for: path).bytes) else {
      throw TreeNotation.Unreadable(word: "\(path)")
    }
    return parked
  }
}
