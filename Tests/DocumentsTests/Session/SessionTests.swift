import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@Suite @MainActor struct SessionTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
  }

  // MARK: Opening and saving

  @Test func `an opened document holds what is in its file`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    var edited: [String] = []
    let group = DocumentGroup { note in
      edited.append(note.text)
    } makeDocument: { configuration, context in
      #expect(configuration.fileURL == place.url("a.txt"))
      #expect(configuration.contentType == .plainText)
      #expect(context.creationSource == nil)
      return Memo()
    }
    let session = try await group.open(place.url("a.txt"))
    #expect(session.document.text == "one\n")
    #expect(edited == ["one\n"])
    #expect(session.state == .normal)
    #expect(session.fileURL == place.url("a.txt"))
    #expect(group.sessions.count == 1)
    #expect(group.session(of: session.document) === session)
  }

  @Test func `an edit is saved by itself, whole and without leftovers`() async throws {
    try place.folder.write("one\n", to: "a.txt", mode: 0o640)
    let session = try await place.notes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    #expect(session.state == .edited)
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "two\n")
    #expect(try place.folder.directory.status(of: Array("a.txt".utf8)).mode == 0o640)
    #expect(try place.folder.names() == ["a.txt"])
    // Its own save is no news.
    #expect(session.document.applied.map(\.new) == ["one\n"])
  }

  @Test func `a save of what is unchanged writes nothing`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let session = try await place.quietNotes().open(place.url("a.txt"))
    let before = try place.folder.directory.status(of: Array("a.txt".utf8))
    try await session.save()
    session.noteEdit()
    try await session.save()
    #expect(!session.hasUnsavedEdits)
    #expect(try place.folder.directory.status(of: Array("a.txt".utf8)) == before)
  }

  @Test func `a time is given by the clock it is handed, and by no other`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let clock = StillClock()
    let group = DocumentGroup(clock: clock, makeDocument: { _, _ in Memo() })
    let session = try await group.open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await eventually("waits") { clock.isWaitedFor }
    clock.advance(by: .milliseconds(999))
    try await Task.sleep(for: .milliseconds(50))
    #expect(session.state == .edited)
    #expect(try place.folder.read("a.txt") == "one\n")
    clock.advance(by: .milliseconds(1))
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "two\n")
  }

  @Test func `one file has one session, by whatever path it is reached`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    try place.folder.directory.makeSymbolicLink(
      Array("link.txt".utf8), to: Array("a.txt".utf8))
    try place.folder.directory.link(
      Array("a.txt".utf8), to: place.folder.directory, as: Array("hard.txt".utf8))
    let group = place.notes()
    let opening = ["a.txt", "link.txt", "hard.txt"].map { name in
      Task { @MainActor in try await group.open(place.url(name)) }
    }
    var sessions: [DocumentSession<Memo>] = []
    for task in opening { sessions.append(try await task.value) }
    #expect(sessions[0] === sessions[1])
    #expect(sessions[0] === sessions[2])
    #expect(group.sessions.count == 1)
    sessions[0].document.replace("two\n", sessions[0].undoManager)
    try await sessions[0].save()
    // All names still lead to the one file.
    #expect(try place.folder.read("hard.txt") == "two\n")
    #expect(try place.folder.read("a.txt") == "two\n")
    #expect(try place.folder.names() == ["a.txt", "hard.txt", "link.txt"])
  }

  @Test func `closing saves, and says why it can't`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let group = place.quietNotes()
    let session = try await group.open(place.url("a.txt"))
    session.document.replace("unwritable", session.undoManager)
    let refusal = await #expect(throws: CocoaError.self) { try await session.close() }
    #expect(refusal?.code == .fileWriteInapplicableStringEncoding)
    #expect(session.problem?.kind == .unwritable)
    #expect(group.sessions.count == 1)
    #expect(try place.folder.names() == ["a.txt"])
    session.document.replace("two\n", session.undoManager)
    try await session.close()
    #expect(try place.folder.read("a.txt") == "two\n")
    #expect(group.sessions.isEmpty)
    await #expect(throws: DocumentProblem.self) { try await session.save() }
    let again = try await group.open(place.url("a.txt"))
    #expect(again !== session)
  }

  @Test func `reverting gives up the edits`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    try await session.revert()
    #expect(session.document.text == "one\n")
    #expect(session.state == .normal)
    // Undoing an edit that is no more would make a text that never was.
    #expect(!session.undoManager.canUndo)
    session.document.replace("three\n", session.undoManager)
    #expect(session.state == .edited)
    session.undoManager.undo()
    #expect(session.document.text == "one\n")
    #expect(session.state == .normal)
  }

  @Test func `undone to what was saved, a document is edited no more`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    await Task.yield()
    try await session.save()
    session.document.replace("three\n", session.undoManager)
    #expect(session.state == .edited)
    session.undoManager.undo()
    #expect(session.document.text == "two\n")
    #expect(session.state == .normal)
    session.undoManager.undo()
    #expect(session.document.text == "one\n")
    #expect(session.state == .edited)
    try await session.save()
    #expect(try place.folder.read("a.txt") == "one\n")
    session.undoManager.redo()
    #expect(session.state == .edited)
  }

  @Test func `the configuration tells when the file was changed last`() async throws {
    try place.folder.write("one\n", to: "a.txt")
    let file = try place.folder.directory.open(
      beneath: Array("a.txt".utf8), .writeOnly)
    try file.setModified(1_700_000_000_000_000_000)
    try file.close()
    let session = try await place.notes().open(place.url("a.txt"))
    #expect(
      session.configuration.lastContentModificationDate == Date(timeIntervalSince1970: 1.7e9))
    session.document.replace("two\n", session.undoManager)
    try await session.save()
    let modified = try place.folder.directory.status(of: Array("a.txt".utf8)).modified
    #expect(modified > 1_790_000_000_000_000_000)
    #expect(
      session.configuration.lastContentModificationDate
        == Date(timeIntervalSince1970: Double(modified) / 1e9))
  }

  @Test func `a file that can't be read opens nothing, and says so`() async throws {
    try place.folder.write("corrupt", to: "a.txt")
    let group = place.notes()
    let refusal = await #expect(throws: CocoaError.self) {
      _ = try await group.open(place.url("a.txt"))
    }
    #expect(refusal?.code == .fileReadCorruptFile)
    #expect(group.sessions.isEmpty)
    await #expect(throws: DocumentProblem.self) { _ = try await group.open(place.url("none.txt")) }
    try place.folder.write("x", to: "a.jpeg")
    do {
      _ = try await group.open(place.url("a.jpeg"))
      Issue.record("opened an image")
    } catch let problem as DocumentProblem {
      #expect(problem.kind == .unsupported)
    }
  }

  @Test func `what is on another machine is no document here`() async throws {
    let url = try #require(URL(string: "https://example.org/a.txt"))
    do {
      _ = try await place.notes().open(url)
      Issue.record("opened a web page")
    } catch let problem as DocumentProblem {
      #expect(problem.kind == .unsupported)
      #expect(
        problem.message
          == "https://example.org/a.txt is no file on this machine. Copy it here, and open that.")
    }
  }

  // MARK: Snapshots that can't be sent or compared

  @Test func `a snapshot that can't be sent is handed on all the same`() async throws {
    try place.folder.write("one", to: "a.txt")
    let group = DocumentGroup(makeDocument: { _, _ in Scroll() })
    group.autosave = .never
    let session = try await group.open(place.url("a.txt"))
    try place.folder.write("two", to: "a.txt")
    try await eventually("reloaded") { session.document.text == "two" }
    session.document.text = "three"
    session.noteEdit()
    try await session.save()
    #expect(try place.folder.read("a.txt") == "three")
    try place.folder.write("four", to: "a.txt")
    try await eventually("reloaded") { session.document.text == "four" }
    #expect(session.document.applied.map(\.new) == ["one", "two", "four"])
    #expect(session.document.applied.map(\.previous) == [nil, "one", "three"])
  }

  // MARK: Packages

  @Test func `a package is replaced whole, and keeps what its writer doesn't know`() async throws {
    try place.folder.directory.makeDirectory(Array("Book".utf8), mode: 0o755)
    try place.folder.write("1", to: "Book/one.page")
    try place.folder.write("2", to: "Book/two.page")
    try place.folder.write("log\n", to: "Book/log.txt")
    let group = DocumentGroup(makeDocument: { _, _ in Binder() })
    group.autosave = .never
    let session = try await group.open(place.url("Book"))
    #expect(session.document.pages == ["one": "1", "two": "2"])
    session.document.write("changed", on: "two", session.undoManager)
    session.document.write("3", on: "three", session.undoManager)
    try await session.save()
    #expect(
      try place.folder.names(in: "Book") == ["log.txt", "one.page", "three.page", "two.page"])
    #expect(try place.folder.read("Book/two.page") == "changed")
    #expect(try place.folder.read("Book/log.txt") == "log\n")
    #expect(try place.folder.names() == ["Book"])
    try place.folder.write("0", to: "Book/zero.page")
    try await eventually("reloaded") { session.document.pages["zero"] == "0" }
  }
}
