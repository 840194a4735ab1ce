import Documents
import TestSupport
import Testing

/// Whoever waits for a session sees how far it is.
@Suite @MainActor struct WaitingProgressTests {
  private let place: SessionFolder
  private let whole = ProgressManager(totalCount: 4)

  init() throws {
    place = try SessionFolder()
    try place.folder.write("one\n", to: "a.txt")
  }

  private var part: Subprogress { whole.subprogress(assigningCount: 1) }

  @Test func `opening, exporting, saving elsewhere and making are a part of it each`() async throws
  {
    let group = place.quietNotes()
    let session = try await group.open(place.url("a.txt"), progress: part)
    #expect(whole.fractionCompleted == 0.25)
    try await session.export(to: place.url("b.txt"), progress: part)
    #expect(whole.fractionCompleted == 0.5)
    try await session.saveAs(place.url("c.txt"), progress: part)
    #expect(whole.fractionCompleted == 0.75)
    _ = try await group.create(at: place.url("d.txt"), progress: part)
    #expect(whole.isFinished)
    #expect(try place.names() == ["a.txt", "b.txt", "c.txt", "d.txt"])
  }

  @Test func `what is open already, and what fails, is over at once`() async throws {
    let group = place.quietNotes()
    let session = try await group.open(place.url("a.txt"), progress: part)
    #expect(try await group.open(place.url("a.txt"), progress: part) === session)
    #expect(whole.fractionCompleted == 0.5)
    await #expect(throws: DocumentProblem.self) {
      try await session.export(to: place.url("a.txt"), progress: part)
    }
    await #expect(throws: (any Error).self) {
      _ = try await group.open(place.url("gone.txt"), progress: part)
    }
    #expect(whole.isFinished)
  }
}
