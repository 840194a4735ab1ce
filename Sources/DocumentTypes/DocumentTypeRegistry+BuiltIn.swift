package import Documents

extension DocumentTypeRegistry {
  /// The types that come with Collate.
  package static let builtIn = DocumentTypeRegistry()
}
