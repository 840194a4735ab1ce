package import Documents

/// A note in Markdown, which can be exported as a page of HTML and as plain text.
@MainActor @Observable
package final class MarkdownDocument: Document {
  package nonisolated static let readableContentTypes: [UTType] = [.markdown]
  package nonisolated static let writableContentTypes: [UTType] = [.markdown, .html, .plainText]

  private var content = LineText()

  package nonisolated init() {}

  package var text: String { content.string }

  /// What the note calls itself: its first heading.
  package var title: String? { MarkdownHTML.title(of: text) }

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
    switch configuration.contentType {
    case .html:
      FileWrapperDocumentWriter(configuration) { text, _ in
        file(MarkdownHTML.page(of: text.string, title: "Note"))
      }
    case .plainText:
      FileWrapperDocumentWriter(configuration) { text, _ in
        file(MarkdownPlainText.text(of: text.string))
      }
    default: FileWrapperDocumentWriter(configuration)
    }
  }
}

/// A file with a text in UTF-8.
func file(_ text: String) -> FileWrapper {
  FileWrapper(regularFileWithContents: Data(text.utf8))
}
