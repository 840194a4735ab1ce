import Documents

extension FileContents: ContentBytes {
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    Array(try data(at: offset, count: count))
  }
}
