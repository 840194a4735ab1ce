package import Documents

extension DocumentCreationSource {
  /// Nothing at all.
  package static let blank = DocumentCreationSource(id: "blank")

  /// What is in a file or package, which stays as it is.
  package static func file(_ url: URL) -> DocumentCreationSource {
    DocumentCreationSource(id: url.absoluteString)
  }

  /// The file or package that it is; nil for what has a name.
  package var fileURL: URL? {
    id.hasPrefix("file://") ? URL(string: id) : nil
  }
}
