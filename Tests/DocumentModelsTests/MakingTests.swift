import Documents
import Testing

/// A document that is made while someone waits.
@Suite @MainActor struct MakingTests {
  @Test func `making one may wait for what is to be in it`() async throws {
    let scanner = Scanner()
    let making = Task {
      try await Scan.make(with: scanner, for: DocumentCreationContext(creationSource: .scanner))
        .text
    }
    while !scanner.isWaiting { await Task.yield() }
    scanner.finish("scanned")
    #expect(try await making.value == "scanned")
  }

  @Test func `making one may be called off`() async throws {
    let scanner = Scanner()
    let making = Task {
      try await Scan.make(with: scanner, for: DocumentCreationContext(creationSource: .scanner))
        .text
    }
    while !scanner.isWaiting { await Task.yield() }
    making.cancel()
    await #expect(throws: CancellationError.self) { try await making.value }
    #expect(!scanner.isWaiting)
  }

  @Test func `one without a source is blank`() async throws {
    let scan = try await Scan.make(with: Scanner(), for: DocumentCreationContext())
    #expect(scan.text == "")
  }
}
