import Documents

/// Which kind of document a name is. A name never decides more than how its content is read.
package struct DocumentTypeRegistry: Sendable {
  private let identifying: @Sendable ([UInt8]) -> UTType

  /// The types that come with Collate. What they are called may come from the system's MIME
  /// database; how they are read, compared and joined never does, so that it is the same on every
  /// machine.
  package static let builtIn = DocumentTypeRegistry(identifying: contentType(forName:))

  init(identifying: @escaping @Sendable ([UInt8]) -> UTType) {
    self.identifying = identifying
  }

  /// The type of a document with this name, without its directories.
  package func type(forName name: [UInt8]) -> DocumentType {
    let builtIn = ContentTypes.builtIn
    let known = builtIn.type(forName: name)
    if known == .data { return DocumentType(identifying(name), UnknownFormat()) }
    if builtIn.conforms(known, to: .json) { return DocumentType(known, JSONFormat()) }
    // Groups that lines cut through: joined by lines, it may be a text that no program reads.
    if builtIn.conforms(known, to: .rtf) { return DocumentType(known, OpaqueFormat()) }
    if builtIn.conforms(known, to: .text) { return DocumentType(known, TextFormat()) }
    return DocumentType(known, OpaqueFormat())
  }
}
