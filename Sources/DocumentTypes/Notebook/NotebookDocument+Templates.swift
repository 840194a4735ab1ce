extension NotebookDocument {
  nonisolated static let templates = [
    DocumentTemplate<NotebookDocument>(
      name: "journal", summary: "pages for today, for plans and for looking back",
      fill: filling(
        "Journal",
        [
          ("Today", "What happened?\n\nWhat was good?\n"),
          ("Plans", "What is next?\n"),
          ("Looking Back", "What would I do again?\n"),
        ]))
  ]

  private nonisolated static func filling(
    _ title: String, _ pages: [(title: String, text: String)]
  ) -> @MainActor @Sendable (NotebookDocument) -> Void {
    { notebook in
      notebook.rename(title, undoManager: nil)
      for page in pages {
        notebook.addPage(
          NotebookManifest.Entry(title: page.title), text: page.text, undoManager: nil)
      }
    }
  }
}
