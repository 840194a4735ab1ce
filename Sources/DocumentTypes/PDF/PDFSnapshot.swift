package import Documents
package import FoundationEssentials

/// A PDF as the daemon compares it: what can be told of it, and its bytes, which nobody joins.
package struct PDFSnapshot: ContentSnapshot, Equatable {
  package let info: PDFInfo
  private let bytes: Data

  package init(content: Data, contentType: UTType) throws {
    info = try PDFInfo.read(BytesInMemory(all: Array(content)))
    bytes = content
  }

  package func content(contentType: UTType) -> Data { bytes }

  package func changes(since previous: PDFSnapshot) -> [String] {
    if bytes == previous.bytes { return [] }
    let lines = info.changes(since: previous.info)
    return lines.isEmpty ? ["changed within its pages"] : lines
  }
}
