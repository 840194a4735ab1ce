/// The hidden name under which a document or directory waits while its new name is still taken.
///
/// It tells by itself whose it is, so that a crash between two renames needs no record: it is
/// `.collate-moving-`, 16 hexadecimal digits that stand for the agreed path, a hyphen, and as
/// much of the name as there is room for.
package struct ParkedName: Hashable, Sendable {
  /// FNV-1a of the path that was agreed, or that a new document had.
  let code: UInt64
  /// The name that it had, cut where it was very long.
  package let name: [UInt8]

  private static let prefix = Array(".collate-moving-".utf8)
  private static let digits = 16
  /// In bytes and so, at worst, in UTF-16 units: every file system takes it.
  private static let longest = 255

  package init(for path: RelativePath) {
    code = Self.code(of: path)
    let room = Self.longest - Self.prefix.count - Self.digits - 1
    var end = path.name.prefix(room).endIndex
    // Not in the middle of a character, where it is UTF-8.
    while end < path.name.endIndex, end > path.name.startIndex, path.name[end] & 0xC0 == 0x80 {
      end -= 1
    }
    name = Array(path.name[..<end])
  }

  /// Nil for any other name.
  package init?(parsing bytes: [UInt8]) {
    let start = Self.prefix.count + Self.digits
    guard bytes.starts(with: Self.prefix), bytes.count > start + 1,
      bytes[start] == UInt8(ascii: "-"),
      let code = UInt64(
        String(decoding: bytes[Self.prefix.count..<start], as: UTF8.self), radix: 16)
    else { return nil }
    self.code = code
    name = Array(bytes[(start + 1)...])
    guard self.bytes == bytes, RelativePath.isName(name) else { return nil }
  }

  /// The name as it stands on disk.
  package var bytes: [UInt8] {
    let text = String(code, radix: 16)
    let padded = String(repeating: "0", count: Self.digits - text.count) + text
    return Self.prefix + Array(padded.utf8) + [UInt8(ascii: "-")] + name
  }

  /// Whether it hides what has this agreed path.
  package func isOf(_ path: RelativePath) -> Bool { code == Self.code(of: path) }

  static func code(of path: RelativePath) -> UInt64 {
    path.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
