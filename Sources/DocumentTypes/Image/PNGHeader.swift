import Documents

/// Reads the chunks of a PNG (RFC 2083), without its picture.
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// A chunk of text over this many bytes is passed over.
  private static let textLimit = 1 << 16
  private static let chunkLimit = 1 << 20

  static func read(_ content: some ContentBytes) throws -> ImageInfo {
    var info: ImageInfo?
    var offset = signature.count
    for _ in 0..<chunkLimit {
      let head = try content.bytes(at: offset, count: 8)
      guard head.count == 8 else {
        throw UnreadableContent(
          reason: "cut off at byte \(content.count): a PNG ends in a chunk `IEND`")
      }
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: head[4...], as: UTF8.self)
      guard head[4...].allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }) else {
        throw UnreadableContent(reason: "byte \(offset + 4): no name of a chunk")
      }
      // Each is followed by its checksum.
      guard offset + 12 + length <= content.count else {
        throw UnreadableContent(
          reason: "cut off at byte \(content.count): chunk `\(name)` at byte \(offset) has "
            + "\(length) bytes")
      }
      if info == nil, name != "IHDR" {
        throw UnreadableContent(reason: "byte \(offset): `IHDR` has to come first, not `\(name)`")
      }
      let data = offset + 8
      switch name {
      case "IHDR": info = try header(content, at: data, length)
      case "tEXt" where length <= textLimit:
        if let (key, value) = text(try content.bytes(at: data, count: length)) {
          info?.metadata[key] = value
        }
      case "eXIf" where length <= textLimit:
        Exif(try content.bytes(at: data, count: length))?.fill(&info)
      case "IEND":
        if let info { return info }
      default: break
      }
      offset += 12 + length
    }
    throw UnreadableContent(reason: "more than \(chunkLimit) chunks")
  }

  private static func header(
    _ content: some ContentBytes, at offset: Int, _ length: Int
  ) throws -> ImageInfo {
    let bytes = try content.bytes(at: offset, count: 13)
    guard length == 13, bytes.count == 13 else {
      throw UnreadableContent(reason: "byte \(offset): `IHDR` has 13 bytes, not \(length)")
    }
    let width = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    let height = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
    guard width > 0, height > 0 else {
      throw UnreadableContent(reason: "byte \(offset): a picture of \(width) × \(height) pixels")
    }
    return ImageInfo(format: .png, width: width, height: height, bitsPerSample: Int(bytes[8]))
  }

  /// A keyword, a zero byte, and a text in Latin-1.
  private static func text(_ bytes: [UInt8]) -> (key: String, value: String)? {
    guard let zero = bytes.firstIndex(of: 0), (1..<80).contains(zero) else { return nil }
    let decode = { (bytes: ArraySlice<UInt8>) in
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return (decode(bytes[..<zero]), decode(bytes[(zero + 1)...]))
  }
}
