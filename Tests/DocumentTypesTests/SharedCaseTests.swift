import DocumentTypes
import Documents
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

/// The catalogue's merges of one document, where the checkout has them beside it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: ProjectFolder.sharedCases.path)))
struct SharedCaseTests {
  private struct Case: Decodable {
    var file: String
    var outcome: String
    var mustSurvive: [String]?

    enum CodingKeys: String, CodingKey {
      case file
      case outcome
      case mustSurvive = "must_survive"
    }
  }

  private func content(_ id: String, _ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: ProjectFolder.sharedCases.appending(path: id + "/" + path)))
  }

  @Test(arguments: [
    "TXT-01", "TXT-03", "TXT-05", "TXT-07", "TXT-09", "TXT-11", "TXT-13", "TXT-15", "TXT-17",
    "TXT-19", "TXT-21", "TXT-23", "TXT-25", "TXT-27", "TXT-29",
    "JSN-01", "JSN-03", "JSN-05", "JSN-07", "JSN-09", "JSN-11", "JSN-13", "JSN-15", "JSN-17",
    "JSN-23",
  ])
  func `a merge is what the catalogue expects, or two whole documents`(id: String) throws {
    let rules = try JSONDecoder().decode(Case.self, from: Data(try content(id, "case.json")))
    let type = documentType(rules.file)
    let base = try content(id, "base/" + rules.file)
    let ours = try content(id, "a/" + rules.file)
    let theirs = try content(id, "b/" + rules.file)
    let outcome = type.merge(base: base, ours: ours, theirs: theirs)
    let swapped = type.merge(base: base, ours: theirs, theirs: ours)
    guard case .merged(let joined) = outcome, case .merged(let swappedJoined) = swapped else {
      // Both stay side by side, so that nothing is lost; what has to be clean is clean.
      #expect(rules.outcome != "clean")
      return
    }
    #expect(joined == swappedJoined)
    #expect(type.inspect(joined) == .readable)
    let text = String(decoding: joined, as: UTF8.self)
    for words in rules.mustSurvive ?? [] { #expect(text.contains(words)) }
    if rules.outcome != "survive" {
      #expect(isAsExpected(joined, try content(id, "expected/" + rules.file), type))
    }
  }

  /// Byte by byte, but for keys' order, which the catalogue leaves open.
  private func isAsExpected(_ joined: [UInt8], _ expected: [UInt8], _ type: DocumentType) -> Bool {
    joined == expected || type.changes(from: expected, to: joined) == ["only the layout changed"]
  }

  @Test(arguments: [
    ("truncated", false), ("trailing-comma", false), ("comment", false), ("bom", true),
    ("big-exponent", true), ("lone-low", false), ("bad-utf8", false), ("raw-newline", false),
    ("empty", false), ("blank", false),
  ])
  func `the ten odd files of JSN-19 get their verdicts`(name: String, isJSON: Bool) throws {
    let found = verdict(try content("JSN-19", "files/\(name).json"), named: "a.json")
    #expect((found == "readable") == isJSON, "\(found)")
  }
}
