import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@testable import Documents

/// A number in words of its own: two that were raised are added up.
private struct Tally: ContentSnapshot {
  var count: Int

  init(content: Data, contentType: UTType) throws {
    let text = String(decoding: content, as: UTF8.self)
    guard let count = Int(text) else { throw UnreadableContent(reason: "no number: \(text)") }
    self.count = count
  }

  func content(contentType: UTType) throws -> Data {
    guard count >= 0 else { throw UnreadableContent(reason: "less than nothing") }
    return Data("\(count)".utf8)
  }

  func changes(since previous: Tally) -> [String] { ["\u{1B}[31m\(count - previous.count) more"] }

  static func merging(base: Tally?, ours: Tally, theirs: Tally) -> SnapshotMerge<Tally> {
    guard let base else { return .conflict(reason: "no base") }
    var joined = ours
    joined.count += theirs.count - base.count
    return .merged(joined)
  }
}

@Suite struct DocumentTypeRegistryTests {
  private let registry = DocumentTypeRegistry([
    DocumentType(.data, Tally.self, fileNameExtensions: ["tally", "Count"])
  ])

  private func type(_ name: String, in registry: DocumentTypeRegistry) -> DocumentType {
    registry.type(forName: bytes(name))
  }

  @Test(arguments: ["a.tally", "a.TALLY", "a.b.count", "\u{E9}.tally"])
  func `a type of one's own is found by its extensions, in any case`(name: String) {
    #expect(
      type(name, in: registry).merge(base: bytes("3"), ours: bytes("5"), theirs: bytes("4"))
        == .merged(bytes("6")))
  }

  @Test(arguments: ["tally", ".tally", "a.tally.txt", "a.tallyx"])
  func `another name is another type's`(name: String) {
    #expect(type(name, in: registry).inspect(bytes("x")) == .readable)
  }

  @Test func `a declared type is found by its own extensions`() {
    let declared = UTType(exportedAs: "org.example.collate-tests.cairn", conformingTo: .data)
    let own = DocumentTypeRegistry([DocumentType(declared, Tally.self)])
    #expect(type("a.cairn", in: own).inspect(bytes("x")) == .unreadable(reason: "no number: x"))
    #expect(type("a.cairn", in: own).identifier == "org.example.collate-tests.cairn")
    #expect(type("a.cairn", in: registry).inspect(bytes("x")) == .readable)
  }

  @Test func `what its reader throws is the reason, and what its writer throws a conflict`() {
    let type = type("a.tally", in: registry)
    #expect(type.inspect(bytes("x\u{1B}")) == .unreadable(reason: "no number: x\\e"))
    #expect(
      type.merge(base: bytes("3"), ours: bytes("1"), theirs: bytes("0"))
        == .conflict(reason: "joined, they can't be written: less than nothing"))
  }

  @Test func `its words are safe to print`() {
    #expect(
      type("a.tally", in: registry).changes(from: bytes("3"), to: bytes("5"))
        == ["\\e[31m2 more"])
  }

  @Test func `a built-in type can be taken over, and the last one counts`() {
    let own = registry.adding([DocumentType(.json, Tally.self)])
    #expect(type("a.json", in: own).inspect(bytes("{}")) == .unreadable(reason: "no number: {}"))
    #expect(type("a.json", in: own).inspect(bytes("7")) == .readable)
    let again = own.adding([
      DocumentType(.json, KeyedValue<Named>.self),
      DocumentType(.data, LineText.self, fileNameExtensions: ["tally"]),
    ])
    #expect(type("a.json", in: again).inspect(bytes(#"{"name": "a"}"#)) == .readable)
    #expect(type("a.tally", in: again).inspect(bytes("no number")) == .readable)
    #expect(type("a.count", in: again).inspect(bytes("no number")).isReadable == false)
  }
}

private struct Named: KeyedContent {
  var name: String
}
