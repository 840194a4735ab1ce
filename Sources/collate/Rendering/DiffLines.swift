/// One line of a diff that someone else made, harmless and in colour by its first sign.
func paintedDiffLine(_ line: String, paint: Paint) -> String {
  let text = harmless(line.utf8)
  switch line.utf8.first {
  case UInt8(ascii: "-"): return paint(text, .bad)
  case UInt8(ascii: "+"): return paint(text, .good)
  case UInt8(ascii: "@"): return paint(text, .name)
  default: return text
  }
}
