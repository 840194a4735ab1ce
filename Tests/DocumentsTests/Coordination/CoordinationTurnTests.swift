import Documents
import FoundationEssentials
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite struct CoordinationTurnTests {
  let files: CoordinatedFiles

  init() throws {
    files = try CoordinatedFiles()
    try files.folder.write("0", to: "a")
    try files.folder.write("0", to: "b")
  }

  @Test func `within an accessor, what is held is not waited for`() async throws {
    let url = files.url("a")
    let depth = try await NSFileCoordinator().coordinate(writingItemAt: url) { url in
      try await NSFileCoordinator().coordinate(writingItemAt: url) { url in
        try await NSFileCoordinator().coordinate(readingItemAt: url) { _ in 3 }
      }
    }
    #expect(depth == 3)
    #expect(try files.isFree("a", .exclusive))
  }

  @Test func `blocking coordinations nest too`() throws {
    let url = files.url("a")
    var steps: [String] = []
    let coordinator = NSFileCoordinator(filePresenter: nil)
    coordinator.coordinate(writingItemAt: url, options: .forMerging, error: nil) { url in
      steps.append("write")
      NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ in steps.append("read") }
    }
    #expect(steps == ["write", "read"])
  }

  @Test func `a writing inside a reading of the same item is an error, not a wait`() async throws {
    let url = files.url("a")
    await #expect {
      try await NSFileCoordinator().coordinate(readingItemAt: url) { url in
        try await NSFileCoordinator().coordinate(writingItemAt: url) { _ in }
      }
    } throws: { error in
      (error as? CocoaError)?.code == .fileLocking
    }
  }

  @Test func `one item can be read and written together`() async throws {
    let url = files.url("a")
    let isFree = try await NSFileCoordinator().coordinate(
      readingItemAt: url, writingItemAt: url
    ) { _, _ in try files.isFree("a", .shared) }
    #expect(!isFree)
  }

  @Test func `a move holds both names`() throws {
    var moved = false
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(
      writingItemAt: files.url("a"), options: .forMoving, writingItemAt: files.url("c"),
      options: .forReplacing, error: nil
    ) { old, new in
      coordinator.item(at: old, willMoveTo: new)
      #expect(throws: Never.self) { try FileManager.default.moveItem(at: old, to: new) }
      coordinator.item(at: old, didMoveTo: new)
      moved = true
      coordinator.coordinate(readingItemAt: new, error: nil) { url in
        #expect(url.lastPathComponent == "c")
      }
    }
    #expect(moved)
    #expect(try files.folder.names() == ["b", "c"])
  }

  @Test func `prepared items are held until all is done`() throws {
    let finish = Mutex<(@Sendable () -> Void)?>(nil)
    var error: CocoaError?
    let coordinator = NSFileCoordinator()
    coordinator.prepare(
      forReadingItemsAt: [files.url("a")], writingItemsAt: [files.url("b")], error: &error
    ) { done in
      coordinator.coordinate(writingItemAt: files.url("b"), error: nil) { _ in }
      finish.withLock { $0 = done }
    }
    #expect(error == nil)
    #expect(try !files.isFree("b", .shared))
    finish.withLock { done in
      done?()
      done = nil
    }
    #expect(try files.isFree("a", .exclusive) && files.isFree("b", .exclusive))
  }

  @Test func `many that write take turns, whatever form they use`() async throws {
    let (folder, url) = (files.folder, files.url("a"))
    @Sendable func increment() throws {
      let text = try #require(try folder.read("a"))
      let count = try #require(Int(text))
      try folder.write(String(count + 1), to: "a")
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<6 {
        group.addTask { @concurrent in
          for _ in 0..<10 {
            if task.isMultiple(of: 2) {
              try await NSFileCoordinator().coordinate(writingItemAt: url) { _ in try increment() }
            } else {
              try await onOwnThread(name: "test") {
                NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
                  #expect(throws: Never.self) { try increment() }
                }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try files.folder.read("a") == "60")
  }

  @Test func `two who want the same in another order don't wait for each other`() async throws {
    let (a, b) = (files.url("a"), files.url("b"))
    try await withThrowingTaskGroup { group in
      for pair in [(a, b), (b, a)] {
        group.addTask { @concurrent in
          for _ in 0..<50 {
            try await NSFileCoordinator().coordinate(
              writingItemAt: pair.0, writingItemAt: pair.1
            ) { _, _ in }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try files.isFree("a", .exclusive) && files.isFree("b", .exclusive))
  }
}
