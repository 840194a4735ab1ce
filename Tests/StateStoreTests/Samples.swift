import Reconciliation
import StateStore
import Testing

/// Values for the tests, each told from the others by a number.
enum Sample {
  static func content(_ number: Int, length: Int = 40) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &* 101 &+ $0 >> 8) }
      + Array("\(number)".utf8)
  }

  static func digest(_ number: Int, length: Int = 40) -> Digest {
    SHA256.digest(content(number, length: length))
  }

  static func path(_ number: Int) throws -> RelativePath {
    try #require(RelativePath("notes/\(number % 10)/document \(number).md"))
  }

  static func fingerprint(_ number: Int) -> Fingerprint {
    Fingerprint(
      inode: UInt64(number), size: Int64(number) * 3, modified: 1_700_000_000_000_000_000,
      changed: 1_700_000_000_000_000_001 + Int64(number), mode: 0o644)
  }

  static func base(_ number: Int, others: [Fingerprint?] = []) -> Base {
    Base(
      digest: digest(number), readability: .readable, fingerprint: fingerprint(number),
      others: others)
  }

  static func entry(_ number: Int, time: Int64 = 0) -> HistoryEntry {
    HistoryEntry(
      time: time, digest: digest(number), size: 40, modified: time, mode: 0o600,
      reason: .replaced, origin: "laptop")
  }

  static func event(_ number: Int, time: Int64 = 0) throws -> Event {
    Event(
      number: 0, time: time, kind: .changed, path: try path(number), digest: digest(number),
      details: ["line \(number)"])
  }

  static func conflict(_ id: UInt64, _ number: Int) throws -> Conflict {
    Conflict(
      id: id, kind: .bothEdited, document: try path(number), copy: try path(number + 1),
      base: digest(number),
      ours: .init(digest: digest(number + 1), modified: 1, origin: "laptop"),
      theirs: .init(digest: digest(number + 2), modified: 2, origin: "server"), time: 3,
      reason: "line 4 was changed in both")
  }

  static func intent(_ id: UInt64, _ number: Int) throws -> Intent {
    Intent(id: id, path: try path(number), expected: digest(number), installed: nil)
  }

  static func action(_ id: UInt64, _ number: Int, isUndone: Bool = false) throws -> Action {
    Action(
      id: id, time: 5, summary: "merged", document: try path(number),
      steps: [
        .putBack(path: try path(number), digest: digest(number), mode: 0o600, modified: 7),
        .remove(path: try path(number + 1), digest: digest(number + 1)),
      ], isUndone: isUndone)
  }
}
