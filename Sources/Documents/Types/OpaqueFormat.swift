/// Contents that only other programs understand: pictures, PDF, office documents, databases.
///
/// They are never joined, since nobody here could say whether the result can still be read.
struct OpaqueFormat: DocumentFormat {
  func read(_ content: [UInt8]) throws(UnreadableContent) -> OpaqueSnapshot {
    OpaqueSnapshot(bytes: content)
  }

  func write(_ snapshot: OpaqueSnapshot) -> [UInt8] { snapshot.bytes }

  /// Many such formats end in a few zeroes; a sector of them is another matter.
  var suspiciousZeroes: Int { 512 }
}

/// The bytes, and nothing said about them.
struct OpaqueSnapshot: MergeableSnapshot, Equatable {
  let bytes: [UInt8]

  func changes(since previous: OpaqueSnapshot) -> [String] {
    bytes == previous.bytes ? [] : bytesInWords(old: previous.bytes, new: bytes)
  }
}
