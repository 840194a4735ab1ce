package import Documents

/// A page's text, which is read when it is asked for.
package struct NotebookPage: Sendable {
  private enum State: Sendable {
    case unread(FileContents)
    case text(LineText)
  }

  private let state: State

  package init(_ text: LineText = LineText()) {
    state = .text(text)
  }

  /// A page that lies in a package.
  init(unread contents: FileContents) {
    state = .unread(contents)
  }

  /// Reads it where that wasn't done. Throws where its file has gone or is no text.
  package func text() throws -> LineText {
    switch state {
    case .text(let text): text
    case .unread(let contents): try LineText(content: contents.data())
    }
  }

  /// The page's file; the existing one where it is known to hold the same.
  func fileWrapper(existing: FileWrapper?) throws -> FileWrapper {
    switch state {
    case .unread(let contents):
      if let existing, existing.fileContents?.isKnownSame(as: contents) == true { return existing }
      return contents.fileWrapper()
    case .text(let text):
      return try text.fileWrapper(contentType: .plainText, existing: existing)
    }
  }

  /// Whether both are known to be the same without reading them.
  func isKnownSame(as other: NotebookPage) -> Bool {
    switch (state, other.state) {
    case (.unread(let one), .unread(let other)): one.isKnownSame(as: other)
    case (.text(let one), .text(let other)): one == other
    default: false
    }
  }
}
