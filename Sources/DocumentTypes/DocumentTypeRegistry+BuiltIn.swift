package import Documents

extension DocumentTypeRegistry {
  /// The types that come with Collate, beside text, JSON and bytes.
  package static let builtIn = DocumentTypeRegistry([
    DocumentType(.checklist, KeyedValue<Checklist>.self),
    DocumentType(.notebook, NotebookSnapshot.self),
    DocumentType(.png, ImageSnapshot.self),
    DocumentType(.jpeg, ImageSnapshot.self),
    DocumentType(.pdf, PDFSnapshot.self),
  ])
}
