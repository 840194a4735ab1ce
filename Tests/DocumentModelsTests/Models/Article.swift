import Documents

/// Several content types: Markdown is read and written, HTML and plain text are exported.
@Observable
final class Article: Document {
  static let readableContentTypes: [UTType] = [.markdown]
  static let writableContentTypes: [UTType] = [.markdown, .html, .plainText]

  @MainActor var markdown = ""

  @MainActor init() {}

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<String> {
    FileWrapperDocumentReader(configuration) { String(decoding: try $0.contents(), as: UTF8.self) }
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<String> {
    let contentType = configuration.contentType
    return FileWrapperDocumentWriter(configuration) { markdown, _ in
      let text = try Self.text(of: markdown, as: contentType)
      return FileWrapper(regularFileWithContents: Data(text.utf8))
    }
  }

  private static func text(of markdown: String, as contentType: UTType) throws -> String {
    if contentType.conforms(to: .markdown) { return markdown }
    let lines = markdown.split(separator: "\n")
    if contentType.conforms(to: .html) {
      return lines.map { line in
        line.hasPrefix("# ") ? "<h1>\(line.dropFirst(2))</h1>" : "<p>\(line)</p>"
      }.joined(separator: "\n")
    }
    guard contentType.conforms(to: .text) else { throw CocoaError(.fileWriteUnknown) }
    return lines.map { $0.hasPrefix("# ") ? $0.dropFirst(2).uppercased() : String($0) }
      .joined(separator: "\n")
  }

  @MainActor func apply(snapshot: sending String, previous: sending String?) async throws {
    markdown = snapshot
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending String { markdown }
}
