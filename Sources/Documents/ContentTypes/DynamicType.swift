/// A type that nobody declared, made up for an extension or a media type.
///
/// Its identifier holds all that is known of it, so that it is the same type in every process.
struct DynamicType {
  let tagClass: UTTagClass
  let tag: String
  let supertype: String

  private static let prefix = "dyn."
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Nil where the tag can't be one.
  init?(tag: String, tagClass: UTTagClass, supertype: String) {
    let tag = tag.lowercased()
    switch tagClass {
    case .filenameExtension:
      let isName = !tag.isEmpty && tag.utf8.count <= 255
      guard isName, !tag.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
        return nil
      }
    case .mimeType: guard MediaType.isPlausible(tag) else { return nil }
    default: return nil
    }
    self.tag = tag
    self.tagClass = tagClass
    self.supertype = supertype
  }

  /// Nil where the identifier is not of this kind.
  init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix), identifier.utf8.count <= 4096 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in identifier.utf8.dropFirst(Self.prefix.utf8.count) {
      guard let value = Self.alphabet.firstIndex(of: letter) else { return nil }
      bits = (bits << 5 | value) & 0xFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .compactMap { String(validating: $0, as: UTF8.self) }
    guard parts.count == 3 else { return nil }
    self.init(tag: parts[2], tagClass: UTTagClass(rawValue: parts[0]), supertype: parts[1])
    // One type has one name.
    guard self.identifier == identifier else { return nil }
  }

  var identifier: String {
    let bytes = Array(tagClass.rawValue.utf8) + [0] + Array(supertype.utf8) + [0] + Array(tag.utf8)
    var letters: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFF
      count += 8
      while count >= 5 {
        count -= 5
        letters.append(Self.alphabet[bits >> count & 31])
      }
    }
    if count > 0 { letters.append(Self.alphabet[bits << (5 - count) & 31]) }
    return Self.prefix + String(decoding: letters, as: UTF8.self)
  }
}
