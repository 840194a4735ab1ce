public import FoundationEssentials
public import Observation

/// What is known of an open document besides its content: its place, its type, when it was last
/// changed.
///
/// A reader or writer uses the place that it is handed, not this one: after a rename or Save As they
/// may differ while one is under way.
@MainActor
@Observable
public final class URLDocumentConfiguration {
  /// Where the document is saved; nil while it never was. It follows a rename, a move and Save As.
  public var fileURL: URL?

  /// When the document's content was last changed, as its file says; nil while it has none.
  public var lastContentModificationDate: Date?

  /// The type that the document is read and saved as.
  public var contentType: UTType?

  /// What the document was made from, where it is new.
  public let creationSource: DocumentCreationSource?

  /// The configuration of a document at that place.
  public init(
    fileURL: URL? = nil, contentType: UTType? = nil, lastContentModificationDate: Date? = nil,
    creationSource: DocumentCreationSource? = nil
  ) {
    self.fileURL = fileURL
    self.contentType = contentType
    self.lastContentModificationDate = lastContentModificationDate
    self.creationSource = creationSource
  }

  /// A coordinator for one reading or writing of the document's file besides those of its readers and
  /// writers, such as of a single member of a package. Each needs a new one.
  public func makeFileCoordinator() -> sending NSFileCoordinator {
    NSFileCoordinator()
  }
}
