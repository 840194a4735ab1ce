import Documents
import DocumentTypes
import Foundation
import Testing

/// The built-in models in the hands of a program that knows nothing of their documents.
@Suite @MainActor struct DocumentModelTests {
  private let folder: ModelFolder

  init() throws {
    folder = try ModelFolder()
  }

  @Test func `each type is opened by the model whose own it is, and others by one of their kind`() {
    for model in DocumentModel.builtIn {
      for type in model.readableTypes { #expect(DocumentModel.opening(type)?.name == model.name) }
    }
    #expect(DocumentModel.opening(.swiftSource)?.name == "plain text")
    #expect(DocumentModel.opening(.json) == nil)
    #expect(DocumentModel.opening(.html) == nil)
  }

  @Test func `each template and each blank document is read again`() async throws {
    for model in DocumentModel.builtIn where model.canBeBlank {
      let type = try #require(model.readableTypes.first)
      for source in ["blank"] + model.templates.map(\.name) {
        let url = folder.url("\(source) \(model.name).\(type.preferredFilenameExtension ?? "")")
        try await model.make(
          from: DocumentCreationSource(id: source), at: url, as: type, progress: progress)
        try await model.export(
          url, to: folder.url("export"), as: type, replacing: true, progress: progress)
      }
    }
  }

  @Test func `a template that a model doesn't have makes nothing`() async throws {
    let model = try #require(DocumentModel.opening(.markdown))
    await #expect(throws: UnreadableContent(reason: "there is no template packing")) {
      try await model.make(
        from: DocumentCreationSource(id: "packing"), at: folder.url("a.md"), as: .markdown,
        progress: progress)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url("a.md").path))
  }

  @Test func `a source keeps its file's bytes`() {
    let url = folder.url("a b%20ü.md")
    #expect(DocumentCreationSource.file(url).fileURL == url)
    #expect(DocumentCreationSource.blank.fileURL == nil)
  }

  @Test func `progress is complete once it is done`() async throws {
    try folder.write("# Trip\n", to: "a.md")
    let model = try #require(DocumentModel.opening(.markdown))
    let making = progress
    try await model.make(
      from: .file(folder.url("a.md")), at: folder.url("b.md"), as: .markdown, progress: making)
    #expect(making.isFinished)
    let exporting = progress
    try await model.export(
      folder.url("b.md"), to: folder.url("b.html"), as: .html, replacing: false,
      progress: exporting)
    #expect(exporting.isFinished)
  }

  private var progress: ProgressManager { ProgressManager(totalCount: 100) }
}
