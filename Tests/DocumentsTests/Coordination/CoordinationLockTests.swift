import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

@Suite struct CoordinationLockTests {
  let files: CoordinatedFiles

  init() throws {
    files = try CoordinatedFiles()
    try files.folder.write("one", to: "n.md")
  }

  @Test func `who reads shares the file with readers alone`() async throws {
    let access = try await NSFileCoordinator().beginAccess(readingItemsAt: [files.url("n.md")])
    #expect(try files.isFree("n.md", .shared))
    #expect(try !files.isFree("n.md", .exclusive))
    access.end()
    #expect(try files.isFree("n.md", .exclusive))
  }

  @Test func `who writes has the file alone`() async throws {
    let access = try await NSFileCoordinator().beginAccess(writingItemsAt: [files.url("n.md")])
    #expect(try !files.isFree("n.md", .shared))
    access.end()
    access.end()
    #expect(try files.isFree("n.md", .exclusive))
  }

  @Test func `an access that nobody has any more has ended`() async throws {
    _ = try await NSFileCoordinator().beginAccess(writingItemsAt: [files.url("n.md")])
    #expect(try files.isFree("n.md", .exclusive))
  }

  @Test func `a name that isn't there yet is coordinated on its directory`() async throws {
    let read = try await NSFileCoordinator().beginAccess(readingItemsAt: [files.url("new.md")])
    #expect(try files.isFree("", .shared))
    #expect(try !files.isFree("", .exclusive))
    read.end()
    let write = try await NSFileCoordinator().beginAccess(writingItemsAt: [files.url("new.md")])
    #expect(try !files.isFree("", .shared))
    #expect(try files.isFree("n.md", .exclusive))
    write.end()
    let deep = try await NSFileCoordinator().beginAccess(writingItemsAt: [files.url("a/b/c.md")])
    #expect(try !files.isFree("", .shared))
    deep.end()
  }

  @Test func `a symbolic link is coordinated where it leads`() async throws {
    try files.folder.directory.makeSymbolicLink(Array("link.md".utf8), to: Array("n.md".utf8))
    let coordinator = NSFileCoordinator()
    let access = try await coordinator.beginAccess(writingItemsAt: [files.url("link.md")])
    #expect(try !files.isFree("n.md", .shared))
    access.end()
    let place = try await coordinator.coordinate(
      readingItemAt: files.url("link.md"), options: .resolvesSymbolicLink
    ) { $0.lastPathComponent }
    #expect(place == "n.md")
    try files.folder.directory.makeSymbolicLink(Array("dead".utf8), to: Array("nowhere".utf8))
    let dead = try await coordinator.beginAccess(writingItemsAt: [files.url("dead")])
    #expect(try !files.isFree("", .shared))
    dead.end()
  }

  @Test func `what isn't a file or directory is never opened`() async throws {
    try files.makePipe("pipe")
    let access = try await NSFileCoordinator().beginAccess(writingItemsAt: [files.url("pipe")])
    #expect(try !files.isFree("", .shared))
    access.end()
  }

  @Test func `a name that is not UTF-8 is coordinated`() async throws {
    let name: [UInt8] = [0x6E, 0xFF, 0x2E, 0x6D, 0x64]
    try files.folder.directory.open(beneath: name, [.writeOnly, .create], mode: 0o600).close()
    let url = try #require(URL(string: files.url("").absoluteString + "n%FF.md"))
    let access = try await NSFileCoordinator().beginAccess(writingItemsAt: [url])
    #expect(try !files.folder.directory.openDocument(name).lock(.shared))
    access.end()
  }

  @Test func `the lock follows the name when the file is replaced meanwhile`() async throws {
    let old = try files.open("n.md")
    #expect(try old.lock(.exclusive))
    let url = files.url("n.md")
    let waiting = Task { try await NSFileCoordinator().beginAccess(writingItemsAt: [url]) }
    try files.folder.write("two", to: "tmp")
    try files.folder.directory.rename(
      Array("tmp".utf8), to: files.folder.directory, as: Array("n.md".utf8), .replace)
    let access = try await waiting.value
    #expect(try !files.isFree("n.md", .shared))
    access.end()
    try old.unlock()
  }

  @Test func `a place that is no file's is refused with the reason`() async throws {
    let web = try #require(URL(string: "https://example.org/n.md"))
    await #expect(throws: CocoaError.self) {
      try await NSFileCoordinator().coordinate(readingItemAt: web) { _ in }
    }
  }

  @Test func `a configuration makes a new coordinator each time`() async throws {
    let configuration = await URLDocumentConfiguration(
      fileURL: files.url("n.md"), contentType: .markdown)
    let first = await configuration.makeFileCoordinator()
    let second = await configuration.makeFileCoordinator()
    #expect(first !== second)
    first.cancel()
    let text = try await second.coordinate(readingItemAt: files.url("n.md")) { url in
      try String(contentsOf: url, encoding: .utf8)
    }
    #expect(text == "one")
  }
}
