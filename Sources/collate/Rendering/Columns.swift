/// How many columns of a terminal a text takes, near enough to line a table up.
///
/// Chinese, Japanese and Korean characters and emoji take two; marks that sit on others none.
func columns(of text: String) -> Int {
  var count = 0
  for character in text {
    var widest = 0
    for scalar in character.unicodeScalars {
      widest = max(widest, columns(of: scalar))
      // The selector that asks for a picture instead of a sign.
      if scalar.value == 0xFE0F { widest = 2 }
    }
    count += widest
  }
  return count
}

private func columns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  // East Asian wide and fullwidth, by block: Unicode's EastAsianWidth.txt.
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return 2
  default:
    return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
