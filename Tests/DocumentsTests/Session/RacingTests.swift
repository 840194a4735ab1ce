import FoundationEssentials
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import Documents

/// Other programs that write in the instant before a save takes the name.
@Suite @MainActor struct RacingTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
    try place.folder.write("one\ntwo\nthree\nfour\nfive\n", to: "a.txt")
  }

  /// Saves, and lets another program do something in that instant, once.
  private func saving(
    _ session: DocumentSession<some Document>,
    waitingForWriters patience: Int64 = Installing.writersPatience,
    _ interfere: @escaping @Sendable () throws -> Void
  ) async throws {
    let isDone = Mutex(false)
    let once: @Sendable () -> Void = {
      let wasDone = isDone.withLock { isDone in
        defer { isDone = true }
        return isDone
      }
      guard !wasDone else { return }
      do {
        try interfere()
      } catch {
        Issue.record(error)
      }
    }
    try await Installing.$beforeExchange.withValue(once) {
      try await Installing.$writersPatience.withValue(patience) { try await session.save() }
    }
    #expect(isDone.withLock { $0 })
  }

  @Test(arguments: ["in place", "by renaming"])
  func `a version that comes in that instant is joined`(way: String) async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("ONE\ntwo\nthree\nfour\nfive\n", session.undoManager)
    let folder = place.folder
    try await saving(session) {
      let theirs = "one\ntwo\nthree\nfour\nFIVE\n"
      if way == "in place" { return try folder.write(theirs, to: "a.txt") }
      try folder.write(theirs, to: "b.txt")
      try folder.directory.rename(
        Array("b.txt".utf8), to: folder.directory, as: Array("a.txt".utf8), .replace)
    }
    #expect(try folder.read("a.txt") == "ONE\ntwo\nthree\nfour\nFIVE\n")
    #expect(session.document.text == "ONE\ntwo\nthree\nfour\nFIVE\n")
    #expect(session.state == .normal)
    #expect(try folder.names() == ["a.txt"])
  }

  @Test func `a version that can't be joined is set aside`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("mine\n", session.undoManager)
    let folder = place.folder
    try await saving(session) { try folder.write("theirs\n", to: "a.txt") }
    #expect(try folder.read("a.txt") == "mine\n")
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    #expect(try folder.read(copy) == "theirs\n")
    #expect(try place.leftovers() == [])
  }

  @Test func `a file that is deleted is made anew`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("mine\n", session.undoManager)
    let folder = place.folder
    try await saving(session) { try folder.directory.removeFile(Array("a.txt".utf8)) }
    #expect(try folder.read("a.txt") == "mine\n")
    #expect(try folder.names() == ["a.txt"])
  }

  @Test func `a directory that takes the name is left alone`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("mine\n", session.undoManager)
    let folder = place.folder
    await #expect(throws: (any Error).self) {
      try await saving(session) {
        try folder.directory.removeFile(Array("a.txt".utf8))
        try folder.directory.makeDirectory(Array("a.txt".utf8), mode: 0o755)
        try folder.write("inside", to: "a.txt/x")
      }
    }
    #expect(session.hasUnsavedEdits)
    #expect(session.document.text == "mine\n")
    #expect(try folder.read("a.txt/x") == "inside")
    #expect(try place.leftovers() == [])
  }

  @Test func `what is added to a package stays`() async throws {
    try place.folder.directory.makeDirectory(Array("Book".utf8), mode: 0o755)
    try place.folder.write("1", to: "Book/one.page")
    try place.folder.write("a\n", to: "Book/log.txt")
    let group = DocumentGroup(makeDocument: { _, _ in Binder() })
    group.autosave = .never
    let session = try await group.open(place.url("Book"))
    session.document.write("2", on: "two", session.undoManager)
    let folder = place.folder
    try await saving(session) {
      try folder.directory.open(beneath: Array("Book/log.txt".utf8), [.writeOnly, .append])
        .writeAll(Array("b\n".utf8))
      try folder.write("3", to: "Book/three.page")
    }
    #expect(
      try folder.names(in: "Book") == ["log.txt", "one.page", "three.page", "two.page"])
    #expect(try folder.read("Book/log.txt") == "a\nb\n")
    #expect(session.document.pages == ["one": "1", "two": "2", "three": "3"])
    #expect(try place.names() == ["Book", "a.txt"])
  }

  @Test func `a program that has the old file open and writes late is not lost`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    session.document.replace("ONE\ntwo\nthree\nfour\nfive\n", session.undoManager)
    let folder = place.folder
    let opened = Mutex<Int32?>(nil)
    let writer = Task.detached {
      while opened.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(100))
      guard let number = opened.withLock({ $0 }) else { return }
      let late = Descriptor(owning: number)
      try late.writeAll(Array("six\n".utf8))
    }
    // The writer is waited for, however late the machine lets it write.
    try await saving(session, waitingForWriters: 60_000_000_000) {
      let number = try folder.directory.open(
        beneath: Array("a.txt".utf8), [.writeOnly, .append]
      ).release()
      opened.withLock { $0 = number }
    }
    try await writer.value
    #expect(try folder.read("a.txt") == "ONE\ntwo\nthree\nfour\nfive\nsix\n")
    #expect(try folder.names() == ["a.txt"])
  }

  @Test func `a program that keeps the file open holds up no save, and loses nothing`()
    async throws
  {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    let late = try place.folder.directory.open(
      beneath: Array("a.txt".utf8), [.writeOnly, .append])
    session.document.replace("mine\n", session.undoManager)
    try await session.save()
    #expect(session.state == .normal)
    #expect(try place.folder.read("a.txt") == "mine\n")
    #expect(try place.leftovers().count == 1)
    try late.writeAll(Array("six\n".utf8))
    try late.close()
    try await eventually("the late write is seen") { !session.conflicts.isEmpty }
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    #expect(try place.folder.read(copy) == "one\ntwo\nthree\nfour\nfive\nsix\n")
    #expect(try place.leftovers() == [])
  }

  @Test func `a program that closes the file unchanged leaves no trace`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    let idle = try place.folder.directory.open(beneath: Array("a.txt".utf8), .writeOnly)
    session.document.replace("mine\n", session.undoManager)
    try await session.save()
    try idle.close()
    try await eventually("cleared up") { try place.leftovers() == [] }
    #expect(try place.folder.names() == ["a.txt"])
    #expect(session.state == .normal)
  }

  @Test func `a save waits for a lock, and names who keeps it`() async throws {
    let session = try await place.quietNotes().open(place.url("a.txt"))
    let held = try place.folder.directory.openDocument(Array("a.txt".utf8))
    #expect(try held.lock(.exclusive))
    session.document.replace("mine\n", session.undoManager)
    let saving = Task { @MainActor in try await session.save() }
    try await Task.sleep(for: .milliseconds(100))
    #expect(try place.folder.read("a.txt") == "one\ntwo\nthree\nfour\nfive\n")
    try held.unlock()
    try await saving.value
    #expect(try place.folder.read("a.txt") == "mine\n")
  }
}
