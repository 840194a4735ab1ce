public import FoundationEssentials

/// A mergeable snapshot of a document that is one file: its content is all that it is made of.
public protocol ContentSnapshot: DocumentSnapshot {
  /// Reads a content. Throws `UnreadableContent` with what is wrong and where; it must never end
  /// the program, whatever the bytes are.
  init(content: Data, contentType: UTType) throws

  /// The content that reads as this snapshot. What was read and not changed gives the same bytes.
  func content(contentType: UTType) throws -> Data
}

extension ContentSnapshot {
  /// Reads a file's content. A package is none.
  public init(file: FileWrapper, contentType: UTType) throws {
    guard file.isRegularFile else {
      throw UnreadableContent(
        reason: file.isDirectory ? "a directory, and it has to be a file" : "no file")
    }
    try self.init(content: try file.contents(), contentType: contentType)
  }

  /// A file with the content; the existing one where that has it already.
  public func fileWrapper(contentType: UTType, existing: FileWrapper?) throws -> FileWrapper {
    let content = try content(contentType: contentType)
    if let existing, existing.isRegularFile, try existing.contents() == content { return existing }
    return FileWrapper(regularFileWithContents: content)
  }
}
