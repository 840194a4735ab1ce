package import Documents

/// A notebook that is edited page by page, and can be exported as Markdown.
@MainActor @Observable
package final class NotebookDocument: Document {
  package nonisolated static let readableContentTypes: [UTType] = [.notebook]
  package nonisolated static let writableContentTypes: [UTType] = [.notebook, .markdown]

  private var content = NotebookSnapshot()

  package nonisolated init() {}

  package var title: String { content.manifest.value.title }
  package var pages: [NotebookManifest.Entry] { content.manifest.value.pages }

  /// A page's text, read when it is first asked for. Throws where its file has gone or is no text.
  package func text(of id: String) throws -> String {
    guard let page = content.pages[id] else { return "" }
    return try page.text().string
  }

  // MARK: Editing

  package func rename(_ title: String, undoManager: UndoManager?) {
    let old = self.title
    undoManager?.registerUndo(withTarget: self) { $0.rename(old, undoManager: undoManager) }
    undoManager?.setActionName("Rename Notebook")
    content.manifest.value.title = title
  }

  /// Adds a page before the one at `index`, or at the end.
  package func addPage(
    _ entry: NotebookManifest.Entry, text: String = "", at index: Int? = nil,
    undoManager: UndoManager?
  ) {
    insert(entry, NotebookPage(LineText(text)), at: index ?? pages.count, undoManager)
  }

  private func insert(
    _ entry: NotebookManifest.Entry, _ page: NotebookPage, at index: Int,
    _ undoManager: UndoManager?
  ) {
    undoManager?.registerUndo(withTarget: self) {
      $0.removePage(entry.id, undoManager: undoManager)
    }
    undoManager?.setActionName("Add Page")
    content.manifest.value.pages.insert(entry, at: min(max(index, 0), pages.count))
    content.pages[entry.id] = page
  }

  package func removePage(_ id: String, undoManager: UndoManager?) {
    guard let index = pages.firstIndex(where: { $0.id == id }) else { return }
    let entry = pages[index]
    let page = content.pages[id] ?? NotebookPage()
    undoManager?.registerUndo(withTarget: self) { $0.insert(entry, page, at: index, undoManager) }
    undoManager?.setActionName("Remove Page")
    content.manifest.value.pages.remove(at: index)
    content.pages[id] = nil
  }

  /// Replaces a page's text. Throws where its old text can't be read, or its encoding lacks one of
  /// the characters.
  package func edit(_ id: String, text: String, undoManager: UndoManager?) throws {
    guard let page = content.pages[id] else { return }
    replace(id, with: NotebookPage(try LineText(text, encodedLike: page.text())), undoManager)
  }

  private func replace(_ id: String, with page: NotebookPage, _ undoManager: UndoManager?) {
    guard let old = content.pages[id] else { return }
    undoManager?.registerUndo(withTarget: self) { $0.replace(id, with: old, undoManager) }
    undoManager?.setActionName("Edit Page")
    content.pages[id] = page
  }

  // MARK: Reading and writing

  package nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<NotebookSnapshot> {
    FileWrapperDocumentReader(configuration)
  }

  package func apply(
    snapshot: sending NotebookSnapshot, previous: sending NotebookSnapshot?
  ) {
    content = snapshot
  }

  package func snapshot(contentType: UTType) -> sending NotebookSnapshot { content }

  package nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<NotebookSnapshot> {
    guard configuration.contentType == .markdown else {
      return FileWrapperDocumentWriter(configuration)
    }
    return FileWrapperDocumentWriter(configuration) { notebook, _ in
      file(try notebook.markdown())
    }
  }
}

extension NotebookSnapshot {
  /// All pages as one text, each under its title.
  func markdown() throws -> String {
    var parts: [String] = []
    let manifest = manifest.value
    if !manifest.title.isEmpty { parts.append("# \(markdownLine(manifest.title))") }
    for entry in manifest.pages {
      if !entry.title.isEmpty { parts.append("## \(markdownLine(entry.title))") }
      let text = try pages[entry.id]?.text().string.trimmed ?? ""
      if !text.isEmpty { parts.append(text) }
    }
    return parts.isEmpty ? "" : parts.joined(separator: "\n\n") + "\n"
  }
}
