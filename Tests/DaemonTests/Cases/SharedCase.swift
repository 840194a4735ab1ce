import Control
import Foundation
import TestSupport
import Testing

/// One of the hard cases, where the checkout has them beside it.
struct SharedCase: Sendable, CustomTestStringConvertible {
  let id: String
  let rules: Rules

  struct Rules: Decodable {
    var mode: String
    var outcome: String
    var file: String?
    var compare: String?
    var needs: String?
    var timing: String?
    var mustSurvive: [String]?
    var mustNot: [String]?
    var mustNotHex: [String]?
    var verdicts: [String: String]?
    var modeCheck: String?
    var replicaUntouched: Bool?
    var watchReplica: String?

    enum CodingKeys: String, CodingKey {
      case mode, outcome, file, compare, needs, timing, verdicts
      case mustSurvive = "must_survive"
      case mustNot = "must_not"
      case mustNotHex = "must_not_hex"
      case modeCheck = "mode_check"
      case replicaUntouched = "replica_untouched"
      case watchReplica = "watch_replica"
    }
  }

  var testDescription: String { id }

  /// Where the cases are: `COLLATE_CASES`, else beside the checkout.
  static let place =
    ProcessInfo.processInfo.environment["COLLATE_CASES"].map { URL(filePath: $0) }
    ?? ProjectFolder.sharedCases

  /// The cases of some modes whose names begin so.
  static func all(_ kinds: [String], modes: [String]) -> [SharedCase] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    } catch {
      return []
    }
    return names.filter { name in kinds.contains { name.hasPrefix($0) } }
      .compactMap { SharedCase($0) }
      .filter { modes.contains($0.rules.mode) }
  }

  init?(_ id: String) {
    do {
      let text = try Data(contentsOf: Self.place.appending(path: "\(id)/case.json"))
      rules = try JSONDecoder().decode(Rules.self, from: text)
      self.id = id
    } catch {
      return nil
    }
  }

  private var folder: URL { Self.place.appending(path: id) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The files of one of its folders; none where it is missing.
  func tree(_ name: String) throws -> [WirePath: [UInt8]] {
    has(name) ? try Tree(of: Array(path(name).utf8)).files : [:]
  }

  /// The lines that act on the directory.
  var script: String {
    has("do.sh") ? "sh '\(path("do.sh"))' \"$D\"" : "python3 '\(path("do.py"))' \"$D\""
  }

  /// The lines that put one of its folders in place of what the directory holds.
  func fill(from name: String) -> String {
    """
    find . -mindepth 1 -delete
    if test -d '\(path(name))'; then cp -a '\(path(name))'/. .; fi
    find . -name .empty -delete
    """
  }
}
