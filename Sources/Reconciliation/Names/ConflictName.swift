/// Makes the names of conflict copies: `Report (conflict 2026-11-30 14.05.12 laptop).md`.
package enum ConflictName {
  /// The most bytes that a file system takes for one name.
  package static let longest = 255
  /// The most bytes of a name that an origin may take.
  private static let longestOrigin = 48

  /// The name for a copy of the document called `name`.
  ///
  /// The original's name comes first, so that they sort together, and its ending last, so that the
  /// copy opens. What is added has no character that FAT, NTFS or SMB refuse. A name that is a
  /// conflict copy's itself counts as its document's, so that names never nest. The name is at
  /// most 255 bytes long: the stem is cut between characters where it must be. Bytes that aren't
  /// UTF-8 stay.
  ///
  /// - Parameters:
  ///   - nanoseconds: When the version was made; nanoseconds since 1970.
  ///   - utcOffsetSeconds: How far the person's clock is ahead of UTC.
  ///   - origin: Where the version came from: a replica, a client, or a host.
  ///   - number: Counts up from 1 while the name is taken; only from 2 on it is shown.
  package static func make(
    for name: [UInt8], at nanoseconds: Int64, utcOffsetSeconds: Int, origin: String, number: Int = 1
  ) -> [UInt8] {
    let parts = NameParts(ConflictCopyName.root(of: name))
    let date = CivilDate(nanoseconds: nanoseconds, utcOffsetSeconds: utcOffsetSeconds)
    var words = ["conflict", date.dateText, date.timeTextForNames, harmless(origin)]
    if number > 1 { words.append(String(number)) }
    let marker = Array(" (\(words.filter { !$0.isEmpty }.joined(separator: " ")))".utf8)
    let room = longest - marker.count - parts.ending.count
    return cut(parts.stem, to: room) + marker + parts.ending
  }

  /// The origin as it can stand in a name everywhere.
  ///
  /// Its last word is never a number, which would be taken for the one that tells copies apart.
  private static func harmless(_ origin: String) -> String {
    var text = ""
    for scalar in origin.unicodeScalars {
      text.unicodeScalars.append(isHarmless(scalar) ? scalar : "-")
    }
    let shortened = cut(Array(text.utf8)[...], to: longestOrigin)
    let words = String(decoding: shortened, as: UTF8.self).split(separator: " ")
    guard let last = words.last, words.count > 1, last.utf8.allSatisfy(isDigit) else {
      return words.joined(separator: " ")
    }
    return words.dropLast().joined(separator: " ") + "-" + last
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "(", ")": return false
    case " ": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
      .privateUse, .unassigned:
      return false
    default: return true
    }
  }

  /// The start of the bytes, cut between characters.
  private static func cut(_ bytes: ArraySlice<UInt8>, to count: Int) -> [UInt8] {
    guard bytes.count > count else { return Array(bytes) }
    var end = bytes.startIndex + max(0, count)
    let isContinuation = { (index: Int) in bytes[index] & 0xC0 == 0x80 }
    // No character has more than three continuing bytes; more of them aren't UTF-8.
    let earliest = max(bytes.startIndex, end - 3)
    var candidate = end
    while candidate > earliest && isContinuation(candidate) { candidate -= 1 }
    if !isContinuation(candidate) { end = candidate }
    return Array(bytes[..<end])
  }
}
