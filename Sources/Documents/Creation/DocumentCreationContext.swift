/// How a document comes to be, for the closure that makes it.
public struct DocumentCreationContext: Hashable, Sendable {
  /// What a new document is to be made from; nil where nothing was chosen, or the document is there
  /// already and is opened.
  public let creationSource: DocumentCreationSource?

  /// The context of a document from that source.
  public init(creationSource: DocumentCreationSource? = nil) {
    self.creationSource = creationSource
  }
}
