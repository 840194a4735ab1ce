import Documents
import Testing

/// Each model is written, changed from outside and read, as it would be on Apple's platforms.
@Suite @MainActor struct ModelTests {
  let folder: ModelFolder

  init() throws {
    folder = try ModelFolder()
  }

  @Test func `a value is the snapshot`() async throws {
    let document = PlainText()
    document.text = "one"
    try await save(document, to: folder.file("a.txt"), as: .plainText)
    #expect(try folder.read("a.txt") == "one")
    try folder.write("two", to: "a.txt")
    try await open(document, from: folder.file("a.txt"), as: .plainText)
    #expect(document.text == "two")
  }

  @Test func `an error of the model's reader reaches whoever opens`() async throws {
    try Data([0xFF, 0xFE, 0xFD]).write(to: folder.file("a.txt"))
    let error = await #expect(throws: CocoaError.self) {
      try await open(PlainText(), from: folder.file("a.txt"), as: .plainText)
    }
    #expect(error?.code == .fileReadCorruptFile)
    let missing = await #expect(throws: CocoaError.self) {
      try await open(PlainText(), from: folder.file("nothing.txt"), as: .plainText)
    }
    #expect(missing?.code == .fileReadNoSuchFile)
    #expect(missing?.filePath == folder.file("nothing.txt").path)
  }

  @Test func `a reader and a writer of one's own go by URLs`() async throws {
    let document = Checklist()
    document.add("milk")
    document.add("bread")
    document.toggle(document.items[1].id)
    try await save(document, to: folder.file("list.json"), as: .json)
    let other = Checklist()
    try await open(other, from: folder.file("list.json"), as: .json)
    #expect(other.items == document.items)
    #expect(other.items.map(\.isDone) == [false, true])
  }

  @Test func `an object that isn't sendable is the snapshot`() async throws {
    let document = Sketch()
    document.draw([1, 2, 3])
    document.draw([4])
    try await save(document, to: folder.file("a.csv"), as: .commaSeparatedText)
    #expect(try folder.read("a.csv") == "1,2,3\n4")
    let other = Sketch()
    try await open(other, from: folder.file("a.csv"), as: .commaSeparatedText)
    #expect(other.strokes == [[1, 2, 3], [4]])
    #expect(other.lastCount == nil)
  }

  @Test func `a document may live on another actor`() async throws {
    let document = Recording()
    await document.tape.replace([1, 2, 3])
    try await save(document, to: folder.file("a.wav"), as: .audio)
    let other = Recording()
    try await open(other, from: folder.file("a.wav"), as: .audio)
    #expect(await other.tape.samples == [1, 2, 3])
  }

  @Test func `a reader and a writer report how far they are`() async throws {
    let document = Log()
    for number in 1...3 { document.append("line \(number)") }
    let writing = ProgressManager(totalCount: 1)
    try await save(document, to: folder.file("a.log"), as: .log, progress: writing)
    #expect(writing.isFinished)
    let reading = ProgressManager(totalCount: 1)
    let other = Log()
    try await open(other, from: folder.file("a.log"), as: .log, progress: reading)
    #expect(reading.fractionCompleted == 1)
    #expect(other.lines == ["line 1", "line 2", "line 3"])
  }

  @Test func `a document may only be read`() async throws {
    try folder.write("%PDF-1.7\n%%EOF", to: "a.pdf")
    let document = Booklet()
    try await open(document, from: folder.file("a.pdf"), as: .pdf)
    #expect(document.outline.version == "1.7" && document.outline.isComplete)
  }

  @Test func `a source and a destination may be no URLs`() async throws {
    let shelf = Score.Shelf()
    let document = Score()
    document.notes = "c d e"
    let place = Score.Place(shelf: shelf, name: "scale")
    try await save(document, to: place, as: .data)
    let other = Score()
    try await open(other, from: place, as: .data)
    #expect(other.notes == "c d e")
  }

  @Test(arguments: [
    (UTType.markdown, "# Title\nText"), (.html, "<h1>Title</h1>\n<p>Text</p>"),
    (.plainText, "TITLE\nText"),
  ])
  func `one model is written as several types`(type: UTType, expected: String) async throws {
    let document = Article()
    document.markdown = "# Title\nText"
    try await save(document, to: folder.file("a"), as: type)
    #expect(try folder.read("a") == expected)
  }

  @Test func `a model may be generic`() async throws {
    let document = Preferences(["size": 12])
    try await save(document, to: folder.file("a.json"), as: .json)
    let other = Preferences<[String: Int]>([:])
    try await open(other, from: folder.file("a.json"), as: .json)
    #expect(other.value == ["size": 12])
  }
}
