import Documents
import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct CoordinationWaitTests {
  let files: CoordinatedFiles

  init() throws {
    files = try CoordinatedFiles()
    try files.folder.write("x", to: "n.md")
  }

  @Test func `cancelling a coordinator ends its wait, and all that it is asked for later`()
    async throws
  {
    let url = files.url("n.md")
    let other = try files.open("n.md")
    #expect(try other.lock(.exclusive))
    let coordinator = NSFileCoordinator()
    let waiting = Task { try await coordinator.coordinate(readingItemAt: url) { _ in } }
    coordinator.cancel()
    await #expect { try await waiting.value } throws: { error in
      (error as? CocoaError)?.code == .userCancelled
    }
    try other.unlock()
    await #expect { try await coordinator.coordinate(readingItemAt: url) { _ in } } throws: {
      error in (error as? CocoaError)?.code == .userCancelled
    }
  }

  @Test func `cancelling a task ends its wait`() async throws {
    let url = files.url("n.md")
    let other = try files.open("n.md")
    #expect(try other.lock(.exclusive))
    let waiting = Task {
      try await NSFileCoordinator().coordinate(writingItemAt: url) { _ in }
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `a blocking wait ends when it is cancelled from another thread`() throws {
    let url = files.url("n.md")
    let other = try files.open("n.md")
    #expect(try other.lock(.exclusive))
    let coordinator = NSFileCoordinator()
    let thread = try DedicatedThread(name: "cancel") { coordinator.cancel() }
    var error: NSError?
    coordinator.coordinate(writingItemAt: url, error: &error) { _ in
      Issue.record("the accessor was called")
    }
    #expect(error?.code == CocoaError.Code.userCancelled.rawValue)
    #expect(error?.domain == NSCocoaErrorDomain)
    try thread.join()
  }

  @Test func `an error takes whatever form the caller has room for`() throws {
    let nowhere = try #require(URL(string: "https://example.org"))
    let coordinator = NSFileCoordinator()
    var cocoa: CocoaError?
    coordinator.coordinate(readingItemAt: nowhere, options: [], error: &cocoa) { _ in }
    #expect(cocoa?.code == .fileReadUnsupportedScheme)
    var any: (any Error)?
    coordinator.coordinate(writingItemAt: nowhere, options: .forReplacing, error: &any) { _ in }
    #expect((any as? CocoaError)?.code == .fileWriteUnsupportedScheme)
    var nserror: NSError?
    coordinator.coordinate(
      readingItemAt: nowhere, options: .withoutChanges, writingItemAt: nowhere, options: [],
      error: &nserror
    ) { _, _ in }
    #expect(nserror?.domain == NSCocoaErrorDomain)
    coordinator.coordinate(
      writingItemAt: nowhere, options: .forDeleting, writingItemAt: nowhere, options: [],
      error: &cocoa
    ) { _, _ in }
    #expect(cocoa?.code == .fileWriteUnsupportedScheme)
  }

  @Test func `another program's lock is waited for`() async throws {
    let url = files.url("n.md")
    let process = try spawn(
      [Array("flock".utf8), Array("-F".utf8), files.folder.path(of: "n.md")]
        + ["sleep", "60"].map { Array($0.utf8) })
    let deadline = steadyClock() + 20_000_000_000
    while try files.isFree("n.md", .shared) {
      try #require(steadyClock() < deadline)
      try pause(milliseconds: 5)
    }
    let waiting = Task {
      try await NSFileCoordinator().coordinate(writingItemAt: url) { _ in
        try files.folder.read("n.md")
      }
    }
    try files.folder.write("written before the lock went", to: "n.md")
    try send(.kill, to: process)
    #expect(try waitForExit(of: process) == .killed(.kill))
    #expect(try await waiting.value == "written before the lock went")
  }
}
