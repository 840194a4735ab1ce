import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

@Suite @MainActor struct MovingTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
    try place.folder.write("one\n", to: "a.txt")
  }

  private func rename(_ name: String, to newName: String) throws {
    try place.folder.directory.rename(
      Array(name.utf8), to: place.folder.directory, as: Array(newName.utf8), .noReplace)
  }

  // MARK: By other programs

  @Test func `a file that another program renames is followed`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try rename("a.txt", to: "b.txt")
    try await eventually("followed") { session.fileURL == place.url("b.txt") }
    #expect(session.state == .moved(from: place.url("a.txt")))
    session.document.replace("two\n", session.undoManager)
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.names() == ["b.txt"])
    #expect(try place.folder.read("b.txt") == "two\n")
    try place.folder.write("three\n", to: "b.txt")
    try await eventually("reloaded") { session.document.text == "three\n" }
  }

  @Test func `a folder that is renamed is followed, and so is one above it`() async throws {
    try place.folder.directory.makeDirectory(Array("x".utf8), mode: 0o700)
    try place.folder.directory.openDirectory(Array("x".utf8))
      .makeDirectory(Array("y".utf8), mode: 0o700)
    try place.folder.write("deep\n", to: "x/y/d.txt")
    let session = try await place.notes().open(place.url("x/y/d.txt"))
    try rename("x", to: "z")
    try await eventually("followed") { session.fileURL == place.url("z/y/d.txt") }
    session.document.replace("deeper\n", session.undoManager)
    try await eventually("saved") { !session.hasUnsavedEdits }
    #expect(try place.folder.read("z/y/d.txt") == "deeper\n")
  }

  @Test func `a program that saves by way of a backup has moved nothing`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try rename("a.txt", to: "a.txt~")
    try place.folder.write("two\n", to: "a.txt")
    try await eventually("reloaded") { session.document.text == "two\n" }
    #expect(session.fileURL == place.url("a.txt"))
    #expect(session.state == .normal)
  }

  @Test func `a deleted file leaves the document, and a save makes it anew`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.directory.removeFile(Array("a.txt".utf8))
    try await eventually("deleted") { session.state == .deleted }
    #expect(session.document.text == "one\n")
    try await Task.sleep(for: .milliseconds(100))
    #expect(try place.folder.names() == [])
    try await session.save()
    #expect(session.state == .normal)
    #expect(try place.folder.read("a.txt") == "one\n")
  }

  @Test func `an edit wins over a deletion`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.directory.removeFile(Array("a.txt".utf8))
    try await eventually("deleted") { session.state == .deleted }
    session.document.replace("two\n", session.undoManager)
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "two\n")
  }

  @Test func `a file in the trash counts as deleted`() async throws {
    try place.folder.directory.makeDirectory(Array("Trash".utf8), mode: 0o700)
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.directory.rename(
      Array("a.txt".utf8), to: try place.folder.directory.openDirectory(Array("Trash".utf8)),
      as: Array("a.txt".utf8), .noReplace)
    try await eventually("deleted") { session.state == .deleted }
    #expect(session.fileURL == place.url("a.txt"))
  }

  @Test func `a file that comes back is read`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.directory.removeFile(Array("a.txt".utf8))
    try await eventually("deleted") { session.state == .deleted }
    try place.folder.write("back\n", to: "a.txt")
    try await eventually("read") { session.document.text == "back\n" }
    #expect(session.state == .normal)
  }

  // MARK: By the session

  @Test func `saving elsewhere goes on there`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await session.saveAs(place.url("b.txt"))
    #expect(session.fileURL == place.url("b.txt"))
    #expect(session.state == .normal)
    #expect(try place.folder.read("a.txt") == "one\n")
    #expect(try place.folder.read("b.txt") == "two\n")
    try place.folder.write("three\n", to: "b.txt")
    try await eventually("reloaded") { session.document.text == "three\n" }
    let problem = await #expect(throws: DocumentProblem.self) {
      try await session.saveAs(place.url("a.txt"))
    }
    #expect(problem?.kind == .exists)
    try await session.saveAs(place.url("a.txt"), replacing: true)
    #expect(try place.folder.read("a.txt") == "three\n")
  }

  @Test func `a name that promises a type the document can't be written as is refused`()
    async throws
  {
    try place.folder.write("one\n", to: "a.txt")
    let session = try await place.notes().open(place.url("a.txt"))
    let problem = await #expect(throws: DocumentProblem.self) {
      try await session.saveAs(place.url("a.pdf"))
    }
    #expect(problem?.kind == .unsupported)
    #expect(try place.folder.names() == ["a.txt"])
    // An ending that means nothing promises nothing.
    try await session.saveAs(place.url("Report 1.25"))
    #expect(try place.folder.read("Report 1.25") == "one\n")
  }

  @Test func `renaming and moving keep the session, and what it hasn't saved`() async throws {
    try place.folder.directory.makeDirectory(Array("x".utf8), mode: 0o700)
    try place.folder.write("other\n", to: "taken.txt")
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await session.rename(to: "b.txt")
    #expect(session.fileURL == place.url("b.txt"))
    #expect(session.hasUnsavedEdits)
    let problem = await #expect(throws: DocumentProblem.self) {
      try await session.rename(to: "taken.txt")
    }
    #expect(problem?.kind == .exists)
    try await session.move(to: place.url("x"))
    #expect(session.fileURL == place.url("x/b.txt"))
    try await session.save()
    #expect(try place.folder.read("x/b.txt") == "two\n")
    #expect(try place.folder.names() == ["taken.txt", "x"])
    #expect(session.state == .normal)
  }

  @Test func `a document is moved to another file system`() async throws {
    let other = try TemporaryFolder(in: "/dev/shm")
    let session = try await place.quietNotes().open(place.url("a.txt"))
    let target = URL(filePath: String(decoding: other.path, as: UTF8.self))
    try await session.move(to: target)
    #expect(try other.names() == ["a.txt"])
    #expect(try place.folder.names() == [])
    session.document.replace("two\n", session.undoManager)
    try await session.save()
    #expect(try other.read("a.txt") == "two\n")
  }

  @Test func `a duplicate and an export leave the session where it is`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    #expect(try await session.duplicate() == place.url("a copy.txt"))
    #expect(try await session.duplicate() == place.url("a copy 2.txt"))
    try await session.export(to: place.url("out.txt"))
    #expect(try place.folder.names() == ["a copy 2.txt", "a copy.txt", "a.txt", "out.txt"])
    #expect(try place.folder.read("out.txt") == "two\n")
    #expect(try place.folder.read("a.txt") == "one\n")
    #expect(session.hasUnsavedEdits)
    #expect(session.fileURL == place.url("a.txt"))
    await #expect(throws: DocumentProblem.self) {
      try await session.export(to: place.url("x.png"), contentType: .png)
    }
  }

  // MARK: New documents

  @Test func `a new document is made from its source, in a file or in none yet`() async throws {
    let blank = DocumentCreationSource(id: "blank")
    var sources: [DocumentCreationSource?] = []
    let group = DocumentGroup { configuration, context in
      #expect(configuration.fileURL == nil)
      sources.append(context.creationSource)
      return Memo()
    }
    let session = try await group.create(from: blank, at: place.url("new.txt"))
    #expect(try place.folder.read("new.txt") == "")
    #expect(session.state == .normal)
    #expect(session.fileURL == place.url("new.txt"))
    let second = try await group.create()
    #expect(second.fileURL == nil)
    second.document.replace("text", second.undoManager)
    let problem = await #expect(throws: DocumentProblem.self) { try await second.close() }
    #expect(problem?.kind == .missing)
    try await second.saveAs(place.url("second.txt"))
    #expect(try place.folder.read("second.txt") == "text")
    #expect(sources == [blank, nil])
    await #expect(throws: DocumentProblem.self) {
      _ = try await group.create(at: place.url("a.txt"))
    }
    #expect(try place.folder.read("a.txt") == "one\n")
    #expect(group.sessions.count == 2)
  }

  @Test func `making a document can be cancelled, and leaves nothing`() async throws {
    let group = DocumentGroup { _, _ in
      try await Task.sleep(for: .seconds(600))
      return Memo()
    }
    let making = Task { @MainActor in try await group.create(at: place.url("new.txt")) }
    making.cancel()
    await #expect(throws: CancellationError.self) { _ = try await making.value }
    #expect(try place.folder.names() == ["a.txt"])
    #expect(group.sessions.isEmpty)
    let shut = DocumentGroup(allowCreating: false, makeDocument: { _, _ in Memo() })
    await #expect(throws: DocumentProblem.self) { _ = try await shut.create() }
  }

  @Test func `a folder's documents are listed by name`() async throws {
    for name in ["z.txt", ".hidden.txt", "b.png", "c.TXT"] { try place.folder.write("", to: name) }
    try place.folder.directory.makeDirectory(Array("d.txt".utf8), mode: 0o700)
    let listed = try await place.notes().documents(in: place.url(""))
    #expect(listed == ["a.txt", "c.TXT", "z.txt"].map { place.url($0) })
  }

  @Test func `all are saved and closed, and one that fails stays`() async throws {
    try place.folder.write("b\n", to: "b.txt")
    let group = place.quietNotes()
    let bad = try await group.open(place.url("a.txt"))
    let good = try await group.open(place.url("b.txt"))
    bad.document.replace("unwritable", bad.undoManager)
    good.document.replace("better\n", good.undoManager)
    await #expect(throws: CocoaError.self) { try await group.closeAll() }
    #expect(try place.folder.read("b.txt") == "better\n")
    #expect(group.sessions.count == 1)
    try await bad.close(discardingEdits: true)
    #expect(group.sessions.isEmpty)
    #expect(try place.folder.read("a.txt") == "one\n")
  }

  @Test func `a name that is no text is opened and saved like any other`() async throws {
    let name: [UInt8] = [0xFF, 0x61] + Array(".txt".utf8)
    try place.folder.directory.open(beneath: name, [.writeOnly, .create]).writeAll([0x61, 0x0A])
    let urls = try await place.notes().documents(in: place.url(""))
    #expect(urls.count == 2)
    let url = try #require(urls.last)
    #expect(DocumentPath(url).name == name)
  }
}
