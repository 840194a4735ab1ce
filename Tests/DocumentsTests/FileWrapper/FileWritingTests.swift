import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileWritingTests {
  @Test func `a new file is written whole, and nothing lies beside it`() throws {
    let folder = try PackageFolder()
    let file = FileWrapper(regularFileWithContents: Data("hello".utf8))
    let before = try folder.paths()
    try file.write(to: folder.url("note.md"), options: .withNameUpdating, originalContentsURL: nil)
    #expect(try folder.folder.read("note.md") == "hello")
    #expect(file.filename == "note.md")
    #expect(try folder.paths() == (before + ["note.md"]).sorted())
  }

  @Test func `a file that is replaced keeps its mode and its user's attributes`() throws {
    let folder = try PackageFolder(in: "/var/tmp")
    try folder.folder.write("old", to: "note.md", mode: 0o640)
    let old = try folder.folder.directory.open(beneath: Array("note.md".utf8), .readOnly)
    try old.setAttribute(Array("user.tag".utf8), to: Array("red".utf8))
    let file = FileWrapper(regularFileWithContents: Data("new".utf8))
    try file.write(to: folder.url("note.md"), options: .atomic, originalContentsURL: nil)
    #expect(try folder.folder.read("note.md") == "new")
    #expect(try folder.status("note.md").mode == 0o640)
    let new = try folder.folder.directory.open(beneath: Array("note.md".utf8), .readOnly)
    #expect(try new.attribute(Array("user.tag".utf8)) == Array("red".utf8))
    #expect(try new.status().inode != old.status().inode)
  }

  @Test func `permissions that were set are written, and nothing else then`() throws {
    let folder = try PackageFolder()
    try folder.folder.write("#!/bin/sh", to: "run", mode: 0o644)
    let file = try FileWrapper(url: folder.url("run"))
    file.fileAttributes = [FileAttributeKey.posixPermissions.rawValue: 0o755]
    try file.write(to: folder.url("run"), originalContentsURL: folder.url("run"))
    #expect(try folder.status("run").mode == 0o755)
    #expect(try folder.folder.read("run") == "#!/bin/sh")
  }

  @Test func `equal content is not written, whether it was read or made anew`() throws {
    let folder = try PackageFolder()
    try folder.folder.write("same", to: "note.md")
    let before = try folder.status("note.md")
    let counts = try counting {
      try FileWrapper(url: folder.url("note.md"))
        .write(to: folder.url("note.md"), originalContentsURL: folder.url("note.md"))
      try FileWrapper(regularFileWithContents: Data("same".utf8))
        .write(to: folder.url("note.md"), originalContentsURL: nil)
    }
    #expect(try folder.status("note.md") == before)
    #expect(counts.filesWritten == 0)
  }

  @Test func `a file that another program changed since stays as it left it`() throws {
    let folder = try PackageFolder()
    try folder.folder.write("first", to: "note.md")
    let file = try FileWrapper(url: folder.url("note.md"))
    try folder.folder.write("theirs", to: "note.md")
    #expect(!file.matchesContents(of: folder.url("note.md")))
    try file.write(to: folder.url("note.md"), originalContentsURL: folder.url("note.md"))
    #expect(try folder.folder.read("note.md") == "theirs")
  }

  @Test func `a folder that isn't there is an error with its path and cause`() throws {
    let folder = try PackageFolder()
    let file = FileWrapper(regularFileWithContents: Data("hello".utf8))
    let url = folder.url("gone/note.md")
    let error = #expect(throws: CocoaError.self) {
      try file.write(to: url, originalContentsURL: nil)
    }
    #expect(error?.code == .fileNoSuchFile)
    #expect(error?.underlying as? POSIXError == POSIXError(.ENOENT))
    #expect(error?.filePath == url.path)
  }

  @Test func `a link is written as a link, and replaces what is there`() throws {
    let folder = try PackageFolder()
    let target = try #require(URL(string: "pages/1.txt", relativeTo: folder.package))
    let link = FileWrapper(symbolicLinkWithDestinationURL: target)
    try link.write(to: folder.url("link"), originalContentsURL: nil)
    #expect(
      try folder.folder.directory.readSymbolicLink(Array("link".utf8)) == Array("pages/1.txt".utf8))
    let file = FileWrapper(regularFileWithContents: Data("file".utf8))
    try file.write(to: folder.url("link"), originalContentsURL: nil)
    #expect(try folder.status("link").kind == .file)
    #expect(try folder.folder.read("Trip.notebook/pages/1.txt") == "page 1")
    try FileWrapper(symbolicLinkWithDestinationURL: target)
      .write(to: folder.url("link"), originalContentsURL: nil)
    #expect(try folder.status("link").kind == .symbolicLink)
    #expect(try folder.folder.names() == ["Trip.notebook", "link"])
  }
}
