/// One line of a diff, harmless and in colour by its first sign.
func paintedDiffLine(_ line: some Collection<UInt8>, paint: Paint) -> String {
  let text = harmless(line)
  switch line.first {
  case UInt8(ascii: "-"): return paint(text, .bad)
  case UInt8(ascii: "+"): return paint(text, .good)
  case UInt8(ascii: "@"): return paint(text, .name)
  default: return text
  }
}
