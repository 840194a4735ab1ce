import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite struct ConflictCopyNameTests {
  /// One line of `Fixtures/names/conflict-copies.txt`.
  struct Example: Sendable, CustomTestStringConvertible {
    let tool: String
    let name: String
    let original: String
    let origin: String?
    let time: String?

    var testDescription: String { name }

    init?(_ line: String) {
      let parts = line.split(separator: "\t").map(String.init)
      guard parts.count == 5 || parts.count == 4 else { return nil }
      let said = { (part: String) in part == "-" ? nil : part }
      (tool, name, original, origin) = (parts[0], parts[1], parts[2], said(parts[3]))
      time = parts.count == 5 ? said(parts[4]) : nil
    }
  }

  static func lines(_ file: String) -> [String] {
    let data = try? Data(contentsOf: ProjectFolder.fixtures("names").appending(path: file))
    return String(decoding: data ?? Data(), as: UTF8.self)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  static let examples = lines("conflict-copies.txt").compactMap(Example.init)
  static let ordinaryNames = lines("ordinary-names.txt")

  @Test func `there are fixtures, with every tool`() {
    #expect(Self.examples.count == Self.lines("conflict-copies.txt").count)
    #expect(Set(Self.examples.map(\.tool)) == Set(Tool.allCases.map(\.rawValue)))
    #expect(Self.ordinaryNames.count > 30)
  }

  @Test(arguments: examples)
  func `a conflict copy is known by its name`(example: Example) throws {
    let copy = try #require(ConflictCopyName.parse(Array(example.name.utf8)))
    #expect(copy.tool.rawValue == example.tool)
    #expect(String(decoding: copy.original, as: UTF8.self) == example.original)
    #expect(copy.origin == example.origin)
    #expect(copy.time == example.time)
  }

  @Test(arguments: ordinaryNames)
  func `an ordinary name is no conflict copy's`(name: String) {
    #expect(ConflictCopyName.parse(Array(name.utf8)) == nil)
    #expect(ConflictCopyName.root(of: Array(name.utf8)) == Array(name.utf8))
  }

  @Test func `the root of nested copies is the document`() {
    let name =
      "plan.sync-conflict-20240501-101112-ABCDEFG (owner's conflicted copy 2024-05-03)"
      + " (conflict 2026-11-30 14.05.12 laptop).md"
    #expect(ConflictCopyName.root(of: Array(name.utf8)) == Array("plan.md".utf8))
  }

  @Test func `bytes that are not UTF-8 stay as they are`() {
    let copy = ConflictCopyName.parse([0xFF] + Array(".sync-conflict-20240501-101112.md".utf8))
    #expect(copy?.original == [0xFF] + Array(".md".utf8))
  }

  @Test(arguments: ["", "\u{0}", ".", ".."])
  func `a marker around what is no name is no conflict copy`(stem: String) {
    let name = Array(stem.utf8) + Array(" (conflict 2026-11-30 14.05.12 laptop)".utf8)
    #expect(ConflictCopyName.parse(name) == nil)
  }

  @Test func `only copies whose name is proof enough are settled without asking`() {
    #expect(
      Set(Tool.allCases.filter(\.mayBeSettledAutomatically))
        == [.syncthing, .nextcloud, .ownCloud, .dropbox])
    #expect(Tool.allCases.allSatisfy { !($0.isNameClash && $0.mayBeSettledAutomatically) })
  }

  @Test func `a name of many markers is read in a short time`() {
    let markers = String(repeating: " (conflicted copy '", count: 13)
    #expect(ConflictCopyName.parse(Array(markers.utf8)) == nil)
  }
}
