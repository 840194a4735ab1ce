import FoundationEssentials
import TestSupport
import Testing

@testable import Reconciliation

@Suite struct NameRulesTests {
  struct Row: CustomStringConvertible, Sendable {
    var line: String
    var rules: NameRules
    var names: [[UInt8]]
    var expected: String
    var description: String { line }
  }

  static let rows: [Row] = {
    do {
      let text = try String(
        contentsOf: ProjectFolder.fixtures("reconcile").appending(path: "names.txt"),
        encoding: .utf8)
      return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        try row($0)
      }
    } catch {
      return []
    }
  }()

  private static func row(_ line: Substring) throws -> Row? {
    guard let first = line.firstRange(of: " | "),
      let last = line.ranges(of: " | ").last, first.lowerBound < last.lowerBound
    else { return nil }
    let names = line[first.upperBound..<last.lowerBound].components(separatedBy: " = ")
    return Row(
      line: String(line), rules: try TreeNotation.rules(line[..<first.lowerBound]),
      names: names.map { name($0) }, expected: String(line[last.upperBound...]))
  }

  /// `\xe9`, `\n` and `\\` as they are displayed; `128 × é` is the letter 128 times.
  private static func name(_ text: String) -> [UInt8] {
    let repetition = text.components(separatedBy: " × ")
    if repetition.count == 2, let count = Int(repetition[0]) {
      return Array(String(repeating: repetition[1], count: count).utf8)
    }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        rest = rest.dropFirst(2)
        bytes.append(UInt8(digits, radix: 16) ?? 0)
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      default: bytes.append(kind)
      }
    }
    return bytes
  }

  @Test func `the table is read`() {
    #expect(Self.rows.count == 48)
  }

  @Test(arguments: rows)
  func `each row of the table is as it says`(_ row: Row) {
    if row.names.count == 2 {
      let isOne = row.rules.key(of: row.names[0]) == row.rules.key(of: row.names[1])
      #expect((isOne ? "one" : "two") == row.expected)
    } else {
      let name = displayed(row.names[0])
      let refusal = row.rules.refusal(of: row.names[0])
      let start = "\(name) can't be on \(row.rules.fileSystem): "
      let expected = start + row.expected + "; rename it, or have it ignored"
      #expect(refusal == (row.expected == "fine" ? nil : expected))
    }
  }

  @Test func `the reason for a clash names both, and what to do`() {
    #expect(
      NameRules.vfat.clash(of: Array("A.md".utf8), with: Array("a.md".utf8))
        == "A.md can't be on vfat, which takes it for a.md; rename one of them")
  }

  @Test func `a parked name says whose it is, whatever the name`() throws {
    for text in ["a.md", String(repeating: "é", count: 127), "..a", "x\ny"] {
      let path = try #require(RelativePath("notes/" + text))
      let bytes = ParkedName(for: path).bytes
      let parsed = try #require(ParkedName(parsing: bytes))
      #expect(parsed.isOf(path))
      #expect(path.name.starts(with: parsed.name))
      #expect(String(validating: bytes, as: UTF8.self) != nil)
      #expect(bytes.count <= 255)
    }
    for other in [".collate-moving-", ".collate-moving-0123456789abcdef-", ".collate-moving-a.md"] {
      #expect(ParkedName(parsing: Array(other.utf8)) == nil)
    }
  }
}
