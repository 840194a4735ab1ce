import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@testable import Documents

/// Programs that are killed in the middle of a save.
@Suite struct CrashTests {
  private static let isFull = environmentVariable("COLLATE_TORTURE") == Array("full".utf8)

  @Test @MainActor func `a program that is killed while it saves leaves the document whole`()
    async throws
  {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.directory.makeDirectory(Array("Book".utf8), mode: 0o755)
    for page in ["one", "two", "three"] { try place.folder.write("0", to: "Book/\(page).page") }
    try place.folder.write("0\n", to: "a.txt")
    for round in 1...(Self.isFull ? 100 : 5) {
      let delay = Int.random(in: 1...120)
      await #expect(processExitsWith: .signal(9)) { [path = path as String, delay = delay as Int] in
        try await Killed.save(in: path, killedAfter: delay)
      }
      // Nobody saw half of it: all pages are from one save.
      let pages = try Set(["one", "two", "three"].map { try place.folder.read("Book/\($0).page") })
      #expect(pages.count == 1, "round \(round), killed after \(delay) ms")
      let text = try place.folder.read("a.txt") ?? ""
      #expect(Int(text.dropLast()) != nil && text.hasSuffix("\n"), "round \(round): \(text)")
      let names = try place.names()
      #expect(names == ["Book", "a.txt"])
    }
    // Who opens it next clears up what lies hidden.
    _ = try await place.notes().open(place.url("a.txt"))
    #expect(try place.folder.names() == ["Book", "a.txt"])
  }

  @Test @MainActor func `another program's version that a crash caught is put beside`()
    async throws
  {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.write("one\n", to: "a.txt")
    await #expect(processExitsWith: .signal(9)) { [path = path as String] in
      try await Killed.exchange(in: path, theirs: "theirs\n")
    }
    #expect(try place.folder.read("a.txt") == "mine\n")
    #expect(try place.leftovers().count == 1)
    _ = try await place.notes().open(place.url("a.txt"))
    #expect(try place.leftovers() == [])
    let copy = try place.names().first { $0 != "a.txt" } ?? ""
    #expect(copy.hasPrefix("a (conflict "))
    #expect(try place.folder.read(copy) == "theirs\n")
  }

  @Test @MainActor func `what was replaced before a crash is not put beside`() async throws {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.write("one\n", to: "a.txt")
    await #expect(processExitsWith: .signal(9)) { [path = path as String] in
      try await Killed.exchange(in: path, theirs: nil)
    }
    #expect(try place.folder.read("a.txt") == "mine\n")
    _ = try await place.notes().open(place.url("a.txt"))
    #expect(try place.folder.names() == ["a.txt"])
  }

  @Test @MainActor func `a file with two names is completed after a crash`() async throws {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    try place.folder.write("one\n", to: "a.txt")
    try place.folder.directory.link(
      Array("a.txt".utf8), to: place.folder.directory, as: Array("b.txt".utf8))
    await #expect(processExitsWith: .signal(9)) { [path = path as String] in
      try await Killed.inPlace(in: path)
    }
    // As it was caught: half old, half new.
    try place.folder.write("mi", to: "a.txt")
    let session = try await place.notes().open(place.url("a.txt"))
    #expect(session.document.text == "mine\n")
    #expect(try place.folder.read("b.txt") == "mine\n")
    #expect(try place.folder.names() == ["a.txt", "b.txt"])
  }
}

/// What runs in the processes that are killed.
private enum Killed {
  static func die() {
    _ = Result { () throws(SystemError) in try send(.kill, to: currentProcess()) }
  }

  @MainActor
  static func save(in path: String, killedAfter milliseconds: Int) async throws {
    let book = try await DocumentGroup(makeDocument: { _, _ in Binder() })
      .open(URL(filePath: path + "/Book"))
    let note = try await DocumentGroup(makeDocument: { _, _ in Memo() })
      .open(URL(filePath: path + "/a.txt"))
    let thread = try DedicatedThread(name: "killer") {
      _ = Result { () throws(SystemError) in try pause(milliseconds: Int32(milliseconds)) }
      die()
    }
    for number in 1... {
      for page in ["one", "two", "three"] {
        book.document.write("\(number)", on: page, book.undoManager)
      }
      try await book.save()
      note.document.replace("\(number)\n", note.undoManager)
      try await note.save()
    }
    try thread.join()
  }

  /// Dies right after the names were exchanged, for which it lets the kernel do it: the program's own
  /// code has no place there to stop at.
  @MainActor
  static func exchange(in path: String, theirs: String?) async throws {
    let place = try DocumentPlace(DocumentPath(URL(filePath: path + "/a.txt")))
    let lock = try LockedDocument.lock(place, .exclusive)
    let expected = try #require(try lock.version())
    let folder = try SavingFolder.make(for: place)
    try Data("mine\n".utf8).write(to: folder.path.url)
    let staged = try DiskVersion.of(try folder.open())
    try folder.note(staged: staged, expected: expected.contentMark)
    if let theirs { try Data(theirs.utf8).write(to: URL(filePath: path + "/a.txt")) }
    try folder.directory.rename(
      folder.item, to: place.directory, as: place.name, .exchange)
    die()
  }

  @MainActor
  static func inPlace(in path: String) async throws {
    let note = try await DocumentGroup(makeDocument: { _, _ in Memo() })
      .open(URL(filePath: path + "/a.txt"))
    note.document.replace("mine\n", note.undoManager)
    try await Installing.$beforeExchange.withValue({ die() }) { try await note.save() }
  }
}
