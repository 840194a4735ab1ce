/// A document that can be read from a file.
///
/// It is a reference type, so that it stays the same document while its content changes. Mark it
/// `@Observable`, and whoever shows it sees each change.
///
/// Reading goes in three steps: `reader(configuration:)` makes a reader, the reader's
/// `read(from:progress:)` runs in the background under coordinated access, and
/// `apply(snapshot:previous:)` takes what was read on the main actor. The same three come again
/// each time another program changes the file.
public protocol ReadableDocument: AnyObject {
  /// What reads the document's file.
  associatedtype Reader: DocumentReader

  /// What a reader is made with.
  typealias ReadConfiguration = DocumentReadConfiguration

  /// The content types that can be opened, the preferred one first.
  static var readableContentTypes: [UTType] { get }

  /// Makes a reader for one reading.
  nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader

  /// Takes over what was read.
  ///
  /// `previous` is the snapshot that was read or written before, nil the first time: a document can
  /// look for what is different and change only that. Keep it light, since everything else on the
  /// main actor waits meanwhile.
  ///
  /// An error leaves the document as unreadable, with this as the reason.
  @MainActor
  func apply(
    snapshot: sending Reader.Snapshot, previous: sending Reader.Snapshot?
  ) async throws
}
