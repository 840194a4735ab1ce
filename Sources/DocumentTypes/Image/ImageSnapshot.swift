package import Documents
package import FoundationEssentials

/// A picture as the daemon compares it: what its header says, and its bytes, which nobody joins.
package struct ImageSnapshot: ContentSnapshot, Equatable {
  package let info: ImageInfo
  private let bytes: Data

  package init(content: Data, contentType: UTType) throws {
    info = try Self.info(of: BytesInMemory(all: Array(content)))
    bytes = content
  }

  package func content(contentType: UTType) -> Data { bytes }

  package func changes(since previous: ImageSnapshot) -> [String] {
    if bytes == previous.bytes { return [] }
    let lines = info.changes(since: previous.info)
    return lines.isEmpty ? ["another picture of the same size"] : lines
  }

  /// By its first bytes, whatever its name says: many a PNG is called `.jpg`.
  static func info(of content: some ContentBytes) throws -> ImageInfo {
    let start = try content.bytes(at: 0, count: PNGHeader.signature.count)
    if start == PNGHeader.signature { return try PNGHeader.read(content) }
    if start.starts(with: JPEGHeader.signature) { return try JPEGHeader.read(content) }
    if start.isEmpty { throw UnreadableContent(reason: "stops at byte 0: empty") }
    throw UnreadableContent(reason: "byte 0: neither a PNG nor a JPEG begins so")
  }
}
