import Documents
import Reconciliation
import Testing

/// A symbolic link under any name is where it leads, and none of the name's type.
@Suite struct LinkVersionTests {
  private func link(_ target: String) throws -> [UInt8] {
    try #require(SymbolicLink(to: bytes(target))).content
  }

  @Test(arguments: ["a.md", "a.json", "a.png", "a.textbundle", "a"])
  func `it is readable, and never looks broken`(name: String) throws {
    let type = documentType(name)
    let text = bytes("{\"a\": 1}\n")
    #expect(type.inspect(try link("x")) == .readable)
    #expect(type.remark(on: try link("x")) == nil)
    #expect(type.suspicion(previous: text, new: try link("x")) == nil)
    #expect(type.suspicion(previous: try link("x"), new: text) == nil)
    #expect(type.suspicion(previous: try link("x"), new: try link("y")) == nil)
  }

  @Test(arguments: ["a.md", "a.json", "a"])
  func `two that lead elsewhere can't be joined, nor one with a file`(name: String) throws {
    let type = documentType(name)
    let (base, text) = (bytes("1\n2\n3\n"), bytes("1\n2\n3\n4\n"))
    let conflict = MergeOutcome.conflict(
      reason: "a symbolic link can't be joined with another version")
    #expect(type.merge(base: try link("x"), ours: try link("y"), theirs: try link("z")) == conflict)
    #expect(type.merge(base: base, ours: try link("y"), theirs: text) == conflict)
    #expect(type.merge(base: base, ours: text, theirs: try link("y")) == conflict)
    #expect(type.merge(base: try link("x"), ours: base, theirs: text) == conflict)
    #expect(
      type.merge(base: try link("x"), ours: try link("x"), theirs: text) == .merged(text))
  }

  @Test func `what changed is told by where it leads`() throws {
    let type = documentType("a.json")
    let text = bytes("{}\n")
    #expect(type.changes(from: nil, to: try link("x\ny")) == ["created, leads to x\\ny"])
    #expect(type.changes(from: try link("x"), to: try link("y")) == ["leads to y now"])
    #expect(type.changes(from: text, to: try link("y")) == ["a symbolic link to y now"])
    #expect(type.changes(from: try link("x"), to: text) == ["a file now; it was a symbolic link"])
    #expect(type.changes(from: try link("x"), to: try link("x")) == [])
  }
}
