import Documents

/// Edits that can be undone and done again, each registering its own way back.
@MainActor @Observable
final class Outline: Document {
  nonisolated static let readableContentTypes: [UTType] = [.plainText]

  private(set) var lines: [String] = []
  let configuration: URLDocumentConfiguration?

  init(configuration: URLDocumentConfiguration? = nil) {
    self.configuration = configuration
  }

  func insert(_ line: String, at index: Int, undoManager: UndoManager?) {
    lines.insert(line, at: index)
    undoManager?.registerUndo(withTarget: self) { outline in
      outline.remove(at: index, undoManager: undoManager)
    }
    undoManager?.setActionName("Insert Line")
  }

  func remove(at index: Int, undoManager: UndoManager?) {
    let line = lines.remove(at: index)
    undoManager?.registerUndo(withTarget: self) { outline in
      outline.insert(line, at: index, undoManager: undoManager)
    }
    undoManager?.setActionName("Remove Line")
  }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<[String]> {
    FileWrapperDocumentReader(configuration) { file in
      String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<[String]> {
    FileWrapperDocumentWriter(configuration) { lines, _ in
      FileWrapper(regularFileWithContents: Data(lines.joined(separator: "\n").utf8))
    }
  }

  func apply(snapshot: sending [String], previous: sending [String]?) async throws {
    lines = snapshot
  }

  func snapshot(contentType: UTType) async throws -> sending [String] { lines }
}
