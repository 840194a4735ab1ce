import Documents

/// A reader and a writer of URLs that go by parts and report how far they are.
@Observable @MainActor
final class Log: Document {
  nonisolated static let readableContentTypes = [UTType.log]

  private(set) var lines: [String] = []

  func append(_ line: String) { lines.append(line) }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader { Reader() }
  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer { Writer() }

  func apply(snapshot: sending [String], previous: sending [String]?) async throws {
    lines = snapshot
  }

  func snapshot(contentType: UTType) async throws -> sending [String] { lines }
}

extension Log {
  final class Reader: DocumentReader {
    @concurrent
    func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending [String] {
      let data = try Data(contentsOf: source)
      let lines = data.split(separator: 10, omittingEmptySubsequences: true)
      let manager = progress.start(totalCount: lines.count)
      var result: [String] = []
      for line in lines {
        try Task.checkCancellation()
        result.append(String(decoding: line, as: UTF8.self))
        manager.complete(count: 1)
      }
      return result
    }
  }

  struct Writer: DocumentWriter {
    @concurrent
    func write(
      snapshot: sending [String], to destination: sending URL, previous: sending [String]?,
      progress: consuming Subprogress
    ) async throws {
      let manager = progress.start(totalCount: snapshot.count)
      var text = ""
      for line in snapshot {
        try Task.checkCancellation()
        text += line + "\n"
        manager.complete(count: 1)
      }
      try Data(text.utf8).write(to: destination)
    }
  }
}
