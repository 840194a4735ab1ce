public import FoundationEssentials

/// What writes a document's content, apart from the document.
///
/// `FileWrapperDocumentWriter` serves most documents; a writer of one's own streams, or writes only
/// what has changed.
public protocol DocumentWriter<Snapshot> {
  /// The content to be written: what the document's `snapshot(contentType:)` gives.
  associatedtype Snapshot
  /// Where it is written to.
  associatedtype Destination = URL

  /// Writes the document's content. Called in the background, under coordinated access.
  ///
  /// `previous` is the last snapshot that was written or read, nil the first time: a package
  /// compares the two and writes what is different. Write to the destination that is handed in: the
  /// document's own place may have changed meanwhile. An error reaches whoever saves; the document
  /// stays edited. To report progress, start `progress` once and complete counts of it; left alone,
  /// it counts as complete at the end.
  @concurrent
  func write(
    snapshot: sending Snapshot, to destination: sending Destination,
    previous: sending Snapshot?, progress: consuming Subprogress
  ) async throws
}

/// What a writer is made with.
public struct DocumentWriteConfiguration: Hashable, Sendable {
  /// The type of the file that is written: one of the document's writable types.
  public var contentType: UTType

  /// To make a writer by hand, as tests do.
  public init(contentType: UTType) {
    self.contentType = contentType
  }
}
