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

/// A whole content for a terminal, line by line. A line ended by CR and LF is an ordinary line.
func harmlessLines(_ content: [UInt8]) -> [String] {
  var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  if lines.last?.isEmpty ?? false { lines.removeLast() }
  return lines.map { line in
    harmless(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

/// Whether a content is better not shown as text: it has a NUL near its beginning, as git judges.
func isBinary(_ content: [UInt8]) -> Bool {
  content.prefix(8000).contains(0)
}
