import Reconciliation

/// A line of a document's content, made safe for a terminal: what it would act on is escaped as in
/// `displayed(_:)`, but a tab stays a tab and a backslash a backslash, so that text stays readable.
func harmless(_ line: some Collection<UInt8>) -> String {
  var text = ""
  var run: [UInt8] = []
  for byte in line {
    if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\\") {
      text += displayed(run)
      run.removeAll(keepingCapacity: true)
      text.unicodeScalars.append(UnicodeScalar(byte))
    } else {
      run.append(byte)
    }
  }
  return text + displayed(run)
}

/// A whole content for a terminal, line by line; nil where it is no text. A line ended by CR and
/// LF is an ordinary line.
func harmlessLines(_ content: [UInt8]) -> [String]? {
  guard let text = readableText(content) else { return nil }
  var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  if lines.last?.isEmpty ?? false { lines.removeLast() }
  return lines.map { line in
    harmless(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

/// The text as UTF-8, which UTF-16 with its mark is turned into. Nil for what has a NUL near its
/// beginning, which is no text, as git judges.
private func readableText(_ content: [UInt8]) -> ArraySlice<UInt8>? {
  switch Array(content.prefix(2)) {
  case [0xFF, 0xFE]: return narrowed(content.dropFirst(2), high: 1)
  case [0xFE, 0xFF]: return narrowed(content.dropFirst(2), high: 0)
  default: return content.prefix(8000).contains(0) ? nil : content[...]
  }
}

private func narrowed(_ content: ArraySlice<UInt8>, high: Int) -> ArraySlice<UInt8> {
  let units = stride(from: content.startIndex, to: content.endIndex - 1, by: 2).map { index in
    UInt16(content[index + high]) << 8 | UInt16(content[index + 1 - high])
  }
  return Array(String(decoding: units, as: UTF16.self).utf8)[...]
}
