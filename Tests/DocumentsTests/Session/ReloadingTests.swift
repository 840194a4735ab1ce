import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

@Suite @MainActor struct ReloadingTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
    try place.folder.write("one\ntwo\nthree\nfour\nfive\n", to: "a.txt")
  }

  @Test func `another program's change is applied, with what was applied before`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.write("new\n", to: "a.txt")
    try await eventually("reloaded") { session.document.text == "new\n" }
    try place.folder.write("newer\n", to: "b.txt")
    try place.folder.directory.rename(
      Array("b.txt".utf8), to: place.folder.directory, as: Array("a.txt".utf8), .replace)
    try await eventually("reloaded") { session.document.text == "newer\n" }
    #expect(session.document.applied.map(\.new).last == "newer\n")
    #expect(session.document.applied.map(\.previous).last == "new\n")
    #expect(session.state == .normal)
    #expect(!session.hasUnsavedEdits)
  }

  @Test func `unsaved edits and another program's are joined, and saved`() async throws {
    let session = try await place.notes(quiet: .seconds(60)).open(place.url("a.txt"))
    session.autosave.longest = .seconds(60)
    session.document.replace("ONE\ntwo\nthree\nfour\nfive\n", session.undoManager)
    try place.folder.write("one\ntwo\nthree\nfour\nFIVE\n", to: "a.txt")
    let joined = "ONE\ntwo\nthree\nfour\nFIVE\n"
    try await eventually("joined") { session.document.text == joined }
    try await eventually("saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == joined)
    #expect(session.document.applied.map(\.previous).last == "ONE\ntwo\nthree\nfour\nfive\n")
    #expect(try place.folder.names() == ["a.txt"])
  }

  // MARK: Conflicts

  /// A session whose edit was in another program's way.
  private func conflicted() async throws -> (DocumentSession<Memo>, DocumentConflict) {
    let session = try await place.notes(quiet: .seconds(60)).open(place.url("a.txt"))
    session.document.replace("mine\n", session.undoManager)
    try place.folder.write("theirs\n", to: "a.txt")
    try await eventually("in conflict") { !session.hasUnsavedEdits }
    guard case .conflicted(let conflict) = session.state else {
      Issue.record("\(session.state)")
      throw CancellationError()
    }
    return (session, conflict)
  }

  @Test func `what can't be joined lies side by side, and nothing is lost`() async throws {
    let (session, conflict) = try await conflicted()
    #expect(try place.folder.read("a.txt") == "mine\n")
    let names = try place.names()
    #expect(names.count == 2)
    let copy = names.first { $0 != "a.txt" } ?? ""
    #expect(copy.hasPrefix("a (conflict 2"))
    #expect(copy.hasSuffix(").txt"))
    #expect(try place.folder.read(copy) == "theirs\n")
    #expect(conflict.copy == place.url(copy))
    #expect(conflict.reason == "both changed lines 1 to 5")
    #expect(session.conflicts == [conflict])
    #expect(try place.leftovers() == [])
    // Work goes on beside it.
    session.document.replace("mine too\n", session.undoManager)
    try await session.save()
    #expect(session.state == .conflicted(conflict))
  }

  @Test func `keeping mine removes the copy`() async throws {
    let (session, conflict) = try await conflicted()
    try await session.resolve(conflict, keeping: .mine)
    #expect(session.state == .normal)
    #expect(try place.folder.names() == ["a.txt"])
    #expect(try place.folder.read("a.txt") == "mine\n")
  }

  @Test func `keeping theirs gives the copy the name`() async throws {
    let (session, conflict) = try await conflicted()
    try await session.resolve(conflict, keeping: .theirs)
    #expect(session.state == .normal)
    #expect(session.document.text == "theirs\n")
    #expect(try place.folder.names() == ["a.txt"])
    #expect(try place.folder.read("a.txt") == "theirs\n")
  }

  @Test func `keeping both leaves two documents`() async throws {
    let (session, conflict) = try await conflicted()
    try await session.resolve(conflict, keeping: .both)
    #expect(session.state == .normal)
    #expect(try place.names().count == 2)
  }

  @Test func `a copy that was edited since is not removed`() async throws {
    let (session, conflict) = try await conflicted()
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    try place.folder.write("edited", to: copy)
    let problem = await #expect(throws: DocumentProblem.self) {
      try await session.resolve(conflict, keeping: .mine)
    }
    #expect(problem?.kind == .busy)
    #expect(try place.folder.read(copy) == "edited")
    #expect(session.state == .conflicted(conflict))
  }

  @Test func `documents that can't be merged lie side by side`() async throws {
    let group = DocumentGroup(makeDocument: { _, _ in Scroll() })
    group.autosave = .never
    let session = try await group.open(place.url("a.txt"))
    session.document.text = "mine"
    session.noteEdit()
    try place.folder.write("theirs", to: "a.txt")
    try await session.save()
    #expect(try place.folder.read("a.txt") == "mine")
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    #expect(try place.folder.read(copy) == "theirs")
  }

  // MARK: What can't be read

  @Test func `the last good version stays while the file can't be read`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.write("corrupt", to: "a.txt")
    try await eventually("unreadable") {
      if case .unreadable = session.state { true } else { false }
    }
    #expect(session.document.text == "one\ntwo\nthree\nfour\nfive\n")
    #expect(session.problem?.kind == .unreadable)
    #expect((session.lastError as? CocoaError)?.code == .fileReadCorruptFile)
    try place.folder.write("good\n", to: "a.txt")
    try await eventually("readable") { session.state == .normal }
    #expect(session.document.text == "good\n")
    #expect(session.problem == nil)
    #expect(session.lastError == nil)
  }

  @Test func `an unreadable version is set aside before edits take the name`() async throws {
    let session = try await place.notes().open(place.url("a.txt"))
    try place.folder.write("corrupt", to: "a.txt")
    session.document.replace("mine\n", session.undoManager)
    try await eventually("in conflict") {
      if case .conflicted = session.state { !session.hasUnsavedEdits } else { false }
    }
    #expect(try place.folder.read("a.txt") == "mine\n")
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    #expect(try place.folder.read(copy) == "corrupt")
  }
}
