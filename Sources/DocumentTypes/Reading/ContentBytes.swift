/// A content that is read in pieces, where they are needed.
protocol ContentBytes {
  var count: Int { get }

  /// These bytes; fewer where the content ends before.
  func bytes(at offset: Int, count: Int) throws -> [UInt8]
}

/// A content that is in memory.
struct BytesInMemory: ContentBytes {
  let all: [UInt8]

  var count: Int { all.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < all.count, count > 0 else { return [] }
    return Array(all[offset..<min(all.count, offset + min(count, all.count))])
  }
}

extension ContentBytes {
  /// A big-endian number of up to seven bytes; nil where the content ends before.
  func number(at offset: Int, byteCount: Int) throws -> Int? {
    let bytes = try bytes(at: offset, count: byteCount)
    guard bytes.count == byteCount else { return nil }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
