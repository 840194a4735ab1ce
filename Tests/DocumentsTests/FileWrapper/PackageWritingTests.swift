import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct PackageWritingTests {
  @Test func `one page and the manifest of many are written, the others get one more name`() throws
  {
    let notebook = try PackageFolder()
    for number in 4...500 {
      try notebook.folder.write("page \(number)", to: "Trip.notebook/pages/\(number).txt")
    }
    let untouched = try notebook.status("Trip.notebook/pages/77.txt")
    let wrapper = try FileWrapper(url: notebook.package)
    let pages = try #require(wrapper.fileWrappers?["pages"])
    replace("123.txt", in: pages, by: "edited")
    replace("metadata.json", in: wrapper, by: "{\"pages\": 500}")
    let counts = try counting {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(counts.filesWritten == 2)
    #expect(counts.bytesWritten == 20)
    #expect(counts.filesLinked == 499)
    #expect(counts.filesRead == 0)
    #expect(try notebook.folder.read("Trip.notebook/pages/123.txt") == "edited")
    let after = try notebook.status("Trip.notebook/pages/77.txt")
    #expect(after.inode == untouched.inode && after.modified == untouched.modified)
    #expect(after.links == 1)
    #expect(try notebook.folder.names() == ["Trip.notebook"])
    #expect(try notebook.folder.names(in: "Trip.notebook/pages").count == 500)
  }

  @Test func `a package written twice is written once`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    try #require(wrapper.fileWrappers?["pages"])
      .addRegularFile(withContents: Data("four".utf8), preferredFilename: "4.txt")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    let before = try notebook.status("Trip.notebook")
    let counts = try counting {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
      try FileWrapper(url: notebook.package)
        .write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(counts == FileActivity.Counts())
    #expect(try notebook.status("Trip.notebook") == before)
  }

  @Test func `members that are taken out go, those renamed and moved follow`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    let pages = try #require(wrapper.fileWrappers?["pages"])
    let first = try #require(pages.fileWrappers?["1.txt"])
    pages.removeFileWrapper(first)
    first.preferredFilename = "first.txt"
    wrapper.addFileWrapper(first)
    pages.removeFileWrapper(try #require(pages.fileWrappers?["2.txt"]))
    wrapper.addFileWrapper(named("empty", FileWrapper(directoryWithFileWrappers: [:])))
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(
      try notebook.paths() == [
        "Trip.notebook", "Trip.notebook/empty", "Trip.notebook/first.txt",
        "Trip.notebook/metadata.json", "Trip.notebook/pages", "Trip.notebook/pages/3.txt",
      ])
    #expect(try notebook.folder.read("Trip.notebook/first.txt") == "page 1")
    #expect(text(first) == "page 1")
  }

  @Test func `what a wrapper has no key for stays in place`() throws {
    let notebook = try PackageFolder()
    let folder = try notebook.folder.directory.openDirectory(Array("Trip.notebook".utf8))
    let pages = try folder.openDirectory(Array("pages".utf8))
    try pages.open(beneath: [0xFF, 0x61], [.writeOnly, .create]).writeAll([1, 2, 3])
    try folder.makeSymbolicLink(Array("out".utf8), to: Array("../../nowhere".utf8))
    mkfifo(notebook.url("Trip.notebook/pipe").path, 0o600)
    let wrapper = try FileWrapper(url: notebook.package)
    #expect(wrapper.fileWrappers?.keys.sorted() == ["metadata.json", "out", "pages"])
    wrapper.removeFileWrapper(try #require(wrapper.fileWrappers?["pages"]))
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)

    let new = try notebook.folder.directory.openDirectory(Array("Trip.notebook".utf8))
    #expect(
      try new.readSymbolicLink(Array("out".utf8)) == Array("../../nowhere".utf8))
    #expect(try new.status(of: Array("pipe".utf8)).kind == .special)
    let left = try new.openDirectory(Array("pages".utf8))
    #expect(try left.list().map(\.name) == [[0xFF, 0x61]])
    #expect(try left.openDocument([0xFF, 0x61]).readAll(limit: 10) == [1, 2, 3])
  }

  @Test func `directories keep their modes and their user's attributes`() throws {
    let notebook = try PackageFolder(in: "/var/tmp")
    let folder = try notebook.folder.directory.openDirectory(Array("Trip.notebook".utf8))
    try folder.setMode(0o750)
    try folder.setAttribute(Array("user.color".utf8), to: Array("blue".utf8))
    let wrapper = try FileWrapper(url: notebook.package)
    replace("metadata.json", in: wrapper, by: "{ }")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    let new = try notebook.folder.directory.openDirectory(Array("Trip.notebook".utf8))
    #expect(try new.status().mode == 0o750)
    #expect(try new.attribute(Array("user.color".utf8)) == Array("blue".utf8))
    #expect(try notebook.status("Trip.notebook/metadata.json").mode == 0o644)
  }

  @Test(arguments: [nil, "/dev/shm"])
  func `a copy elsewhere shares no file with the original`(base: String?) throws {
    let notebook = try PackageFolder()
    let other = try TemporaryFolder(in: base)
    let wrapper = try FileWrapper(url: notebook.package)
    let copy = URL(filePath: String(decoding: other.path(of: "Copy.notebook"), as: UTF8.self))
    let counts = try counting {
      try wrapper.write(to: copy, originalContentsURL: notebook.package)
    }
    #expect(counts.filesCopied == 4)
    #expect(counts.filesLinked == 0)
    #expect(try other.read("Copy.notebook/pages/2.txt") == "page 2")
    #expect(try notebook.status("Trip.notebook/pages/2.txt").links == 1)
    // The wrapper still reads from where it was read.
    try FileManager.default.removeItem(at: copy)
    #expect(text(wrapper.fileWrappers?["pages"]?.fileWrappers?["2.txt"]) == "page 2")
  }

  @Test func `a package that was moved is read and saved where it is now`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    let moved = notebook.url("Moved.notebook")
    try FileManager.default.moveItem(at: notebook.package, to: moved)
    replace("metadata.json", in: wrapper, by: "moved")
    let elsewhere = notebook.url("Copy.notebook")
    try wrapper.write(to: elsewhere, originalContentsURL: moved)
    #expect(try notebook.folder.read("Copy.notebook/pages/3.txt") == "page 3")
    #expect(try notebook.folder.read("Copy.notebook/metadata.json") == "moved")
  }

  @Test func `what a killed save left is removed by the next, and a save that runs is let be`()
    throws
  {
    let notebook = try PackageFolder()
    for name in [".collate-installing-a", ".collate-installing-b"] {
      try notebook.folder.directory.makeDirectory(Array(name.utf8), mode: 0o700)
      try notebook.folder.write("half", to: name + "/page")
    }
    let running = try notebook.folder.directory.openDirectory(Array(".collate-installing-b".utf8))
    #expect(try running.lock(.exclusive))
    let wrapper = try FileWrapper(url: notebook.package)
    replace("metadata.json", in: wrapper, by: "{ }")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(try notebook.folder.names() == [".collate-installing-b", "Trip.notebook"])
    try running.unlock()
  }
}

func replace(_ key: String, in wrapper: FileWrapper, by content: String) {
  if let old = wrapper.fileWrappers?[key] { wrapper.removeFileWrapper(old) }
  wrapper.addRegularFile(withContents: Data(content.utf8), preferredFilename: key)
}

func named(_ name: String, _ wrapper: FileWrapper) -> FileWrapper {
  wrapper.preferredFilename = name
  return wrapper
}
