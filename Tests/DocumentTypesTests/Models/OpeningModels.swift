import Documents
import FoundationEssentials
import TestSupport
import Testing

/// Opens a document as a session does, without one.
@MainActor func open<Model: ReadableDocument>(
  _ model: Model, at url: URL, as type: UTType
) async throws where Model.Reader.Source == URL, Model.Reader: Sendable {
  let reader = model.reader(configuration: .init(contentType: type))
  let progress = ProgressManager(totalCount: 1)
  let snapshot = try await reader.read(
    from: url, progress: progress.subprogress(assigningCount: 1))
  try await model.apply(snapshot: snapshot, previous: nil)
  #expect(progress.isFinished)
}

/// Saves a document, or exports it.
@MainActor func save<Model: WritableDocument>(
  _ model: Model, to url: URL, as type: UTType
) async throws where Model.Writer.Destination == URL, Model.Writer: Sendable {
  let writer = model.writer(configuration: .init(contentType: type))
  let progress = ProgressManager(totalCount: 1)
  try await writer.write(
    snapshot: try await model.snapshot(contentType: type), to: url, previous: nil,
    progress: progress.subprogress(assigningCount: 1))
  #expect(progress.isFinished)
}

/// A folder with copies of fixtures.
struct ModelFolder {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func url(_ name: String) -> URL {
    URL(filePath: String(decoding: folder.path(of: name), as: UTF8.self))
  }

  /// A copy of a fixture, a whole package too.
  func copy(_ kind: String, _ name: String) throws -> URL {
    let copy = url(name)
    let original = ProjectFolder.fixtures("documents").appending(path: kind + "/" + name)
    try FileManager.default.copyItem(atPath: original.path, toPath: copy.path)
    return copy
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    try folder.write(text, to: name)
  }

  /// Every file beneath a URL, with its content and when it was last written.
  func contents(of url: URL) throws -> [String: Data] {
    var isDirectory = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory), isDirectory
    else { return ["": try Data(contentsOf: url)] }
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let file = url.appending(path: path)
      var isFolder = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if !isFolder { contents[path] = try Data(contentsOf: file) }
    }
    return contents
  }
}

/// What is done with files' contents meanwhile.
func counting(_ body: @MainActor () async throws -> Void) async throws -> FileActivity.Counts {
  let activity = FileActivity()
  try await FileActivity.$current.withValue(activity) { try await body() }
  return activity.counts
}

/// Why a document can't be opened; nil where it can.
@MainActor func problem<Model: ReadableDocument>(
  opening model: Model, at url: URL, as type: UTType
) async -> String? where Model.Reader.Source == URL, Model.Reader: Sendable {
  do {
    try await open(model, at: url, as: type)
    return nil
  } catch {
    return "\(error)"
  }
}
