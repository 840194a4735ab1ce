package import Documents

/// A plain text, in the encoding that its file has.
@MainActor @Observable
package final class PlainTextDocument: Document {
  package nonisolated static let readableContentTypes: [UTType] = [.plainText]

  private var content = LineText()

  package nonisolated init() {}

  package var text: String { content.string }

  /// Replaces the whole text. Throws where the file's encoding lacks one of the characters.
  package func edit(_ text: String, undoManager: UndoManager?) throws {
    replace(with: try LineText(text, encodedLike: content), undoManager)
  }

  private func replace(with new: LineText, _ undoManager: UndoManager?) {
    let old = content
    undoManager?.registerUndo(withTarget: self) { $0.replace(with: old, undoManager) }
    content = new
  }

  // MARK: Reading and writing

  package nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<LineText> {
    FileWrapperDocumentReader(configuration)
  }

  package func apply(snapshot: sending LineText, previous: sending LineText?) {
    content = snapshot
  }

  package func snapshot(contentType: UTType) -> sending LineText { content }

  package nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<LineText> {
    FileWrapperDocumentWriter(configuration)
  }
}
