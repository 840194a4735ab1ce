import Reconciliation

/// The bytes as one word of a shell command that can be copied from the screen and means them.
///
/// Plain where it can be, in quotes where it must be, and as `$'…'` (bash, zsh, ksh, POSIX 2024)
/// where a byte could not be shown as it is.
func shellQuoted(_ bytes: [UInt8]) -> String {
  let safe = Array("%+,-./:@_".utf8)
  let isPlain = bytes.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || safe.contains(byte)
  }
  if isPlain, !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
  // Backslashes apart, which quotes leave alone: does it look as it is?
  let visible = bytes.filter { $0 != UInt8(ascii: "\\") }
  if displayed(visible).utf8.elementsEqual(visible) {
    let text = String(decoding: bytes, as: UTF8.self)
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
  var word = "$'"
  for byte in bytes {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"):
      word += "\\" + String(UnicodeScalar(byte))
    case 0x20..<0x7F: word.unicodeScalars.append(UnicodeScalar(byte))
    default:
      // Octal, since it has a fixed length: what follows can't be taken for a part of it.
      let octal = String(byte, radix: 8)
      word += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    }
  }
  return word + "'"
}
