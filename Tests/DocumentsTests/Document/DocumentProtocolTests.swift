import Documents
import FoundationEssentials
import Observation
import TestSupport
import Testing

@Suite @MainActor struct DocumentProtocolTests {
  let folder: TemporaryFolder
  let place: URL

  init() throws {
    folder = try TemporaryFolder()
    place = URL(filePath: String(decoding: folder.path(of: "note.txt"), as: UTF8.self))
  }

  @Test func `a document is written and read through what it hands out`() async throws {
    let document = PlainNote()
    document.text = "one"
    try await save(document, as: .plainText, to: place, previous: nil)
    #expect(try folder.read("note.txt") == "one")

    let other = PlainNote()
    try await load(other, as: .plainText, from: place, previous: nil)
    #expect(other.text == "one")
    #expect(other.applied == [nil])
    try folder.write("two", to: "note.txt")
    try await load(other, as: .plainText, from: place, previous: "one")
    #expect(other.applied == [nil, "one"])
  }

  @Test func `a snapshot need not be sendable`() async throws {
    let document = Outline()
    document.lines = ["a", "b"]
    try await save(document, as: .plainText, to: place, previous: nil)
    #expect(try folder.read("note.txt") == "a\nb")
    document.lines = []
    try await load(document, as: .plainText, from: place, previous: nil)
    #expect(document.lines == ["a", "b"])
  }

  @Test func `an error of a reader or writer reaches whoever asked`() async throws {
    let document = PlainNote()
    document.text = "kept"
    await #expect(throws: CocoaError.self) {
      try await load(document, as: .plainText, from: place, previous: nil)
    }
    #expect(document.text == "kept")
    await #expect(throws: CocoaError.self) {
      let nowhere = place.appending(path: "below/a/file")
      try await save(document, as: .plainText, to: nowhere, previous: nil)
    }
  }

  @Test func `what can be read can be written, unless the document says otherwise`() {
    #expect(PlainNote.writableContentTypes == [.plainText])
    #expect(Outline.readableContentTypes == [.plainText])
    #expect(Outline.writableContentTypes == [.plainText, .html])
  }

  @Test func `a source and a destination may be something else than a place`() async throws {
    let progress = ProgressManager(totalCount: 1)
    let text = try await MemoryReader().read(
      from: [104, 105], progress: progress.subprogress(assigningCount: 1))
    #expect(text == "hi")
    #expect(progress.isFinished)
  }

  @Test func `progress of a reading is complete once it is done`() async throws {
    try folder.write("text", to: "note.txt")
    let progress = ProgressManager(totalCount: 10)
    let reader = PlainNote().reader(configuration: .init(contentType: .plainText))
    _ = try await reader.read(from: place, progress: progress.subprogress(assigningCount: 10))
    #expect(progress.fractionCompleted == 1)
  }

  @Test func `what a document is made from is known by its name`() {
    #expect(DocumentCreationSource.meeting == DocumentCreationSource(id: "meeting"))
    #expect(DocumentCreationContext().creationSource == nil)
    let context = DocumentCreationContext(creationSource: .meeting)
    #expect(context.creationSource?.id == "meeting")
  }
}

extension DocumentCreationSource {
  fileprivate static let meeting: Self = DocumentCreationSource(id: "meeting")
}

// MARK: What runs a document

/// The three steps of reading, for any document with a file.
@MainActor private func load<D: ReadableDocument>(
  _ document: D, as type: UTType, from place: URL, previous: sending D.Reader.Snapshot?
) async throws where D.Reader.Source == URL {
  let reader = document.reader(configuration: .init(contentType: type))
  let progress = ProgressManager(totalCount: 1)
  let snapshot = try await reader.read(
    from: place, progress: progress.subprogress(assigningCount: 1))
  try await document.apply(snapshot: snapshot, previous: previous)
}

/// The three steps of saving.
@MainActor private func save<D: WritableDocument>(
  _ document: D, as type: UTType, to place: URL, previous: sending D.Writer.Snapshot?
) async throws where D.Writer.Destination == URL {
  let snapshot = try await document.snapshot(contentType: type)
  let writer = document.writer(configuration: .init(contentType: type))
  let progress = ProgressManager(totalCount: 1)
  try await writer.write(
    snapshot: snapshot, to: place, previous: previous,
    progress: progress.subprogress(assigningCount: 1))
}

// MARK: Documents

@Observable private final class PlainNote: Document {
  static let readableContentTypes: [UTType] = [.plainText]

  var text = ""
  var applied: [String?] = []

  func reader(configuration: sending ReadConfiguration) -> sending TextFile { TextFile() }

  func writer(configuration: sending WriteConfiguration) -> sending TextFile { TextFile() }

  @MainActor func apply(snapshot: sending String, previous: sending String?) async throws {
    text = snapshot
    applied.append(previous)
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending String { text }
}

private struct TextFile: DocumentReader, DocumentWriter {
  @concurrent func read(
    from source: URL, progress: consuming Subprogress
  ) async throws -> sending String {
    let manager = progress.start(totalCount: 2)
    let data = try Data(contentsOf: source)
    manager.complete(count: 1)
    return String(decoding: data, as: UTF8.self)
  }

  @concurrent func write(
    snapshot: sending String, to destination: URL, previous: sending String?,
    progress: consuming Subprogress
  ) async throws {
    try Data(snapshot.utf8).write(to: destination)
  }
}

/// A snapshot that only one side at a time may have.
private final class Lines {
  var lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }
}

@MainActor private final class Outline: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]
  nonisolated static let writableContentTypes: [UTType] = [.plainText, .html]

  var lines: [String] = []

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending OutlineReader {
    OutlineReader()
  }

  nonisolated func writer(configuration: sending WriteConfiguration) -> sending OutlineWriter {
    OutlineWriter()
  }

  func apply(snapshot: sending Lines, previous: sending Lines?) async throws {
    lines = snapshot.lines
  }

  func snapshot(contentType: UTType) async throws -> sending Lines { Lines(lines) }
}

private struct OutlineReader: DocumentReader {
  @concurrent func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Lines {
    let text = String(decoding: try Data(contentsOf: source), as: UTF8.self)
    return Lines(text.split(separator: "\n").map(String.init))
  }
}

private struct OutlineWriter: DocumentWriter {
  @concurrent func write(
    snapshot: sending Lines, to destination: sending URL, previous: sending Lines?,
    progress: consuming Subprogress
  ) async throws {
    try Data(snapshot.lines.joined(separator: "\n").utf8).write(to: destination)
  }
}

private struct MemoryReader: DocumentReader {
  @concurrent func read(
    from source: sending [UInt8], progress: consuming Subprogress
  ) async throws -> sending String {
    String(decoding: source, as: UTF8.self)
  }
}
