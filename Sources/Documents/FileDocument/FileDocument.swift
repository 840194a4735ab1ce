/// A document model of the older kind: a value that is made of a file, and makes one.
///
/// `FileDocumentAdapter` makes a document of it that can be opened and saved.
public protocol FileDocument: SendableMetatype {
  /// What it is made with.
  typealias ReadConfiguration = FileDocumentReadConfiguration
  /// What it makes a file with.
  typealias WriteConfiguration = FileDocumentWriteConfiguration

  /// The content types that can be opened, the preferred one first.
  static var readableContentTypes: [UTType] { get }

  /// The content types that can be saved, the preferred one first: those that can be opened, unless
  /// the model says otherwise.
  static var writableContentTypes: [UTType] { get }

  /// Makes the value of a file's content. Called in the background. An error that says what is wrong
  /// reaches whoever opens the document.
  init(configuration: ReadConfiguration) throws

  /// Makes the file that holds the value. Called on the main actor, when it is saved.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}

extension FileDocument {
  /// What can be read can be written.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// What an older document model is made with.
public struct FileDocumentReadConfiguration {
  /// The type of the file.
  public let contentType: UTType
  /// The file; its content is read when it is asked for.
  public let file: FileWrapper

  /// To make a model by hand, as tests do.
  public init(contentType: UTType, file: FileWrapper) {
    self.contentType = contentType
    self.file = file
  }
}

/// What an older document model makes a file with.
public struct FileDocumentWriteConfiguration {
  /// The type that is wanted.
  public let contentType: UTType
  /// What was last read or written, to take unchanged members from; nil for a new document.
  public let existingFile: FileWrapper?

  /// To make a file by hand, as tests do.
  public init(contentType: UTType, existingFile: FileWrapper? = nil) {
    self.contentType = contentType
    self.existingFile = existingFile
  }
}
