package import Documents

/// A PDF of which can be told how many pages it has and what it is called.
@MainActor @Observable
package final class PDFDocument: ReadableDocument {
  package nonisolated static let readableContentTypes: [UTType] = [.pdf]

  /// What could be told; nil before a file was read.
  package private(set) var info: PDFInfo?

  package nonisolated init() {}

  package nonisolated func reader(configuration: sending ReadConfiguration) -> sending Reader {
    Reader()
  }

  package func apply(snapshot: sending PDFInfo, previous: sending PDFInfo?) {
    info = snapshot
  }

  /// Reads what leads to the pages' number and the title, and no page.
  package struct Reader: DocumentReader {
    @concurrent
    package func read(
      from source: sending URL, progress: consuming Subprogress
    ) async throws -> sending PDFInfo {
      let progress = progress.start(totalCount: 1)
      let info = try PDFInfo.read(try FileContents(url: source))
      progress.complete(count: 1)
      return info
    }
  }
}
