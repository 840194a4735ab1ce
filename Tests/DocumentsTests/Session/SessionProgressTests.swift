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
    let session = try await open(DocumentGroup(makeDocument: { _, _ in Stream() }))
    session.noteEdit()
    let saving = Task { @MainActor in try await session.save() }
    var seen: [Double] = []
    var last: ProgressReporter?
    for _ in 0..<2000 where seen.last != 1 {
      if let progress = session.progress {
        last = progress
        seen.append(progress.fractionCompleted)
      } else if last != nil {
        break
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    try await saving.value
    #expect(seen == seen.sorted())
    #expect(seen.count > 3)
    #expect(last?.isFinished == true)
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

/// Content that is read and written in parts, each of which takes its time.
@MainActor final class Stream: Document {
  nonisolated static let readableContentTypes: [UTType] = [.data]
  /// How many readers are blocked; below 0 they are let go.
  nonisolated static let blocked = Mutex(0)

  /// In milliseconds, for each part.
  nonisolated let delay: Int
  nonisolated let isBlocked: Bool
  private var content = Data(count: 64 * 1024)

  init(delay: Int = 2, isBlocked: Bool = false) {
    self.delay = delay
    self.isBlocked = isBlocked
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader {
    Reader(isBlocked: isBlocked)
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer {
    Writer(delay: delay)
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

    @concurrent func write(
      snapshot: sending Data, to destination: sending URL, previous: sending Data?,
      progress: consuming Subprogress
    ) async throws {
      let parts = 16
      let manager = progress.start(totalCount: parts)
      let file = try openPath(
        Array(destination.path.utf8), [.writeOnly, .create, .truncate], mode: 0o644)
      for part in 0..<parts {
        try file.writeAll(Array(snapshot[(part * 4096)..<((part + 1) * 4096)]))
        manager.complete(count: 1)
        try await Task.sleep(for: .milliseconds(delay))
      }
    }
  }
}
