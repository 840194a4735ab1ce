/// A text cut into lines, each with the break that ends it; only the last may lack one.
package struct Lines: Sendable {
  package let bytes: [UInt8]
  /// Where each line begins, and the end of the text last.
  private let bounds: [Int]

  package init(_ bytes: [UInt8], endedBy lineBreak: LineBreak = .lineFeed) {
    self.bytes = bytes
    bounds = lineBreak.bounds(in: bytes)
  }

  package var count: Int { bounds.count - 1 }

  /// The line with its break.
  package subscript(line: Int) -> ArraySlice<UInt8> { bytes[extent(of: line)] }

  /// The bytes of several lines in a row.
  package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bounds[lines.lowerBound]..<bounds[lines.upperBound]]
  }

  func extent(of line: Int) -> Range<Int> { bounds[line]..<bounds[line + 1] }
}
