import Documents
import DocumentTypes
import Reconciliation
import TestSupport
import Testing

@Suite struct PackageTypeTests {
  private let type = documentType("trip.textbundle")
  private let base = PackageArchive([
    "info.json": "{\"a\": 1, \"b\": 2}\n", "text.md": "one\ntwo\nthree\nfour\nfive\n",
  ])

  private func with(_ changes: [String: String?]) -> [UInt8] {
    var files = base.texts
    for (name, text) in changes { files[name] = text }
    return PackageArchive(files).bytes
  }

  @Test(arguments: ["a.textbundle", "a.rtfd", "A.NOTEBOOK"])
  func `directories with these names are packages`(name: String) {
    #expect(DocumentTypeRegistry.builtIn.packages.contains(bytes(name)))
  }

  @Test func `a package of any members is readable`() {
    #expect(type.inspect(base.bytes) == .readable)
  }

  @Test func `two sides' edits are joined, each member by its own type`() throws {
    let ours = with(["info.json": "{\"a\": 9, \"b\": 2}\n"])
    let theirs = with([
      "info.json": "{\"a\": 1, \"b\": 7}\n", "text.md": "one\ntwo\nthree\nfour\nfive\nsix\n",
    ])
    guard case .merged(let content) = type.merge(base: base.bytes, ours: ours, theirs: theirs)
    else {
      Issue.record("not merged")
      return
    }
    let merged = try #require(PackageArchive(decoding: content))
    #expect(
      merged.texts == [
        "info.json": "{\"a\": 9, \"b\": 7}\n", "text.md": "one\ntwo\nthree\nfour\nfive\nsix\n",
      ])
  }

  @Test func `what changed is said in the words of the member's type`() {
    let new = with(["text.md": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "page.txt": "x"])
    #expect(
      type.changes(from: base.bytes, to: new) == [
        "page.txt: added, 1 byte", "text.md: 2 lines added",
      ])
  }

  @Test func `a member that looks cut off makes the whole look so`() {
    #expect(
      type.suspicion(previous: base.bytes, new: with(["text.md": ""]))
        == "text.md: emptied: it held 24 bytes")
    #expect(
      type.suspicion(previous: base.bytes, new: with(["info.json": "{\"a\": 1,"]))?
        .hasPrefix("info.json: ") == true)
    #expect(
      type.suspicion(previous: base.bytes, new: PackageArchive.empty.bytes)
        == "emptied: it held 2 members")
    #expect(type.suspicion(previous: base.bytes, new: with(["text.md": nil])) == nil)
    #expect(type.suspicion(previous: base.bytes, new: with(["text.md": "one\n"])) == nil)
  }

  @Test func `a file under a package's name is bytes, and is never joined with a package`() {
    #expect(type.inspect(bytes("text")) == .readable)
    #expect(
      type.merge(base: base.bytes, ours: bytes("text"), theirs: with(["text.md": "x\n"]))
        == .conflict(reason: "both changed, and one of them is a file and no package"))
    #expect(
      type.changes(from: bytes("text"), to: base.bytes) == ["became a package of 2 members"])
    #expect(type.changes(from: base.bytes, to: bytes("text")) == ["became a file of 4 bytes"])
  }

  @Test func `a damaged archive is not readable`() {
    #expect(!type.inspect(Array(base.bytes.dropLast())).isReadable)
  }
}
