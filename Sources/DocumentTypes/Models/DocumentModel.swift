package import Documents

/// One of the built-in models in the hands of a program without windows: the document's own type
/// forgotten, but what can be made, read and written of it known. Behind each stands a
/// `DocumentGroup`.
package struct DocumentModel: Sendable {
  /// A document that the model brings along to start from.
  package struct Template: Hashable, Sendable {
    /// What it is asked for by.
    package let name: String
    /// What is in it, in a few words.
    package let summary: String
  }

  typealias Making =
    @MainActor @Sendable (DocumentCreationSource, URL, UTType, ProgressManager) async throws -> Void
  typealias Exporting =
    @MainActor @Sendable (URL, URL, UTType, _ replacing: Bool, ProgressManager) async throws -> Void

  /// What a person calls such a document: "checklist".
  package let name: String
  /// The types that it opens, its own first.
  package let readableTypes: [UTType]
  /// The types that it can be written as, its own first. Empty where documents are only read.
  package let writableTypes: [UTType]
  /// Whether there is one with nothing in it.
  package let canBeBlank: Bool
  package let templates: [Template]

  private let making: Making
  private let exporting: Exporting?

  init(
    _ name: String, reads readableTypes: [UTType], writes writableTypes: [UTType],
    canBeBlank: Bool, templates: [Template], exporting: Exporting?, making: @escaping Making
  ) {
    self.name = name
    self.readableTypes = readableTypes
    self.writableTypes = writableTypes
    self.canBeBlank = canBeBlank
    self.templates = templates
    self.making = making
    self.exporting = exporting
  }

  /// Makes a document in a new file, whole or not at all. Where something has the name already, that
  /// stays, and a `DocumentProblem` of kind `.exists` says so.
  ///
  /// - Parameters:
  ///   - source: What the model's `makeDocument` is to start from: `.blank`, a file of one of the
  ///     readable types, or one of the templates by its name.
  ///   - url: Where to; its folder must be there.
  ///   - type: One of the writable types, or of the readable ones for a copy of a file.
  ///   - progress: Out of 100.
  @MainActor
  package func make(
    from source: DocumentCreationSource, at url: URL, as type: UTType, progress: ProgressManager
  ) async throws {
    try await making(source, url, type, progress)
  }

  /// Writes a document as another type, whole or not at all.
  ///
  /// - Parameters:
  ///   - url: The document.
  ///   - target: Where to; its folder must be there.
  ///   - type: One of the writable types.
  ///   - replacing: Whether what has the name already gives way, in one step.
  ///   - progress: Out of 100.
  @MainActor
  package func export(
    _ url: URL, to target: URL, as type: UTType, replacing: Bool, progress: ProgressManager
  ) async throws {
    guard let exporting else {
      throw UnreadableContent(reason: "a document of this kind is only read")
    }
    try await exporting(url, target, type, replacing, progress)
  }
}
