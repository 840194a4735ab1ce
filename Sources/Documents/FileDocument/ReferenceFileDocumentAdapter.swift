public import FoundationEssentials

/// Makes a document of an object of the older kind, that is opened, saved and read anew like others.
@MainActor
public final class ReferenceFileDocumentAdapter<Model: ReferenceFileDocument>: Document {
  /// As the model says.
  public nonisolated static var readableContentTypes: [UTType] { Model.readableContentTypes }
  /// As the model says.
  public nonisolated static var writableContentTypes: [UTType] { Model.writableContentTypes }

  /// The object; nil until it is read. Another one comes with each reading.
  public private(set) var model: Model?
  private let memory = FileMemory()

  /// A new document with this object, or one that is to be opened.
  public init(_ model: sending Model? = nil) {
    self.model = model
  }

  /// Makes what reads an object.
  public nonisolated func reader(
    configuration: sending DocumentReadConfiguration
  ) -> sending Reader {
    Reader(contentType: configuration.contentType, memory: memory)
  }

  /// Takes over the object that was read.
  public func apply(
    snapshot: sending OlderDocumentSnapshot<Model>,
    previous: sending OlderDocumentSnapshot<Model>?
  ) async throws {
    switch snapshot.content {
    case .read(let model): self.model = model
    case .written(let node, let contentType):
      model = try Model(configuration: .init(contentType: contentType, file: FileWrapper(node)))
    }
  }

  /// Makes the file of the object as it is now.
  public func snapshot(
    contentType: UTType
  ) async throws -> sending OlderDocumentSnapshot<Model> {
    guard let model else { throw DocumentIsEmpty() }
    let configuration = FileDocumentWriteConfiguration(
      contentType: contentType, existingFile: memory.existingFile)
    let snapshot = try model.snapshot(contentType: contentType)
    let node = try model.fileWrapper(snapshot: snapshot, configuration: configuration).frozen()
    return OlderDocumentSnapshot(content: .written(node, contentType))
  }

  /// Makes what writes it.
  public nonisolated func writer(
    configuration: sending DocumentWriteConfiguration
  ) -> sending OlderDocumentWriter<Model> {
    OlderDocumentWriter(memory: memory)
  }
}

extension ReferenceFileDocumentAdapter {
  /// Reads an object of the older kind.
  public struct Reader: DocumentReader {
    fileprivate let contentType: UTType
    fileprivate let memory: FileMemory

    /// Reads the file or the package's structure, and makes the model.
    @concurrent
    public func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending OlderDocumentSnapshot<Model> {
      let wrapper = try await FileWrapper.reading(source, progress)
      memory.remembered = wrapper.remembered
      let model = try Model(configuration: .init(contentType: contentType, file: wrapper))
      return OlderDocumentSnapshot(content: .read(model))
    }
  }
}
