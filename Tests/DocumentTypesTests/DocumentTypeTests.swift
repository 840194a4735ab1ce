import DocumentTypes
import Documents
import Reconciliation
import Testing

/// A type by a name it has.
func documentType(_ name: String) -> DocumentType {
  DocumentTypeRegistry.builtIn.type(forName: Array(name.utf8))
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct DocumentTypeTests {
  @Test(arguments: [
    ("notes.md", "net.daringfireball.markdown"), ("NOTES.MD", "net.daringfireball.markdown"),
    ("a.b.json", "public.json"), ("plain.txt", "public.plain-text"), ("photo.JPG", "public.jpeg"),
    ("paper.pdf", "com.adobe.pdf"), ("Makefile", "public.make-source"),
    ("README", "public.plain-text"), ("map.geojson", "public.geojson"),
  ])
  func `a name tells the type`(name: String, identifier: String) {
    #expect(documentType(name).identifier == identifier)
  }

  @Test func `a name of any bytes has a type`() {
    for name: [UInt8] in [[], [0xFF], [0x2E], [0x2E, 0x2E], [0x0A, 0x2E, 0xE9], bytes(".md")] {
      let type = DocumentTypeRegistry.builtIn.type(forName: name)
      #expect(type.inspect([0, 1, 2]) == .readable, "\(name)")
    }
  }

  @Test(arguments: ["a.md", "a.json", "a.bin", "a.png"])
  func `without a base only equal contents agree`(name: String) {
    let type = documentType(name)
    let (one, other) = (bytes("[1]\n"), bytes("[1]\n[2]\n"))
    #expect(type.merge(base: nil, ours: one, theirs: one) == .merged(one))
    #expect(
      type.merge(base: nil, ours: one, theirs: other)
        == .conflict(reason: "both were created, with different content"))
  }

  @Test(arguments: ["a.md", "a.json", "a.bin", "a.png"])
  func `what one side left alone is the other's`(name: String) {
    let type = documentType(name)
    let (base, edit) = (bytes("[1]\n"), bytes("[2]\n"))
    #expect(type.merge(base: base, ours: base, theirs: edit) == .merged(edit))
    #expect(type.merge(base: base, ours: edit, theirs: base) == .merged(edit))
    #expect(type.merge(base: base, ours: edit, theirs: edit) == .merged(edit))
  }

  @Test func `texts are joined line by line, pictures never`() {
    let base = bytes("1\n2\n3\n4\n5\n")
    let (ours, theirs) = (bytes("one\n2\n3\n4\n5\n"), bytes("1\n2\n3\n4\nfive\n"))
    let joined = MergeOutcome.merged(bytes("one\n2\n3\n4\nfive\n"))
    for name in ["a.md", "a.txt", "a.csv", "LICENSE", "a.unheard-of"] {
      #expect(documentType(name).merge(base: base, ours: ours, theirs: theirs) == joined, "\(name)")
    }
    for name in ["a.gif", "a.docx", "a.zip", "a.rtf"] {
      #expect(
        documentType(name).merge(base: base, ours: ours, theirs: theirs)
          == .conflict(reason: "both changed"), "\(name)")
    }
  }

  @Test func `an unknown type with a control character is not joined`() {
    let tail = bytes("\n2\n3\n4\n\u{1}\n")
    let outcome = documentType("a.unheard-of").merge(
      base: bytes("1") + tail, ours: bytes("one") + tail, theirs: bytes("1") + tail + bytes("6\n"))
    #expect(outcome == .conflict(reason: "both changed, and what they are is not known"))
  }

  @Test func `what happened is said in words`() {
    let type = documentType("a.zip")
    #expect(type.changes(from: nil, to: [1]) == ["created, 1 byte"])
    #expect(type.changes(from: [1], to: [1]) == [])
    #expect(type.changes(from: [1, 2], to: []) == ["emptied; it held 2 bytes"])
    #expect(type.changes(from: [1, 2], to: [1, 2, 3, 4]) == ["2 bytes added at the end"])
    #expect(type.changes(from: [1, 2], to: [1]) == ["cut off after 1 byte of 2"])
    #expect(
      type.changes(from: [1, 2], to: [1, 3]) == ["content changed from byte 1 on, still 2 bytes"])
    #expect(
      type.changes(from: [1, 2], to: [2, 3, 4]) == ["content changed from byte 0 on, 2 to 3 bytes"])
  }

  @Test func `a text's changes are counted in lines`() {
    #expect(
      documentType("a.md").changes(from: bytes("1\n2\n"), to: bytes("1\n2\n3\n"))
        == ["1 line added"])
  }

  @Test func `a version that can't be read is spoken of as bytes, with the reason`() {
    #expect(
      documentType("a.json").changes(from: bytes("{}"), to: bytes("{"))
        == [
          "cut off after 1 byte of 2",
          "not readable: stops at byte 1 (line 1, column 2): expected a key in quotes or `}`",
        ])
    #expect(
      documentType("a.json").changes(from: bytes("{"), to: bytes("{}"))
        == ["1 byte added at the end", "readable again"])
  }
}

@Suite struct SuspicionTests {
  @Test(arguments: ["a.md", "a.json", "a.bin", "a.png"])
  func `an emptied document is suspicious, an empty one that stays so is not`(name: String) {
    let type = documentType(name)
    #expect(type.suspicion(previous: bytes("[1]"), new: []) == "emptied: it held 3 bytes")
    #expect(type.suspicion(previous: [], new: []) == nil)
    #expect(type.suspicion(previous: [], new: bytes("[1]")) == nil)
  }

  @Test func `zeroes at a text's end are suspicious`() {
    let text = bytes("one\n")
    #expect(
      documentType("a.md").suspicion(previous: text, new: text + [0, 0, 0])
        == "ends in 3 zero bytes from byte 4 on")
    #expect(
      documentType("a.json").suspicion(previous: text, new: [0, 0])
        == "nothing but zero bytes, 2 of them")
  }

  @Test func `a sector of zeroes at a picture's end is suspicious where there was none before`() {
    let type = documentType("a.png")
    let zeroes = [UInt8](repeating: 0, count: 512)
    #expect(
      type.suspicion(previous: [1], new: [1] + zeroes) == "ends in 512 zero bytes from byte 1 on")
    #expect(type.suspicion(previous: [1], new: [1] + zeroes.dropLast()) == nil)
    #expect(type.suspicion(previous: [1, 0], new: [1] + zeroes) == nil)
  }

  @Test func `JSON that no longer parses is suspicious where it did before`() {
    let type = documentType("a.json")
    let reason = "stops at byte 7 (line 1, column 8): expected `,` or `}`"
    #expect(type.suspicion(previous: bytes("{}"), new: bytes("{\"a\": 1")) == reason)
    #expect(type.suspicion(previous: bytes("{"), new: bytes("{\"a\": 1")) == nil)
    #expect(type.suspicion(previous: bytes("{"), new: bytes("{}")) == nil)
  }

  @Test func `an ordinary edit is not suspicious`() {
    #expect(documentType("a.md").suspicion(previous: bytes("long text\n"), new: bytes("s")) == nil)
  }
}
