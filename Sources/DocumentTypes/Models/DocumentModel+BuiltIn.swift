package import Documents

extension DocumentModel {
  /// The models that come with Collate.
  @MainActor
  package static let builtIn: [DocumentModel] = [
    DocumentModel("plain text") { PlainTextDocument() },
    DocumentModel("Markdown note", templates: MarkdownDocument.templates) { MarkdownDocument() },
    DocumentModel("checklist", templates: ChecklistDocument.templates) { ChecklistDocument() },
    DocumentModel("notebook", templates: NotebookDocument.templates) { NotebookDocument() },
    DocumentModel("picture", canBeBlank: false) { ImageDocument() },
    DocumentModel(reading: "PDF") { PDFDocument() },
  ]

  /// The model that opens documents of a type: the one whose own it is, else one that it is a kind
  /// of; nil where there is none.
  @MainActor
  package static func opening(_ type: UTType) -> DocumentModel? {
    builtIn.first { $0.readableTypes.contains(type) }
      ?? builtIn.first { model in model.readableTypes.contains { type.conforms(to: $0) } }
  }
}
