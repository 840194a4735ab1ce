import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// Sessions of documents that are read and written through file wrappers.
@Suite @MainActor struct WrapperSessionTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
  }

  private func makeAlbum(pages: Int) throws {
    try place.folder.directory.makeDirectory(Array("Album".utf8), mode: 0o755)
    for page in 0..<pages { try place.folder.write("\(page)", to: "Album/p\(page)") }
    try place.folder.write("log\n", to: "Album/log")
  }

  private func open() async throws -> DocumentSession<Album> {
    let group = DocumentGroup(makeDocument: { _, _ in Album() })
    group.autosave = .never
    return try await group.open(place.url("Album"))
  }

  private func inodes() throws -> [String: UInt64] {
    let album = try place.folder.directory.openDirectory(Array("Album".utf8))
    return Dictionary(
      uniqueKeysWithValues: try album.list().map {
        (String(decoding: $0.name, as: UTF8.self), $0.inode)
      })
  }

  @Test func `of a package only the page that was edited is written`() async throws {
    try makeAlbum(pages: 50)
    let session = try await open()
    let before = try inodes()
    session.document.pages["p7"] = "seven"
    session.noteEdit()
    try await session.save()
    let after = try inodes()
    #expect(before.keys.filter { before[$0] != after[$0] } == ["p7"])
    #expect(after.count == 51)
    #expect(try place.folder.read("Album/p7") == "seven")
    #expect(try place.folder.names() == ["Album"])
    // The next one knows what the last has written.
    session.document.pages["p8"] = "eight"
    session.document.pages["p7"] = nil
    session.noteEdit()
    try await session.save()
    let last = try inodes()
    #expect(Set(after.keys.filter { after[$0] != last[$0] }) == ["p7", "p8"])
    #expect(last["log"] == before["log"])
    session.noteEdit()
    try await session.save()
    #expect(try inodes() == last)
  }

  @Test func `what another program adds to a package stays`() async throws {
    try makeAlbum(pages: 3)
    let session = try await open()
    session.document.pages["p1"] = "mine"
    session.noteEdit()
    try place.folder.write("theirs", to: "Album/p2")
    try place.folder.directory.open(beneath: Array("Album/log".utf8), [.writeOnly, .append])
      .writeAll(Array("more\n".utf8))
    try await session.save()
    #expect(session.document.pages["p2"] == "theirs")
    #expect(try place.folder.read("Album/p1") == "mine")
    #expect(try place.folder.read("Album/p2") == "theirs")
    #expect(try place.folder.read("Album/log") == "log\nmore\n")
    #expect(try place.folder.names() == ["Album"])
  }

  @Test func `a package is saved elsewhere whole, and edited there`() async throws {
    try makeAlbum(pages: 3)
    let session = try await open()
    session.document.pages["p1"] = "mine"
    try await session.saveAs(place.url("Other"))
    #expect(try place.folder.names(in: "Other") == ["log", "p0", "p1", "p2"])
    #expect(try place.folder.read("Album/p1") == "1")
    session.document.pages["p2"] = "too"
    session.noteEdit()
    try await session.save()
    #expect(try place.folder.read("Other/p1") == "mine")
    #expect(try place.folder.read("Other/p2") == "too")
    #expect(try place.folder.read("Album/p2") == "2")
    try await session.rename(to: "Third")
    session.document.pages["p0"] = "zero"
    session.noteEdit()
    try await session.save()
    #expect(try place.folder.read("Third/p0") == "zero")
    #expect(try place.folder.read("Third/log") == "log\n")
    #expect(try place.folder.names() == ["Album", "Third"])
  }

  @Test func `a value of the older kind is opened, edited and saved`() async throws {
    try place.folder.write("one", to: "a.txt")
    let group = DocumentGroup(newDocument: OldText(text: "new"))
    group.autosave = AutosavePolicy(quiet: .milliseconds(10), longest: .seconds(1))
    let session = try await group.open(place.url("a.txt"))
    #expect(session.document.model?.text == "one")
    session.document.model?.text = "two"
    #expect(session.state == .edited)
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "two")
    try place.folder.write("three", to: "a.txt")
    try await eventually("reloaded") { session.document.model?.text == "three" }
    #expect(session.state == .normal)
    _ = try await group.create(at: place.url("b.txt"))
    #expect(try place.folder.read("b.txt") == "new")
  }
}

/// Pages that are files of a package, and whatever else is in it.
@MainActor final class Album: Document {
  nonisolated static let readableContentTypes: [UTType] = [.directory]

  var pages: [String: String] = [:]

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<Binder.Pages> {
    FileWrapperDocumentReader(configuration) { wrapper in
      var pages: [String: String] = [:]
      for (name, member) in wrapper.fileWrappers ?? [:] where name.hasPrefix("p") {
        pages[name] = String(decoding: member.regularFileContents ?? Data(), as: UTF8.self)
      }
      return Binder.Pages(pages: pages)
    }
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<Binder.Pages> {
    FileWrapperDocumentWriter(configuration) { snapshot, existing in
      let pages = snapshot.pages
      let package = existing ?? FileWrapper(directoryWithFileWrappers: [:])
      for (name, member) in package.fileWrappers ?? [:] where name.hasPrefix("p") {
        let data = pages[name].map { Data($0.utf8) }
        if member.regularFileContents != data { package.removeFileWrapper(member) }
      }
      for (name, text) in pages where package.fileWrappers?[name] == nil {
        package.addRegularFile(withContents: Data(text.utf8), preferredFilename: name)
      }
      return package
    }
  }

  func apply(
    snapshot: sending Binder.Pages, previous: sending Binder.Pages?
  ) async throws {
    pages = snapshot.pages
  }

  func snapshot(contentType: UTType) async throws -> sending Binder.Pages {
    Binder.Pages(pages: pages)
  }
}

struct OldText: FileDocument {
  static let readableContentTypes: [UTType] = [.plainText]

  var text: String

  init(text: String) {
    self.text = text
  }

  init(configuration: ReadConfiguration) throws {
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Data(text.utf8))
  }
}
