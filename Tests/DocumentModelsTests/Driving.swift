import Documents
import Testing

/// A folder for one test.
final class ModelFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "collate-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      print("left behind: \(error)")
    }
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: file(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
  }
}

/// Reads and applies, as a session would.
@MainActor
func open<D: ReadableDocument>(
  _ document: D, from source: D.Reader.Source, as type: UTType,
  progress: ProgressManager = ProgressManager(totalCount: 1)
) async throws where D.Reader.Source: Sendable {
  let reader = document.reader(configuration: DocumentReadConfiguration(contentType: type))
  let snapshot = try await reader.read(
    from: source, progress: progress.subprogress(assigningCount: 1))
  try await document.apply(snapshot: snapshot, previous: nil)
}

/// Takes a snapshot and writes it, as a session would.
@MainActor
func save<D: WritableDocument>(
  _ document: D, to destination: D.Writer.Destination, as type: UTType,
  progress: ProgressManager = ProgressManager(totalCount: 1)
) async throws where D.Writer.Destination: Sendable {
  let snapshot = try await document.snapshot(contentType: type)
  let writer = document.writer(configuration: DocumentWriteConfiguration(contentType: type))
  try await writer.write(
    snapshot: snapshot, to: destination, previous: nil,
    progress: progress.subprogress(assigningCount: 1))
}
