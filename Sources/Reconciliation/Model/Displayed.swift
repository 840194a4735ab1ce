/// Bytes as text that is safe to print and that names exactly these bytes.
///
/// What a terminal would act on (controls, escape sequences), what would break a line, what turns
/// the reading direction, and what is not UTF-8 is escaped: `\n`, `\t`, `\e`, `\xff`, `\u{202e}`.
/// A backslash becomes `\\`, so that no two names look the same.
package func displayed(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  text.reserveCapacity(bytes.count)
  var decoder = UTF8()
  var pending = Array(bytes)[...]
  while !pending.isEmpty {
    var iterator = pending.makeIterator()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      append(scalar, to: &text)
      pending = pending.dropFirst(UTF8.width(scalar))
    case .error, .emptyInput:
      if let byte = pending.popFirst() { text += "\\x" + hex(byte) }
    }
    // A decoder that met an error may hold read-ahead bytes; each step starts afresh.
    decoder = UTF8()
  }
  return text
}

/// Text that came from outside, made safe to print as `displayed(_:)` does for bytes.
package func displayed(_ text: String) -> String {
  displayed(Array(text.utf8))
}

private func append(_ scalar: Unicode.Scalar, to text: inout String) {
  switch scalar {
  case "\\": text += "\\\\"
  case "\n": text += "\\n"
  case "\r": text += "\\r"
  case "\t": text += "\\t"
  case "\u{1B}": text += "\\e"
  case _ where isHarmful(scalar):
    let value = scalar.value
    text += value < 0x80 ? "\\x" + hex(UInt8(value)) : "\\u{" + String(value, radix: 16) + "}"
  default: text.unicodeScalars.append(scalar)
  }
}

private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
    .privateUse:
    // Joiners make emoji and several scripts; they change nothing around them.
    return scalar.value != 0x200D && scalar.value != 0x200C
  default: return false
  }
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return digits.count == 1 ? "0" + digits : digits
}
