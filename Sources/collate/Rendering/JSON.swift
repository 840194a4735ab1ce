import FoundationEssentials

/// A value as one line of JSON, its keys in order, so that two runs can be compared.
func jsonText(_ value: some Encodable) throws(Failure) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  } catch {
    throw Failure(.internalError, "the answer could not be written as JSON: \(error)")
  }
}

/// Prints a listing as one JSON document, an entry a line, as its pieces arrive.
struct JSONListing {
  private let output: Output
  private let start: String
  private var isFirst = true

  /// `key` names the entries as the socket's answer does. Nothing is printed before there is an
  /// answer: half a document would not tell a program that there was none.
  init(_ key: String, output: Output) {
    self.output = output
    start = "{\"\(key)\":["
  }

  mutating func add(_ entry: some Encodable) throws(Failure) {
    output.write(Array((isFirst ? start + "\n" : ",\n").utf8) + Array(try jsonText(entry).utf8))
    isFirst = false
  }

  func end() {
    output.line(isFirst ? start + "]}" : "\n]}")
  }
}
