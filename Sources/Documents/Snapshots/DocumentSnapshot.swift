/// A mergeable snapshot that says how it is read from a document's file or package and written to
/// it.
///
/// It is all that a document's reader and writer need, and all that the daemon does. Both have to be
/// functions of what they are given alone: no clock, no chance, no other file. What is one file is
/// simpler as a `ContentSnapshot`.
public protocol DocumentSnapshot: MergeableSnapshot {
  /// Reads a file or package. Throws `UnreadableContent` with what is wrong and where; it must never
  /// end the program, whatever is there.
  init(file: FileWrapper, contentType: UTType) throws

  /// A file or package that reads as this snapshot.
  ///
  /// `existing` is what was last read or written, nil for a new one; its members that are not this
  /// type's stay, and what is unchanged is best left in it, since then it is not written again.
  func fileWrapper(contentType: UTType, existing: FileWrapper?) throws -> FileWrapper
}

extension FileWrapperDocumentReader where Snapshot: DocumentSnapshot {
  /// A reader for a snapshot that says itself how it is read.
  public init(_ configuration: sending DocumentReadConfiguration) {
    let contentType = configuration.contentType
    self.init(configuration) { try Snapshot(file: $0, contentType: contentType) }
  }
}

extension FileWrapperDocumentWriter where Snapshot: DocumentSnapshot {
  /// A writer for a snapshot that says itself how it is written.
  public init(_ configuration: sending DocumentWriteConfiguration) {
    let contentType = configuration.contentType
    self.init(configuration) { try $0.fileWrapper(contentType: contentType, existing: $1) }
  }
}
