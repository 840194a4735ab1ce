import Documents

/// A document that is copied as it is, whatever is in it.
@MainActor
final class CopiedDocument: Document {
  nonisolated static let readableContentTypes: [UTType] = [.data, .directory]

  private var original: URL?

  init(_ original: URL?) {
    self.original = original
  }

  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader { Reader() }

  func apply(snapshot: sending URL, previous: sending URL?) {
    original = snapshot
  }

  func snapshot(contentType: UTType) throws -> sending URL {
    guard let original else { throw UnreadableContent(reason: "there is nothing to copy") }
    return original
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<URL> {
    FileWrapperDocumentWriter(configuration) { original, _ in try FileWrapper(url: original) }
  }

  /// Reads nothing: what is to be written is where it lies.
  struct Reader: DocumentReader {
    @concurrent
    func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending URL { source }
  }
}
