import Documents
import Testing

/// Models of the two older protocols, adapted.
@Suite @MainActor struct OlderModelTests {
  let folder: ModelFolder

  init() throws {
    folder = try ModelFolder()
  }

  @Test func `a value of the older kind is opened and saved`() async throws {
    let document = FileDocumentAdapter(Letter())
    try await save(document, to: folder.file("a.txt"), as: .plainText)
    #expect(try folder.read("a.txt") == "Dear reader,")
    try folder.write("Dear writer,", to: "a.txt")
    let other = FileDocumentAdapter<Letter>()
    try await open(other, from: folder.file("a.txt"), as: .plainText)
    #expect(other.model?.text == "Dear writer,")
    other.model?.text += " hello"
    try await save(other, to: folder.file("a.txt"), as: .plainText)
    #expect(try folder.read("a.txt") == "Dear writer, hello")
    #expect(FileDocumentAdapter<Letter>.writableContentTypes == [.plainText, .utf8PlainText])
  }

  @Test func `a value that was never read can't be saved`() async throws {
    let document = FileDocumentAdapter<Letter>()
    await #expect(throws: (any Error).self) {
      try await save(document, to: folder.file("a.txt"), as: .plainText)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.txt").path))
  }

  @Test func `an object of the older kind is opened and saved`() async throws {
    let document = ReferenceFileDocumentAdapter(Diary())
    document.model?.write("sun", on: "monday")
    document.model?.write("rain", on: "tuesday")
    try await save(document, to: folder.file("Diary"), as: .folder)
    #expect(try folder.read("Diary/tuesday") == "rain")
    try folder.write("snow", to: "Diary/sunday")
    let other = ReferenceFileDocumentAdapter<Diary>()
    try await open(other, from: folder.file("Diary"), as: .folder)
    #expect(other.model?.days == ["monday": "sun", "tuesday": "rain", "sunday": "snow"])
    other.model?.write("hail", on: "monday")
    try await save(other, to: folder.file("Diary"), as: .folder)
    #expect(try folder.read("Diary/monday") == "hail")
    #expect(try folder.read("Diary/sunday") == "snow")
  }
}
