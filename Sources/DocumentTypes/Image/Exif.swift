/// What a camera wrote beside a picture: the first directory of a TIFF structure and its Exif part.
struct Exif {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private(set) var orientation: Int?
  private(set) var texts: [String: String] = [:]

  private static let names: [Int: String] = [
    0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0131: "Software",
    0x0132: "DateTime", 0x013B: "Artist", 0x8298: "Copyright", 0x9003: "DateTimeOriginal",
  ]
  private static let orientationTag = 0x0112
  private static let exifDirectoryTag = 0x8769

  /// Nil where it isn't one; what can't be followed in it is left out.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    switch bytes.prefix(2) {
    case [0x4D, 0x4D]: isBigEndian = true
    case [0x49, 0x49]: isBigEndian = false
    default: return nil
    }
    guard number(at: 2, 2) == 42, let first = number(at: 4, 4) else { return nil }
    readDirectory(at: first, isFirst: true)
  }

  func fill(_ info: inout ImageInfo?) {
    if let orientation { info?.orientation = orientation }
    for (name, text) in texts { info?.metadata[name] = text }
  }

  private mutating func readDirectory(at offset: Int, isFirst: Bool) {
    guard let count = number(at: offset, 2), count <= 512 else { return }
    for index in 0..<count {
      let entry = offset + 2 + index * 12
      guard let tag = number(at: entry, 2), let kind = number(at: entry + 2, 2),
        let length = number(at: entry + 4, 4)
      else { return }
      if tag == Self.orientationTag, kind == 3, let value = number(at: entry + 8, 2),
        (1...8).contains(value)
      {
        orientation = value
      } else if tag == Self.exifDirectoryTag, isFirst, let place = number(at: entry + 8, 4) {
        readDirectory(at: place, isFirst: false)
      } else if let name = Self.names[tag], kind == 2, (1...1024).contains(length) {
        let place = length <= 4 ? entry + 8 : number(at: entry + 8, 4)
        guard let place, place <= bytes.count, place + length <= bytes.count else { continue }
        let text = bytes[place..<(place + length)].prefix { $0 != 0 }
        texts[name] = String(decoding: text, as: UTF8.self)
      }
    }
  }

  private func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let part = bytes[offset..<(offset + count)]
    return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
