public import FoundationEssentials

/// Makes a document of a value of the older kind, that is opened, saved and read anew like others.
@MainActor
public final class FileDocumentAdapter<Model: FileDocument>: Document {
  /// As the model says.
  public nonisolated static var readableContentTypes: [UTType] { Model.readableContentTypes }
  /// As the model says.
  public nonisolated static var writableContentTypes: [UTType] { Model.writableContentTypes }

  /// The value; nil until it is read. Setting it is an edit.
  public var model: Model? {
    didSet { if !isApplying { edited?() } }
  }

  /// Called when the value was set by someone else than a reading.
  package var edited: (@MainActor () -> Void)?
  private var isApplying = false
  private let memory = FileMemory()

  /// A new document with this value, or one that is to be opened.
  public init(_ model: sending Model? = nil) {
    self.model = model
  }

  /// Makes what reads a value.
  public nonisolated func reader(
    configuration: sending DocumentReadConfiguration
  ) -> sending Reader {
    Reader(contentType: configuration.contentType, memory: memory)
  }

  /// Takes over the value that was read.
  public func apply(
    snapshot: sending OlderDocumentSnapshot<Model>,
    previous: sending OlderDocumentSnapshot<Model>?
  ) async throws {
    isApplying = true
    defer { isApplying = false }
    switch snapshot.content {
    case .read(let model): self.model = model
    case .written(let node, let contentType):
      model = try Model(configuration: .init(contentType: contentType, file: FileWrapper(node)))
    }
  }

  /// Makes the file of the value as it is now.
  public func snapshot(
    contentType: UTType
  ) async throws -> sending OlderDocumentSnapshot<Model> {
    guard let model else { throw DocumentIsEmpty() }
    let configuration = FileDocumentWriteConfiguration(
      contentType: contentType, existingFile: memory.existingFile)
    let node = try model.fileWrapper(configuration: configuration).frozen()
    return OlderDocumentSnapshot(content: .written(node, contentType))
  }

  /// Makes what writes it.
  public nonisolated func writer(
    configuration: sending DocumentWriteConfiguration
  ) -> sending OlderDocumentWriter<Model> {
    OlderDocumentWriter(memory: memory)
  }
}

extension FileDocumentAdapter {
  /// Reads a value of the older kind.
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

/// There is nothing to save: the document was never read, and has no value of its own.
struct DocumentIsEmpty: Error, CustomStringConvertible {
  var description: String { "The document was not read yet, so there is nothing to save." }
}
