/// A document that can be written to a file.
///
/// Saving goes in three steps: `snapshot(contentType:)` takes what is to be saved on the main
/// actor, `writer(configuration:)` makes a writer, and the writer's
/// `write(snapshot:to:previous:progress:)` runs in the background under coordinated access.
///
/// What marks a document as edited, and so has it saved by itself, is an undo action registered with
/// its `UndoManager`: register one for every change that a person makes.
public protocol WritableDocument: AnyObject {
  /// What writes the document's file.
  associatedtype Writer: DocumentWriter

  /// What a writer is made with.
  typealias WriteConfiguration = DocumentWriteConfiguration

  /// The content types that can be saved or exported, the preferred one first. A document that can
  /// be read too writes what it reads, unless it says otherwise.
  static var writableContentTypes: [UTType] { get }

  /// Makes a writer for one writing.
  nonisolated func writer(configuration: sending WriteConfiguration) -> sending Writer

  /// What is to be written now, for one of the types that can be. Keep it light: making bytes of it
  /// is the writer's work, in the background.
  ///
  /// An error ends the saving, and nothing is written.
  @MainActor
  func snapshot(contentType: UTType) async throws -> sending Writer.Snapshot
}

extension ReadableDocument where Self: WritableDocument {
  /// What can be read can be written.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// A document that can be read and written.
public protocol Document: ReadableDocument, WritableDocument {}
