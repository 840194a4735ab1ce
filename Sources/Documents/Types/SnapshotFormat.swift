import FoundationEssentials

/// Reads and writes documents by what their snapshot says of itself.
struct SnapshotFormat<Snapshot: ContentSnapshot>: DocumentFormat {
  let contentType: UTType

  func read(_ content: [UInt8]) throws(UnreadableContent) -> Snapshot {
    do {
      return try Snapshot(content: Data(content), contentType: contentType)
    } catch {
      throw UnreadableContent(error)
    }
  }

  func write(_ snapshot: Snapshot) throws(UnreadableContent) -> [UInt8] {
    do {
      return Array(try snapshot.content(contentType: contentType))
    } catch {
      throw UnreadableContent(error)
    }
  }

  /// Many formats end in a few zeroes; a sector of them is another matter.
  var suspiciousZeroes: Int { 512 }
}
