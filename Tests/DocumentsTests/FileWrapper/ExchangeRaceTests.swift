import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

/// What other programs do in the moment between the last look and the exchange.
@Suite struct ExchangeRaceTests {
  private func write(
    _ notebook: PackageFolder, change: (FileWrapper) -> Void, meanwhile: @escaping () -> Void
  ) throws {
    let wrapper = try FileWrapper(url: notebook.package)
    change(wrapper)
    let place = try FilePlace(path: Array(notebook.package.path.utf8))
    _ = try DocumentWriting(
      place: place, wanted: try wrapper.frozen(), known: wrapper.origin?.record, source: nil,
      beforeExchange: meanwhile
    ).run()
  }

  @Test func `what is added, replaced or appended to in that moment is carried over`() throws {
    let notebook = try PackageFolder()
    try write(notebook) {
      replace("metadata.json", in: $0, by: "mine")
    } meanwhile: {
      attempt {
        try notebook.folder.write("new", to: "Trip.notebook/pages/4.txt")
        let pages = try notebook.folder.directory.openDirectory(Array("Trip.notebook/pages".utf8))
        try notebook.folder.write("theirs", to: "Trip.notebook/pages/tmp")
        try pages.rename(Array("tmp".utf8), to: pages, as: Array("1.txt".utf8), .replace)
        try pages.open(beneath: Array("2.txt".utf8), [.writeOnly, .append])
          .writeAll(Array(", more".utf8))
      }
    }
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "mine")
    #expect(try notebook.folder.read("Trip.notebook/pages/1.txt") == "theirs")
    #expect(try notebook.folder.read("Trip.notebook/pages/2.txt") == "page 2, more")
    #expect(try notebook.folder.read("Trip.notebook/pages/4.txt") == "new")
    #expect(try notebook.folder.names() == ["Trip.notebook"])
  }

  @Test func `what both change in that moment is put back as the other left it`() throws {
    let notebook = try PackageFolder()
    let error = #expect(throws: FileChangedError.self) {
      try write(notebook) {
        replace("metadata.json", in: $0, by: "mine")
      } meanwhile: {
        attempt { try notebook.folder.write("theirs", to: "Trip.notebook/metadata.json") }
      }
    }
    #expect(error?.members == ["metadata.json"])
    #expect(try notebook.folder.read("Trip.notebook/metadata.json") == "theirs")
    #expect(try notebook.folder.names() == ["Trip.notebook"])
  }

  @Test func `a file that is changed in that moment is put back`() throws {
    let folder = try PackageFolder()
    try folder.folder.write("first", to: "note.md")
    let file = try FileWrapper(url: folder.url("note.md"))
    let error = #expect(throws: FileChangedError.self) {
      _ = try DocumentWriting(
        place: try FilePlace(path: Array(folder.url("note.md").path.utf8)),
        wanted: .file(.data(Data("mine".utf8)), mode: nil), known: file.origin?.record, source: nil,
        beforeExchange: { attempt { try folder.folder.write("theirs", to: "note.md") } }
      ).run()
    }
    #expect(error?.members == [])
    #expect(try folder.folder.read("note.md") == "theirs")
    #expect(try folder.folder.names() == ["Trip.notebook", "note.md"])
  }

  @Test func `a name that is taken in that moment is not overwritten`() throws {
    let folder = try PackageFolder()
    #expect(throws: FileChangedError.self) {
      _ = try DocumentWriting(
        place: try FilePlace(path: Array(folder.url("note.md").path.utf8)),
        wanted: .file(.data(Data("mine".utf8)), mode: nil), known: nil, source: nil,
        beforeExchange: { attempt { try folder.folder.write("theirs", to: "note.md") } }
      ).run()
    }
    #expect(try folder.folder.read("note.md") == "theirs")
    #expect(try folder.folder.names() == ["Trip.notebook", "note.md"])
  }
}

private func attempt(_ body: () throws -> Void) {
  do { try body() } catch { Issue.record(error) }
}
