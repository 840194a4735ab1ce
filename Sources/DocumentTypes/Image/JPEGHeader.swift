import Documents

/// Reads the segments of a JPEG (ITU T.81, annex B), without its picture.
enum JPEGHeader {
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
  private static let segmentLimit = 1 << 16
  private static let pieceSize = 1 << 16

  static func read(_ content: some ContentBytes) throws -> ImageInfo {
    var info: ImageInfo?
    var metadata: [String: String] = [:]
    var exif: Exif?
    var offset = 2
    for _ in 0..<segmentLimit {
      let (marker, length) = try segment(of: content, at: offset)
      switch marker {
      // Start of frame, of any kind; between them stand tables.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        if info == nil { info = try frame(content, at: offset + 4, length) }
      case 0xFE:
        let text = try content.bytes(at: offset + 4, count: length - 2)
        metadata["Comment"] = String(decoding: text, as: UTF8.self)
      case 0xE1:
        let bytes = try content.bytes(at: offset + 4, count: length - 2)
        if bytes.starts(with: Array("Exif".utf8) + [0, 0]) {
          exif = exif ?? Exif(Array(bytes.dropFirst(6)))
        }
      case 0xDA:
        guard var found = info else {
          throw UnreadableContent(reason: "byte \(offset): a scan before any frame")
        }
        guard try hasEnd(content, after: offset + 2 + length) else {
          throw UnreadableContent(
            reason: "cut off at byte \(content.count): a JPEG ends in the marker FF D9")
        }
        found.metadata = metadata
        info = found
        exif?.fill(&info)
        return info ?? found
      case 0xD9:
        throw UnreadableContent(reason: "byte \(offset): the end before any picture")
      default: break
      }
      offset += 2 + length
    }
    throw UnreadableContent(reason: "more than \(segmentLimit) segments")
  }

  /// The marker at a place, and its segment's length with the two bytes that hold it.
  private static func segment(
    of content: some ContentBytes, at offset: Int
  ) throws -> (marker: UInt8, length: Int) {
    let head = try content.bytes(at: offset, count: 4)
    guard head.count == 4 else {
      throw UnreadableContent(
        reason: "cut off at byte \(content.count): a JPEG ends in the marker FF D9")
    }
    guard head[0] == 0xFF else {
      throw UnreadableContent(reason: "byte \(offset): expected a marker")
    }
    // A marker may be filled up in front; one without a segment is passed over.
    if head[1] == 0xFF || head[1] == 0x01 || (0xD0...0xD8).contains(head[1]) {
      return (0, head[1] == 0xFF ? -1 : 0)
    }
    if head[1] == 0xD9 { return (0xD9, 0) }
    let length = Int(head[2]) << 8 | Int(head[3])
    guard length >= 2 else {
      throw UnreadableContent(reason: "byte \(offset + 2): a segment of \(length) bytes")
    }
    guard offset + 2 + length <= content.count else {
      throw UnreadableContent(
        reason: "cut off at byte \(content.count): the segment at byte \(offset) has "
          + "\(length) bytes")
    }
    return (head[1], length)
  }

  private static func frame(
    _ content: some ContentBytes, at offset: Int, _ length: Int
  ) throws -> ImageInfo {
    let bytes = try content.bytes(at: offset, count: 6)
    guard length >= 8, bytes.count == 6 else {
      throw UnreadableContent(reason: "byte \(offset): a frame of \(length) bytes")
    }
    let height = Int(bytes[1]) << 8 | Int(bytes[2])
    let width = Int(bytes[3]) << 8 | Int(bytes[4])
    // A height of 0 is told by a later segment, which hardly anyone writes.
    guard width > 0 else {
      throw UnreadableContent(reason: "byte \(offset): a picture of \(width) × \(height) pixels")
    }
    return ImageInfo(format: .jpeg, width: width, height: height, bitsPerSample: Int(bytes[0]))
  }

  /// Whether the end's marker follows, which within a picture stands nowhere. Looked for from the
  /// back at first, since it is mostly there.
  private static func hasEnd(_ content: some ContentBytes, after start: Int) throws -> Bool {
    let tail = max(start, content.count - pieceSize)
    if containsEnd(try content.bytes(at: tail, count: pieceSize)) { return true }
    var offset = start
    while offset < tail {
      // One byte more than the step: the marker may lie across.
      if containsEnd(try content.bytes(at: offset, count: pieceSize + 1)) { return true }
      offset += pieceSize
    }
    return false
  }

  private static func containsEnd(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    return (1..<bytes.count).contains { bytes[$0] == 0xD9 && bytes[$0 - 1] == 0xFF }
  }
}
