import Documents
import FoundationEssentials
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// How far a reading or writing has come, and how it is given up.
@Suite @MainActor struct SessionProgressTests {
  let place: SessionFolder

  init() throws {
    place = try SessionFolder()
    try place.folder.write(String(repeating: "x", count: 64 * 1024), to: "a.dat")
  }

  private func open(_ group: DocumentGroup<Stream>) async throws -> DocumentSession<Stream> {
    group.autosave = .never
    return try await group.open(place.url("a.dat"))
  }

  @Test func `progress of a save only grows, and ends complete`() async throws {
    let pace = Pace()
    let session = try await open(DocumentGroup(makeDocument: { _, _ in Stream(pace: pace) }))
    session.noteEdit()
    let saving = Task { @MainActor in try await session.save() }
    try await eventually("it writes") { session.progress != nil }
    let progress = try #require(session.progress)
    var seen: [Double] = []
    for part in 1...Stream.parts {
      pace.partsAllowed.withLock { $0 = part }
      try await eventually("part \(part) is written") { pace.partsWritten.withLock { $0 } == part }
      seen.append(progress.fractionCompleted)
    }
    pace.partsAllowed.withLock { $0 = .max }
    try await saving.value
    #expect(seen == seen.sorted())
    #expect(Set(seen).count > 3)
    #expect(progress.isFinished)
    #expect(session.progress == nil)
    #expect(session.state == .normal)
  }

  @Test func `a save that is given up leaves the file, the edits, and nothing else`() async throws {
    let session = try await open(DocumentGroup(makeDocument: { _, _ in Stream(delay: 1000) }))
    session.noteEdit()
    let saving = Task { @MainActor in try await session.save() }
    try await eventually("it writes") { (session.progress?.fractionCompleted ?? 0) > 0 }
    saving.cancel()
    await #expect(throws: CancellationError.self) { try await saving.value }
    #expect(session.state == .edited)
    #expect(session.problem == nil)
    #expect(try place.folder.read("a.dat")?.utf8.count == 64 * 1024)
    #expect(try place.folder.names() == ["a.dat"])
  }

  @Test func `who waits for another's turn can give up`() async throws {
    let session = try await open(DocumentGroup(makeDocument: { _, _ in Stream(delay: 1000) }))
    session.noteEdit()
    let first = Task { @MainActor in try await session.save() }
    try await eventually("it writes") { session.progress != nil }
    let second = Task { @MainActor in try await session.save() }
    try await Task.sleep(for: .milliseconds(10))
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(session.progress != nil)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func `readers and writers that block hold up nobody else`() async throws {
    for number in 0..<8 { try place.folder.write("x", to: "\(number).dat") }
    let group = DocumentGroup(makeDocument: { _, _ in Stream(isBlocked: true) })
    let opening = (0..<8).map { number in
      Task { @MainActor in try await group.open(place.url("\(number).dat")) }
    }
    try await eventually("all read at once") { Stream.blocked.withLock { $0 } == 8 }
    // A task of the common pool still gets its turn.
    #expect(await Task.detached { 1 }.value == 1)
    Stream.blocked.withLock { $0 = -1 }
    for task in opening { _ = try await task.value }
    #expect(group.sessions.count == 8)
  }
}

/// Has a writer wait before each part until that is allowed.
final class Pace: Sendable {
  let partsAllowed = Mutex(0)
  let partsWritten = Mutex(0)
}

/// Content that is read and written in parts, each of which takes its time.
@MainActor final class Stream: Document {
  nonisolated static let readableContentTypes: [UTType] = [.data]
  /// How many readers are blocked; below 0 they are let go.
  nonisolated static let blocked = Mutex(0)

  /// In milliseconds, for each part.
  nonisolated let delay: Int
  nonisolated let isBlocked: Bool
  nonisolated let pace: Pace?
  nonisolated static let parts = 16
  private var content = Data(count: 64 * 1024)

  init(delay: Int = 2, isBlocked: Bool = false, pace: Pace? = nil) {
    self.delay = delay
    self.isBlocked = isBlocked
    self.pace = pace
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader {
    Reader(isBlocked: isBlocked)
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer {
    Writer(delay: delay, pace: pace)
  }

  func apply(snapshot: sending Data, previous: sending Data?) async throws {}
  func snapshot(contentType: UTType) async throws -> sending Data { content }

  struct Reader: DocumentReader {
    let isBlocked: Bool

    @concurrent func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending Data {
      if isBlocked {
        Stream.blocked.withLock { $0 += 1 }
        while Stream.blocked.withLock({ $0 }) >= 0 { try pause(milliseconds: 2) }
      }
      return try Data(contentsOf: source)
    }
  }

  struct Writer: DocumentWriter {
    let delay: Int
    let pace: Pace?

    @concurrent func write(
      snapshot: sending Data, to destination: sending URL, previous: sending Data?,
      progress: consuming Subprogress
    ) async throws {
      let manager = progress.start(totalCount: Stream.parts)
      let file = try openPath(
        Array(destination.path.utf8), [.writeOnly, .create, .truncate], mode: 0o644)
      for part in 0..<Stream.parts {
        while let pace, pace.partsAllowed.withLock({ $0 }) <= part {
          try await Task.sleep(for: .milliseconds(1))
        }
        try file.writeAll(Array(snapshot[(part * 4096)..<((part + 1) * 4096)]))
        manager.complete(count: 1)
        pace?.partsWritten.withLock { $0 = part + 1 }
        try await Task.sleep(for: .milliseconds(delay))
      }
    }
  }
}
