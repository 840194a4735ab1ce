import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileWrapperReadingTests {
  @Test func `the first page is read without reading the others`() throws {
    let notebook = try PackageFolder()
    var page: String?
    let counts = try counting {
      let wrapper = try FileWrapper(url: notebook.package)
      page = text(wrapper.fileWrappers?["pages"]?.fileWrappers?["1.txt"])
    }
    #expect(page == "page 1")
    #expect(counts.filesRead == 1)
    #expect(counts.bytesRead == 6)
  }

  @Test func `an immediate reading reads everything, and nothing again`() throws {
    let notebook = try PackageFolder()
    var wrapper: FileWrapper?
    let first = try counting {
      wrapper = try FileWrapper(url: notebook.package, options: .immediate)
    }
    #expect(first.filesRead == 4)
    let then = counting {
      _ = wrapper?.fileWrappers?["pages"]?.fileWrappers?["1.txt"]?.regularFileContents
    }
    #expect(then.filesRead == 0)
  }

  @Test func `a file, a directory and a link say what they are`() throws {
    let notebook = try PackageFolder()
    try notebook.folder.directory.makeSymbolicLink(Array("link".utf8), to: Array("no/where".utf8))
    let package = try FileWrapper(url: notebook.package)
    #expect(package.isDirectory && !package.isRegularFile && !package.isSymbolicLink)
    #expect(package.filename == "Trip.notebook")
    #expect(package.preferredFilename == "Trip.notebook")
    #expect(package.regularFileContents == nil)
    let file = try FileWrapper(url: notebook.url("Trip.notebook/metadata.json"))
    #expect(file.isRegularFile && file.fileWrappers == nil)
    #expect(file.fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? Int == 0o644)
    #expect(file.fileAttributes[FileAttributeKey.size.rawValue] as? Int64 == 2)
    let link = try FileWrapper(url: notebook.url("link"))
    #expect(link.isSymbolicLink)
    #expect(link.symbolicLinkDestinationURL?.relativePath == "no/where")
  }

  @Test func `content that has gone, or is another file's now, is an error and not content`() throws
  {
    let notebook = try PackageFolder()
    let pages = try #require(try FileWrapper(url: notebook.package).fileWrappers?["pages"])
    try notebook.folder.directory.openDirectory(Array("Trip.notebook/pages".utf8))
      .removeFile(Array("1.txt".utf8))
    try notebook.folder.write("other!", to: "Trip.notebook/pages/new.txt")
    let folder = try notebook.folder.directory.openDirectory(Array("Trip.notebook/pages".utf8))
    try folder.rename(
      Array("new.txt".utf8), to: folder, as: Array("2.txt".utf8), .replace)

    let gone = #expect(throws: CocoaError.self) {
      _ = try pages.fileWrappers?["1.txt"]?.contents()
    }
    #expect(gone?.code == .fileReadNoSuchFile)
    #expect(gone?.filePath == notebook.url("Trip.notebook/pages/1.txt").path)
    #expect(gone?.underlying as? POSIXError == POSIXError(.ENOENT))
    let replaced = #expect(throws: CocoaError.self) {
      _ = try pages.fileWrappers?["2.txt"]?.contents()
    }
    #expect(replaced?.code == .fileReadUnknown)
    #expect(replaced?.underlying as? POSIXError == POSIXError(.ESTALE))
    #expect(pages.fileWrappers?["2.txt"]?.regularFileContents == nil)
    #expect(text(pages.fileWrappers?["3.txt"]) == "page 3")
  }

  @Test func `what isn't there, isn't a file's URL or is a FIFO is an error that says so`() throws {
    let notebook = try PackageFolder()
    let missing = #expect(throws: CocoaError.self) {
      _ = try FileWrapper(url: notebook.url("nothing"))
    }
    #expect(missing?.code == .fileReadNoSuchFile)
    let web = try #require(URL(string: "https://example.org/a"))
    let unsupported = #expect(throws: CocoaError.self) { _ = try FileWrapper(url: web) }
    #expect(unsupported?.code == .fileReadUnsupportedScheme)
    mkfifo(notebook.url("pipe").path, 0o600)
    let pipe = #expect(throws: CocoaError.self) { _ = try FileWrapper(url: notebook.url("pipe")) }
    #expect(pipe?.code == .fileReadUnknown)
  }

  @Test func `a wrapper matches its place until something there is changed`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    #expect(wrapper.matchesContents(of: notebook.package))
    try notebook.folder.write("longer than before", to: "Trip.notebook/pages/2.txt")
    #expect(!wrapper.matchesContents(of: notebook.package))
    try wrapper.read(from: notebook.package)
    #expect(wrapper.matchesContents(of: notebook.package))
    try notebook.folder.write("new", to: "Trip.notebook/pages/4.txt")
    #expect(!wrapper.matchesContents(of: notebook.package))
    #expect(!FileWrapper(regularFileWithContents: Data()).matchesContents(of: notebook.package))
  }

  @Test func `a reading that fails leaves the wrapper as it was`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    #expect(throws: CocoaError.self) { try wrapper.read(from: notebook.url("nothing")) }
    #expect(text(wrapper.fileWrappers?["metadata.json"]) == "{}")
  }

  @Test func `names that are no UTF-8 are read around, and the package by its URL`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeDirectory([0x61, 0xFF], mode: 0o755)
    let inner = try folder.directory.openDirectory([0x61, 0xFF])
    try inner.open(beneath: [0xFE], [.writeOnly, .create]).writeAll([1])
    try inner.open(beneath: [0x62], [.writeOnly, .create]).writeAll(Array("b".utf8))
    let base = URL(filePath: String(decoding: folder.path, as: UTF8.self)).absoluteString
    let url = try #require(URL(string: base + (base.hasSuffix("/") ? "" : "/") + "a%FF"))
    let wrapper = try FileWrapper(url: url)
    #expect(wrapper.fileWrappers?.keys.sorted() == ["b"])
    #expect(text(wrapper.fileWrappers?["b"]) == "b")
  }
}
