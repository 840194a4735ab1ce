import Documents
import Testing

@Suite @MainActor struct PackageModelTests {
  let folder: ModelFolder
  var package: URL { folder.file("Trip.notebook") }

  init() throws {
    folder = try ModelFolder()
  }

  private func written() async throws -> Notebook {
    let document = Notebook()
    document.content.title = "Trip"
    for number in 1...3 {
      document.content.pages.append(.init(id: "\(number)", text: "page \(number)"))
    }
    try await save(document, to: package, as: .notebook)
    return document
  }

  private func number(_ name: String) throws -> UInt64? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.systemFileNumber]
      as? UInt64
  }

  @Test func `a package is written and read`() async throws {
    let document = try await written()
    #expect(try folder.read("Trip.notebook/pages/2.txt") == "page 2")
    #expect(
      try folder.read("Trip.notebook/metadata.json")
        == #"{"order":["1","2","3"],"title":"Trip","version":1}"#)
    let other = Notebook()
    try await open(other, from: package, as: .notebook)
    #expect(other.content == document.content)
  }

  @Test func `pages that didn't change stay the files they are`() async throws {
    let document = try await written()
    let first = try number("Trip.notebook/pages/1.txt")
    let second = try number("Trip.notebook/pages/2.txt")
    document.content.pages[1].text = "edited"
    document.content.pages.removeLast()
    try await save(document, to: package, as: .notebook)
    #expect(try number("Trip.notebook/pages/1.txt") == first)
    #expect(try number("Trip.notebook/pages/2.txt") != second)
    #expect(try folder.read("Trip.notebook/pages/2.txt") == "edited")
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("Trip.notebook/pages").path)
    #expect(pages.sorted() == ["1.txt", "2.txt"])
  }

  @Test func `a package that is saved unchanged is not touched`() async throws {
    let document = try await written()
    let before = try number("Trip.notebook")
    try await save(document, to: package, as: .notebook)
    #expect(try number("Trip.notebook") == before)
  }

  @Test func `members that the model doesn't know survive a save`() async throws {
    let document = try await written()
    try folder.write("kept", to: "Trip.notebook/unknown.bin")
    document.content.title = "Journey"
    try await save(document, to: package, as: .notebook)
    #expect(try folder.read("Trip.notebook/unknown.bin") == "kept")
  }

  @Test func `a package without its manifest is an error`() async throws {
    _ = try await written()
    try FileManager.default.removeItem(at: folder.file("Trip.notebook/metadata.json"))
    await #expect(throws: CocoaError.self) {
      try await open(Notebook(), from: package, as: .notebook)
    }
  }
}
