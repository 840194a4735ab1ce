/// A form that file names take, matched against bytes from the first to the last.
struct NamePattern: Sendable {
  /// The parts of a name that are worth keeping.
  enum Field: Int, CaseIterable {
    case stem
    case who
    case date
    case time
    case number
    case ending
  }

  /// What can come next in a name.
  indirect enum Piece: Sendable {
    /// Exactly these characters.
    case text(String)
    /// One of these texts.
    case oneOf([String])
    /// So many characters of a kind, as many as possible.
    case run(Kind, ClosedRange<Int>)
    /// The same, as few as possible.
    case shortRun(Kind, ClosedRange<Int>)
    /// These pieces in a row.
    case all([Piece])
    /// These pieces if they are there.
    case maybe([Piece])
    /// These pieces, kept as a field.
    case field(Field, [Piece])
    /// Marks where a field ends.
    case end(Field)
  }

  enum Kind: Sendable {
    case any
    case digit
    case hexDigit
    case letter
    case upper
    case lower
    case base32
    case notDot
    case notDash
    case notUnderscore
    case notParenthesis

    func contains(_ byte: UInt8) -> Bool {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      return switch self {
      case .any: true
      case .digit: isDigit
      case .hexDigit: isDigit || (isLower && byte <= UInt8(ascii: "f"))
      case .letter: isUpper || isLower
      case .upper: isUpper
      case .lower: isLower
      case .base32: isUpper || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
      case .notDot: byte != UInt8(ascii: ".")
      case .notDash: byte != UInt8(ascii: "-")
      case .notUnderscore: byte != UInt8(ascii: "_")
      case .notParenthesis: byte != UInt8(ascii: "(") && byte != UInt8(ascii: ")")
      }
    }
  }

  let pieces: [Piece]

  init(_ pieces: Piece...) {
    self.pieces = pieces
  }

  /// Where each field is in the name, by its raw value; nil where the name has another form.
  func match(_ name: [UInt8]) -> [Range<Int>?]? {
    let empty = [Range<Int>?](repeating: nil, count: Field.allCases.count)
    return Self.match(pieces[...], name, 0, empty)
  }

  private static func match(
    _ pieces: ArraySlice<Piece>, _ name: [UInt8], _ index: Int, _ fields: [Range<Int>?]
  ) -> [Range<Int>?]? {
    guard let piece = pieces.first else { return index == name.count ? fields : nil }
    let rest = pieces.dropFirst()
    switch piece {
    case .text(let text):
      return skipping(text, name, index).flatMap { match(rest, name, $0, fields) }
    case .oneOf(let texts):
      return texts.lazy.compactMap { text in
        skipping(text, name, index).flatMap { match(rest, name, $0, fields) }
      }.first
    case .run(let kind, let counts):
      return ends(kind, counts, name, index).reversed().lazy
        .compactMap { match(rest, name, $0, fields) }.first
    case .shortRun(let kind, let counts):
      return ends(kind, counts, name, index).lazy
        .compactMap { match(rest, name, $0, fields) }.first
    case .all(let inner):
      return match(inner + rest, name, index, fields)
    case .maybe(let inner):
      return match(inner + rest, name, index, fields) ?? match(rest, name, index, fields)
    case .field(let field, let inner):
      var fields = fields
      fields[field.rawValue] = index..<index
      return match(inner + [.end(field)] + rest, name, index, fields)
    case .end(let field):
      var fields = fields
      fields[field.rawValue] = (fields[field.rawValue]?.lowerBound ?? index)..<index
      return match(rest, name, index, fields)
    }
  }

  private static func skipping(_ text: String, _ name: [UInt8], _ index: Int) -> Int? {
    name[index...].starts(with: text.utf8) ? index + text.utf8.count : nil
  }

  /// Where a run that starts here may end.
  private static func ends(
    _ kind: Kind, _ counts: ClosedRange<Int>, _ name: [UInt8], _ index: Int
  ) -> Range<Int> {
    var end = index
    while end < name.count && end - index < counts.upperBound && kind.contains(name[end]) {
      end += 1
    }
    let first = index + counts.lowerBound
    return first <= end ? first..<(end + 1) : end..<end
  }
}
