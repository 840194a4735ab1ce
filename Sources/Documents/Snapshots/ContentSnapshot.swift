public import FoundationEssentials

/// A mergeable snapshot of a document that is one file.
///
/// It says how it is read from the file's content and written to it; so it is all that a document's
/// reader and writer need, and all that the daemon does. Both have to be functions of what they are
/// given alone: no clock, no chance, no other file.
public protocol ContentSnapshot: MergeableSnapshot {
  /// Reads a content. Throws `UnreadableContent` with what is wrong and where; it must never end
  /// the program, whatever the bytes are.
  init(content: Data, contentType: UTType) throws

  /// The content that reads as this snapshot. What was read and not changed gives the same bytes.
  func content(contentType: UTType) throws -> Data
}
