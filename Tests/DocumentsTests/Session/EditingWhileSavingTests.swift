import Documents
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What a person does to a document while it is written.
@Suite @MainActor struct EditingWhileSavingTests {
  let place: SessionFolder
  let group: DocumentGroup<SlowMemo>

  init() throws {
    place = try SessionFolder()
    try place.folder.write("one\n", to: "a.txt")
    group = DocumentGroup(makeDocument: { _, _ in SlowMemo() })
    group.autosave = .never
  }

  private func openEdited() async throws -> DocumentSession<SlowMemo> {
    let session = try await group.open(place.url("a.txt"))
    session.document.replace("two\n", session.undoManager)
    await Task.yield()
    return session
  }

  @Test func `an edit that is undone while it is saved is an edit again`() async throws {
    let session = try await openEdited()
    let saving = Task { @MainActor in try await session.save() }
    await session.document.gate.someoneWaits()
    session.undoManager.undo()
    await session.document.gate.open()
    try await saving.value
    #expect(try place.folder.read("a.txt") == "two\n")
    #expect(session.document.text == "one\n")
    #expect(session.state == .edited)
    session.autosave = AutosavePolicy(quiet: .zero, longest: .zero)
    try await eventually("it is saved") { session.state == .normal }
    #expect(try place.folder.read("a.txt") == "one\n")
    session.undoManager.redo()
    #expect(session.document.text == "two\n")
    #expect(session.state == .edited)
  }

  @Test func `closing saves what is edited meanwhile`() async throws {
    let session = try await openEdited()
    let closing = Task { @MainActor in try await session.close() }
    await session.document.gate.someoneWaits()
    session.document.replace("three\n", session.undoManager)
    await session.document.gate.open()
    try await closing.value
    #expect(try place.folder.read("a.txt") == "three\n")
  }

  @Test func `a document saved in the middle of a group is edited until all of it is saved`()
    async throws
  {
    let session = try await group.open(place.url("a.txt"))
    await session.document.gate.open()
    session.undoManager.beginUndoGrouping()
    session.document.replace("two\n", session.undoManager)
    try await session.save()
    session.document.replace("three\n", session.undoManager)
    session.undoManager.endUndoGrouping()
    await Task.yield()
    session.undoManager.undo()
    #expect(session.document.text == "one\n")
    session.undoManager.redo()
    #expect(session.document.text == "three\n")
    #expect(session.state == .edited)
    try await session.close()
    #expect(try place.folder.read("a.txt") == "three\n")
  }

  @Test func `what a writer refuses is told in words`() async throws {
    let session = try await group.open(place.url("a.txt"))
    await session.document.gate.open()
    let path = place.url("a.txt").path
    for (text, words) in [
      ("full", "No space left on device (errno 28). Free some room; it is tried again."),
      ("unwritable", "its text can't be written in its encoding."),
      ("other", "an error that has no words (Cocoa error 1)."),
      ("own", "the moon is not full."),
    ] {
      session.document.replace(text, session.undoManager)
      await #expect(throws: (any Error).self) { try await session.save() }
      #expect(session.problem?.message == "Can't save \(path): \(words)")
    }
    try await session.close(discardingEdits: true)
  }
}

/// A text whose writer waits until it is let through.
@MainActor final class SlowMemo: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]

  let gate = Gate()
  private(set) var text = ""

  func replace(_ text: String, _ undoManager: UndoManager) {
    let old = self.text
    self.text = text
    undoManager.registerUndo(withTarget: self) { $0.replace(old, undoManager) }
  }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<String> {
    FileWrapperDocumentReader(configuration) { file in
      String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
    }
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer {
    Writer(gate: gate)
  }

  func apply(snapshot: sending String, previous: sending String?) async throws { text = snapshot }

  func snapshot(contentType: UTType) async throws -> sending String { text }

  struct Writer: DocumentWriter {
    let gate: Gate

    @concurrent func write(
      snapshot: sending String, to destination: sending URL, previous: sending String?,
      progress: consuming Subprogress
    ) async throws {
      await gate.pass()
      switch snapshot {
      case "full":
        throw CocoaError(
          .fileWriteUnknown, userInfo: ["NSUnderlyingError": POSIXError(.ENOSPC)])
      case "unwritable": throw CocoaError(.fileWriteInapplicableStringEncoding)
      case "other": throw CocoaError(CocoaError.Code(rawValue: 1))
      case "own": throw Moon()
      default: try Data(snapshot.utf8).write(to: destination)
      }
    }
  }

  struct Moon: LocalizedError {
    var errorDescription: String? { "the moon is not full" }
  }
}

/// Shut at first.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    for one in watching { one.resume() }
    watching = []
    await withCheckedContinuation { waiting.append($0) }
  }

  func someoneWaits() async {
    if waiting.isEmpty { await withCheckedContinuation { watching.append($0) } }
  }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }
}
