import Documents

/// A value snapshot, the package's reader and writer, the text alone on the main actor.
@Observable
final class PlainText: Document {
  static let readableContentTypes: [UTType] = [.plainText]

  @MainActor var text = ""

  @MainActor init() {}

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<String> {
    FileWrapperDocumentReader(configuration) { file in
      guard let data = file.regularFileContents,
        let text = String(data: data, encoding: .utf8)
      else { throw CocoaError(.fileReadCorruptFile) }
      return text
    }
  }

  @MainActor
  func apply(snapshot: sending String, previous: sending String?) async throws {
    text = snapshot
  }

  @MainActor
  func snapshot(contentType: UTType) async throws -> sending String {
    text
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<String> {
    FileWrapperDocumentWriter(configuration) { text, _ in
      FileWrapper(regularFileWithContents: Data(text.utf8))
    }
  }
}
