import Documents
import FoundationEssentials
import Testing

@Suite struct URLContentTypeTests {
  let folder = URL(filePath: "/notes", directoryHint: .isDirectory)

  @Test func `a file is named for its type`() {
    #expect(folder.appendingPathComponent("a", conformingTo: .markdown).path == "/notes/a.md")
    #expect(folder.appendingPathComponent("a.txt", conformingTo: .json).path == "/notes/a.txt.json")
    var place = folder
    place.appendPathComponent("b", conformingTo: .jpeg)
    #expect(place.path == "/notes/b.jpg")
  }

  @Test func `a name that says the type already stays as it is`() {
    #expect(
      folder.appendingPathComponent("a.markdown", conformingTo: .markdown).path
        == "/notes/a.markdown")
    #expect(folder.appendingPathComponent("a.md", conformingTo: .text).path == "/notes/a.md")
    #expect(folder.appendingPathComponent("plain", conformingTo: .folder).path == "/notes/plain")
  }

  @Test func `an extension is added for a type that has one`() {
    var place = folder.appending(path: "a")
    place.appendPathExtension(for: .png)
    #expect(place.path == "/notes/a.png")
    #expect(place.appendingPathExtension(for: .data).path == "/notes/a.png")
  }
}
