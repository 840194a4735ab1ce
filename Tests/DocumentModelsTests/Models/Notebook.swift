import Documents

extension UTType {
  static var notebook: UTType { .package }
}

/// A package: a manifest and a file for each page; a save makes new wrappers of what has changed, and
/// keeps those of what hasn't.
@Observable
final class Notebook {
  struct Page: Equatable, Sendable {
    var id: String
    var text: String
  }

  struct Content: Equatable, Sendable {
    var title = ""
    var pages: [Page] = []
  }

  @MainActor var content = Content()

  @MainActor init() {}
}

extension Notebook: Document {
  static let readableContentTypes: [UTType] = [.notebook]

  private struct Manifest: Codable {
    var version = 1
    var title: String
    var order: [String]
  }

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<Content> {
    FileWrapperDocumentReader(configuration) { package in
      guard let members = package.fileWrappers,
        let data = members["metadata.json"]?.regularFileContents
      else { throw CocoaError(.fileReadCorruptFile) }
      let manifest = try JSONDecoder().decode(Manifest.self, from: data)
      guard manifest.version <= 1 else { throw CocoaError(.fileReadUnsupportedScheme) }
      let pages = members["pages"]?.fileWrappers ?? [:]
      return Content(
        title: manifest.title,
        pages: try manifest.order.map { id in
          guard let data = pages[id + ".txt"]?.regularFileContents else {
            throw CocoaError(.fileReadNoSuchFile)
          }
          return Page(id: id, text: String(decoding: data, as: UTF8.self))
        })
    }
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<Content> {
    FileWrapperDocumentWriter(configuration) { content, existing in
      let package = existing ?? FileWrapper(directoryWithFileWrappers: [:])
      let manifest = Manifest(title: content.title, order: content.pages.map(\.id))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      Self.put(try encoder.encode(manifest), "metadata.json", in: package)

      let pages = package.fileWrappers?["pages"] ?? FileWrapper(directoryWithFileWrappers: [:])
      if package.fileWrappers?["pages"] == nil {
        pages.preferredFilename = "pages"
        package.addFileWrapper(pages)
      }
      for page in content.pages { Self.put(Data(page.text.utf8), page.id + ".txt", in: pages) }
      let kept = Set(content.pages.map { $0.id + ".txt" })
      for (name, page) in pages.fileWrappers ?? [:] where !kept.contains(name) {
        pages.removeFileWrapper(page)
      }
      return package
    }
  }

  /// Leaves a member that has this content already.
  private static func put(_ data: Data, _ name: String, in package: FileWrapper) {
    if let old = package.fileWrappers?[name] {
      if old.regularFileContents == data { return }
      package.removeFileWrapper(old)
    }
    package.addRegularFile(withContents: data, preferredFilename: name)
  }

  @MainActor
  func apply(snapshot: sending Content, previous: sending Content?) async throws {
    content = snapshot
  }

  @MainActor
  func snapshot(contentType: UTType) async throws -> sending Content { content }
}
