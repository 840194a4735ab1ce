public import FoundationEssentials

/// What reads a document's content, apart from the document.
///
/// `FileWrapperDocumentReader` serves most documents; a reader of one's own streams, or reads only
/// what is needed.
public protocol DocumentReader<Snapshot> {
  /// The content as it was read: a string, a structure, anything at all.
  associatedtype Snapshot
  /// Where it is read from.
  associatedtype Source = URL

  /// Reads the document's content. Called in the background, under coordinated access.
  ///
  /// Read from the source that is handed in: the document's own place may have changed meanwhile. An
  /// error that says what is wrong and where, such as `CocoaError(.fileReadCorruptFile)`, reaches
  /// whoever opens the document; what was applied before stays. To report progress, start `progress`
  /// once and complete counts of it; left alone, it counts as complete at the end.
  @concurrent
  func read(
    from source: sending Source, progress: consuming Subprogress
  ) async throws -> sending Snapshot
}

/// What a reader is made with.
public struct DocumentReadConfiguration: Hashable, Sendable {
  /// The type of the file that is read: one of the document's readable types.
  public var contentType: UTType

  /// To make a reader by hand, as tests do.
  public init(contentType: UTType) {
    self.contentType = contentType
  }
}
