import Reconciliation

/// Reads and writes plans as `Fixtures/reconcile/README.md` describes.
enum PlanNotation {
  /// A digest that is a word: its bytes, then zeros.
  static func digest(_ word: some StringProtocol) -> Digest? {
    let bytes = Array(word.utf8)
    return word == "-" ? nil : Digest(bytes: bytes + [UInt8](repeating: 0, count: 32 - bytes.count))
  }

  static func word(_ digest: Digest?) -> String {
    guard let digest else { return "-" }
    return String(decoding: digest.bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// `A@2`, modified at 2.
  static func version(_ text: some StringProtocol) -> Version? {
    let parts = text.split(separator: "@")
    guard let word = parts.first, let digest = digest(word) else { return nil }
    let modified = parts.count > 1 ? Int64(parts[1]) ?? 0 : 1
    return Version(
      digest: digest,
      fingerprint: Fingerprint(
        inode: 1, size: 1, modified: modified, changed: modified, mode: 0o644),
      readability: .readable)
  }

  static func observation(_ text: some StringProtocol) -> Observation {
    if text == "?" { return .unknown }
    return version(text).map { .present($0) } ?? .absent
  }

  /// `save:A<O`
  static func incoming(_ text: some StringProtocol) -> Incoming? {
    let parts = text.split(separator: ":")
    guard parts.count == 2 else { return nil }
    let versions = parts[1].split(separator: "<")
    guard versions.count == 2, let digest = digest(versions[0]) else { return nil }
    let origin: Incoming.Origin
    switch parts[0] {
    case "save": origin = .client("editor")
    case "copy": origin = .copy(copyPath, tool: "Syncthing")
    case "late": origin = .displaced(7)
    default: return nil
    }
    return Incoming(
      digest: digest, modified: 9, changedFrom: Self.digest(versions[1]), origin: origin)
  }

  static let copyPath = RelativePath("n.sync-conflict-20261130-120000-ABCDEFG.md") ?? .root

  /// Two versions can be joined where both are lower-case, and a base is known.
  static func join(_ base: Digest?, _ one: Digest, _ other: Digest) -> Joining {
    let words = [word(one), word(other)]
    guard base != nil, words.allSatisfy({ $0 == $0.lowercased() }),
      let joined = digest(String(Set(words.joined()).sorted()))
    else { return .conflict(reason: "both changed") }
    return .joined(joined)
  }

  static func text(_ operation: Reconciliation.Operation) -> String {
    switch operation {
    case .install(let replica, let digest, _): "install(\(replica),\(word(digest)))"
    case .remove(let replica, _): "remove(\(replica))"
    case .copyBeside(let replica, let side): "beside(\(replica),\(word(side.digest)))"
    case .keepVersion(let replica, let digest): "history(\(replica),\(word(digest)))"
    case .setAside(let replica, let side): "aside(\(replica),\(word(side.digest)))"
    case .keepCopy(_, let side): "keep(\(word(side.digest)))"
    case .removeCopy(_, let expecting): "settle(\(word(expecting)))"
    }
  }
}
