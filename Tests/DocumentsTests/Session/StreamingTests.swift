import Documents
import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// Documents that are larger than the memory that they may take.
///
/// With `COLLATE_TORTURE=full` they have a gigabyte, and the times are printed.
@Suite @MainActor struct StreamingTests {
  private nonisolated static let isFull =
    environmentVariable("COLLATE_TORTURE") == Array("full".utf8)
  private nonisolated static let parts = isFull ? 1024 : 32

  /// What is told of each part.
  @MainActor private final class Parts {
    var session: DocumentSession<Bulk>?
    var count = 0
    var shares: [Double] = []
    /// After how many `stop` is called.
    var limit = Int.max
    var stop: @MainActor () -> Void = {}

    func pass() {
      count += 1
      if let share = session?.progress?.fractionCompleted { shares.append(share) }
      if count == limit { stop() }
    }
  }

  private static func group(_ parts: Parts) -> DocumentGroup<Bulk> {
    let group = DocumentGroup(makeDocument: { _, _ in Bulk { parts.pass() } })
    group.autosave = .never
    return group
  }

  /// A document of so many parts and a bit.
  private static func make(
    at url: URL, _ parts: Parts
  ) async throws -> DocumentSession<Bulk> {
    let session = try await group(parts).create()
    session.document.content = .init(byte: 7, count: Self.parts * Bulk.part + 1)
    try await session.saveAs(url)
    parts.session = session
    parts.count = 0
    return session
  }

  @Test func `progress grows with every part that is written or read, and ends complete`()
    async throws
  {
    let place = try SessionFolder()
    let parts = Parts()
    let session = try await Self.make(at: place.url("a.dat"), parts)
    session.document.content.byte = 8
    session.noteEdit()
    try await session.save()
    #expect(parts.count == Self.parts + 1)
    #expect(parts.shares.count == parts.count)
    #expect(parts.shares == parts.shares.sorted())
    #expect(Set(parts.shares).count == parts.count)
    // What is left is to compare and to flush.
    #expect(abs((parts.shares.last ?? 0) - 100.0 / 120) < 1e-9)

    parts.shares = []
    try await session.revert()
    #expect(parts.shares.count == Self.parts + 1)
    #expect(parts.shares == parts.shares.sorted())
    #expect(Set(parts.shares).count == parts.shares.count)
    #expect(parts.shares.last == 1)
    #expect(session.document.content == .init(byte: 8, count: Self.parts * Bulk.part + 1))
  }

  @Test func `a save that is given up writes no further part`() async throws {
    let place = try SessionFolder()
    let parts = Parts()
    let session = try await Self.make(at: place.url("a.dat"), parts)
    session.document.content.byte = 8
    session.noteEdit()
    let saving = Task { @MainActor in try await session.save() }
    parts.limit = 3
    parts.stop = { saving.cancel() }
    await #expect(throws: CancellationError.self) { try await saving.value }
    #expect(parts.count == 3)
    #expect(session.state == .edited)
    #expect(try place.folder.names() == ["a.dat"])
    let file = try place.folder.directory.openDocument(Array("a.dat".utf8))
    #expect(try file.read(at: 0, count: 1) == [7])
    #expect(try file.status().size == Int64(Self.parts * Bulk.part + 1))
  }

  @Test func `a reading that is given up reads no further part`() async throws {
    let place = try SessionFolder()
    let parts = Parts()
    let session = try await Self.make(at: place.url("a.dat"), parts)
    session.document.content.byte = 8
    session.noteEdit()
    let reverting = Task { @MainActor in try await session.revert() }
    parts.limit = 3
    parts.stop = { reverting.cancel() }
    await #expect(throws: CancellationError.self) { try await reverting.value }
    #expect(parts.count == 3)
    #expect(session.document.content.byte == 8)
    #expect(session.state == .edited)

    parts.count = 0
    let group = Self.group(parts)
    let opening = Task { @MainActor in try await group.open(place.url("a.dat")) }
    parts.stop = { opening.cancel() }
    await #expect(throws: CancellationError.self) { try await opening.value }
    #expect(parts.count == 3)
    #expect(group.sessions.isEmpty)
  }

  @Test func `what streams takes little memory, however large it is`() async throws {
    let place = try SessionFolder()
    let path = String(decoding: place.folder.path, as: UTF8.self)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await Self.streamInLittleMemory(in: path)
    }
  }

  private static func streamInLittleMemory(in path: String) async throws {
    let before = try peakMemory()
    let parts = Parts()
    let url = URL(filePath: path + "/a.dat")
    let session = try await make(at: url, parts)
    session.document.content.byte = 8
    session.noteEdit()
    try await session.save()
    // An equal file is compared with, and not written again.
    session.document.content.byte = 9
    session.noteEdit()
    session.document.content.byte = 8
    try await session.save()
    try await session.revert()
    let opened = try await group(Parts()).open(url)
    #expect(opened.document.content == .init(byte: 8, count: Self.parts * Bulk.part + 1))
    let grown = try peakMemory() - before
    #expect(grown < 24 << 20)
    if isFull { print("\(Self.parts) MiB streamed; the peak of memory grew by \(grown >> 10) KiB") }
  }

  /// The most memory that this process has had, in bytes.
  private static func peakMemory() throws -> Int {
    let file = try openPath(Array("/proc/self/status".utf8), .readOnly)
    let text = String(decoding: try file.readAvailable(upTo: 1 << 16), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) << 10
  }

  @Test(.enabled(if: Self.isFull, "takes minutes: COLLATE_TORTURE=full"))
  func `a gigabyte's save and reading end soon after they are given up, whenever that is`()
    async throws
  {
    let place = try SessionFolder()
    let clock = ContinuousClock()
    let parts = Parts()
    let session = try await Self.make(at: place.url("a.dat"), parts)
    session.document.content.byte = 8
    session.noteEdit()
    let start = clock.now
    try await session.save()
    let saving = clock.now - start
    try await session.revert()
    let reading = clock.now - start - saving
    print("saved in \(saving), read in \(reading)")
    let works: [(String, Duration, @MainActor () async throws -> Void)] = [
      ("save", saving, { try await session.save() }),
      ("reading", reading, { try await session.revert() }),
      ("export", saving, { try await session.export(to: place.url("b.dat")) }),
    ]
    for (name, whole, work) in works {
      var longest: [Duration] = []
      for round in 0..<20 {
        session.document.content.byte = UInt8(round + 10)
        session.noteEdit()
        let task = Task { @MainActor in try await work() }
        try await Task.sleep(for: whole * round / 20)
        let cancelled = clock.now
        task.cancel()
        _ = await task.result
        longest.append(clock.now - cancelled)
        if try place.names().contains("b.dat") {
          try place.folder.directory.removeFile(Array("b.dat".utf8))
        }
      }
      longest.sort()
      print("\(name) given up in \(longest[10]) (median), \(longest[19]) (longest)")
    }
  }
}
