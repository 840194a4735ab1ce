import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// What other programs do to a package between its reading and its writing.
@Suite struct PackageRaceTests {
  @Test func `a page that another program added stays`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    try notebook.folder.write("theirs", to: "Trip.notebook/pages/4.txt")
    replace("metadata.json", in: wrapper, by: "{ }")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(try notebook.folder.read("Trip.notebook/pages/4.txt") == "theirs")
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "{ }")
    // It isn't known yet, so that whoever compares notices it.
    #expect(!wrapper.matchesContents(of: notebook.package))
  }

  @Test func `a page that only another program changed stays as it left it`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    try notebook.folder.write("theirs", to: "Trip.notebook/pages/1.txt")
    replace("metadata.json", in: wrapper, by: "{ }")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(try notebook.folder.read("Trip.notebook/pages/1.txt") == "theirs")
    #expect(!wrapper.matchesContents(of: notebook.package))
    // Nor is it taken for known at the next save.
    replace("metadata.json", in: wrapper, by: "{  }")
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(try notebook.folder.read("Trip.notebook/pages/1.txt") == "theirs")
  }

  @Test func `a page that both changed is in conflict, and nothing is written`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    let pages = try #require(wrapper.fileWrappers?["pages"])
    replace("1.txt", in: pages, by: "mine")
    replace("2.txt", in: pages, by: "mine")
    try notebook.folder.write("theirs", to: "Trip.notebook/pages/1.txt")
    let before = try notebook.status("Trip.notebook")
    let error = #expect(throws: FileChangedError.self) {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(error?.members == ["pages/1.txt"])
    #expect(error?.url.path == notebook.package.path)
    #expect(try notebook.status("Trip.notebook") == before)
    #expect(try notebook.folder.read("Trip.notebook/pages/2.txt") == "page 2")
    #expect(try notebook.folder.names() == ["Trip.notebook"])
  }

  @Test func `a page that both made the same is no conflict`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    replace("1.txt", in: try #require(wrapper.fileWrappers?["pages"]), by: "both")
    try notebook.folder.write("both", to: "Trip.notebook/pages/1.txt")
    let counts = try counting {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(counts.filesWritten == 0)
  }

  @Test func `a page that both added differently is in conflict`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    replace("4.txt", in: try #require(wrapper.fileWrappers?["pages"]), by: "mine")
    try notebook.folder.write("theirs", to: "Trip.notebook/pages/4.txt")
    let error = #expect(throws: FileChangedError.self) {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(error?.members == ["pages/4.txt"])
  }

  @Test func `an edit beats a deletion, whoever made which`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    let pages = try #require(wrapper.fileWrappers?["pages"])
    pages.removeFileWrapper(try #require(pages.fileWrappers?["1.txt"]))
    replace("2.txt", in: pages, by: "mine")
    try notebook.folder.write("theirs", to: "Trip.notebook/pages/1.txt")
    try notebook.folder.directory.openDirectory(Array("Trip.notebook/pages".utf8))
      .removeFile(Array("2.txt".utf8))
    try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    #expect(try notebook.folder.read("Trip.notebook/pages/1.txt") == "theirs")
    #expect(try notebook.folder.read("Trip.notebook/pages/2.txt") == "mine")
  }

  @Test func `an unchanged page that another program deleted is in conflict`() throws {
    let notebook = try PackageFolder()
    let wrapper = try FileWrapper(url: notebook.package)
    replace("metadata.json", in: wrapper, by: "{ }")
    try notebook.folder.directory.openDirectory(Array("Trip.notebook/pages".utf8))
      .removeFile(Array("2.txt".utf8))
    let error = #expect(throws: FileChangedError.self) {
      try wrapper.write(to: notebook.package, originalContentsURL: notebook.package)
    }
    #expect(error?.members == ["pages/2.txt"])
  }
}
