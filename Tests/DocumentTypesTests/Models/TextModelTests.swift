import Documents
import FoundationEssentials
import TestSupport
import Testing

@testable import DocumentTypes

@MainActor @Suite struct TextModelTests {
  private let folder: ModelFolder
  private let undo = UndoManager()

  init() throws {
    folder = try ModelFolder()
  }

  @Test func `saving what nobody touched writes nothing, in any encoding`() async throws {
    for (name, verdict) in try DocumentFixtures("text").verdicts
    where verdict.hasPrefix("readable") {
      let url = try folder.copy("text", name)
      let text = PlainTextDocument()
      try await open(text, at: url, as: .plainText)
      let counts = try await counting { try await save(text, to: url, as: .plainText) }
      #expect(counts.filesWritten == 0, "\(name)")
      try text.edit(text.text + "!", undoManager: undo)
      try await save(text, to: url, as: .plainText)
      let again = PlainTextDocument()
      try await open(again, at: url, as: .plainText)
      #expect(again.text == text.text, "\(name)")
    }
  }

  @Test func `what is no text is told with its place`() async throws {
    let url = try folder.copy("text", "zero-inside.txt")
    #expect(
      await problem(opening: PlainTextDocument(), at: url, as: .plainText)
        == "not a text: a zero byte in line 2, column 4 (byte 7)")
  }

  @Test func `an edit is undone`() throws {
    let text = PlainTextDocument()
    try text.edit("one", undoManager: undo)
    #expect(text.text == "one")
    undo.undo()
    #expect(text.text == "")
    undo.redo()
    #expect(text.text == "one")
  }

  @Test func `a note is exported as HTML and as plain text`() async throws {
    try folder.write("# Trip\n\n- *tickets*\n", to: "trip.md")
    let note = MarkdownDocument()
    try await open(note, at: folder.url("trip.md"), as: .markdown)
    #expect(note.title == "Trip")
    try await save(note, to: folder.url("trip.html"), as: .html)
    #expect(
      try folder.text("trip.html").contains(
        "<title>Trip</title>\n</head>\n<body>\n<h1>Trip</h1>\n<ul>\n<li><em>tickets</em></li>\n"))
    try await save(note, to: folder.url("trip.txt"), as: .plainText)
    #expect(try folder.text("trip.txt") == "Trip\n\n- tickets\n")
    #expect(try folder.text("trip.md") == "# Trip\n\n- *tickets*\n")
  }
}
