import Documents

/// One generic document for whatever is `Codable`.
@MainActor @Observable
final class Preferences<Value: Codable & Equatable & Sendable>: Document {
  nonisolated static var readableContentTypes: [UTType] { [.json] }

  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  nonisolated func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<Value> {
    FileWrapperDocumentReader(configuration) { file in
      try JSONDecoder().decode(Value.self, from: file.contents())
    }
  }

  nonisolated func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<Value> {
    FileWrapperDocumentWriter(configuration) { value, _ in
      FileWrapper(regularFileWithContents: try JSONEncoder().encode(value))
    }
  }

  func apply(snapshot: sending Value, previous: sending Value?) async throws {
    if snapshot != previous { value = snapshot }
  }

  func snapshot(contentType: UTType) async throws -> sending Value { value }
}
