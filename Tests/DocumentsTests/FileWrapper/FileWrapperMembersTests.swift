import Documents
import Foundation
import Testing

@Suite struct FileWrapperMembersTests {
  @Test func `a member takes its preferred name, or the next that is free`() {
    let package = FileWrapper(directoryWithFileWrappers: [:])
    #expect(
      package.addRegularFile(withContents: Data(), preferredFilename: "page.txt") == "page.txt")
    #expect(
      package.addRegularFile(withContents: Data(), preferredFilename: "page.txt") == "page 2.txt")
    #expect(
      package.addRegularFile(withContents: Data(), preferredFilename: "page.txt") == "page 3.txt")
    #expect(package.addRegularFile(withContents: Data(), preferredFilename: ".hidden") == ".hidden")
    #expect(
      package.addRegularFile(withContents: Data(), preferredFilename: ".hidden") == ".hidden 2")
    let nameless = FileWrapper(regularFileWithContents: Data())
    #expect(package.addFileWrapper(nameless) == "Untitled")
    #expect(package.keyForChildFileWrapper(nameless) == "Untitled")
    package.removeFileWrapper(nameless)
    #expect(package.keyForChildFileWrapper(nameless) == nil)
    #expect(package.fileWrappers?.count == 5)
  }

  @Test func `what is in a package takes its key as its preferred name`() {
    let page = FileWrapper(regularFileWithContents: Data("a".utf8))
    let package = FileWrapper(directoryWithFileWrappers: ["page.txt": page])
    #expect(page.preferredFilename == "page.txt")
    #expect(page.filename == nil)
    #expect(package.fileWrappers?["page.txt"] === page)
  }

  @Test func `a file has no members, and takes none`() {
    let file = FileWrapper(regularFileWithContents: Data())
    #expect(file.addRegularFile(withContents: Data(), preferredFilename: "a") == "a")
    #expect(file.fileWrappers == nil)
    #expect(throws: CocoaError.self) {
      try FileWrapper(directoryWithFileWrappers: [:]).contents()
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0b", String(repeating: "x", count: 256)])
  func `a key that no file can have is an error when it is written`(key: String) throws {
    let notebook = try PackageFolder()
    let before = try notebook.paths()
    let package = FileWrapper(
      directoryWithFileWrappers: [key: FileWrapper(regularFileWithContents: Data())])
    let error = #expect(throws: CocoaError.self) {
      try package.write(to: notebook.url("new"), originalContentsURL: nil)
    }
    #expect(error?.code == .fileWriteInvalidFileName)
    #expect(try notebook.paths() == before)
  }

  @Test func `a directory that holds itself is an error when it is written`() throws {
    let notebook = try PackageFolder()
    let package = FileWrapper(directoryWithFileWrappers: [:])
    package.preferredFilename = "self"
    package.addFileWrapper(package)
    #expect(throws: CocoaError.self) {
      try package.write(to: notebook.url("new"), originalContentsURL: nil)
    }
    package.removeFileWrapper(package)
  }
}
