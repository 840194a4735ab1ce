/// A document model of the older kind: an object that is made of a file, and makes one of a snapshot
/// of itself.
///
/// `ReferenceFileDocumentAdapter` makes a document of it that can be opened and saved.
public protocol ReferenceFileDocument: ObservableObject, SendableMetatype {
  /// What is saved of it.
  associatedtype Snapshot

  /// What it is made with.
  typealias ReadConfiguration = FileDocumentReadConfiguration
  /// What it makes a file with.
  typealias WriteConfiguration = FileDocumentWriteConfiguration

  /// The content types that can be opened, the preferred one first.
  static var readableContentTypes: [UTType] { get }

  /// The content types that can be saved, the preferred one first: those that can be opened, unless
  /// the model says otherwise.
  static var writableContentTypes: [UTType] { get }

  /// Makes the object of a file's content. Called in the background. An error that says what is wrong
  /// reaches whoever opens the document.
  init(configuration: ReadConfiguration) throws

  /// What is to be saved now. Called on the main actor.
  func snapshot(contentType: UTType) throws -> Snapshot

  /// Makes the file that holds a snapshot. Called on the main actor, when it is saved.
  func fileWrapper(
    snapshot: Snapshot, configuration: WriteConfiguration
  ) throws -> FileWrapper
}

extension ReferenceFileDocument {
  /// What can be read can be written.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}
