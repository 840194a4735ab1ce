import Documents

/// Only read: a PDF's version and whether it is complete.
@Observable
final class Booklet: ReadableDocument {
  struct Outline: Sendable {
    var version = ""
    var isComplete = false
  }

  static let readableContentTypes: [UTType] = [.pdf]

  @MainActor private(set) var outline = Outline()

  @MainActor init() {}

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<Outline> {
    FileWrapperDocumentReader(configuration) { file in
      let text = String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
      guard text.hasPrefix("%PDF-") else { throw CocoaError(.fileReadCorruptFile) }
      return Outline(
        version: String(text.dropFirst(5).prefix(3)), isComplete: text.contains("%%EOF"))
    }
  }

  @MainActor
  func apply(snapshot: sending Outline, previous: sending Outline?) async throws {
    outline = snapshot
  }
}
