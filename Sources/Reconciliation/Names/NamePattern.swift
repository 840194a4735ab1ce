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

  /// The pieces in a row, so that matching needs no memory.
  private enum Step: Sendable {
    case text([UInt8])
    case oneOf([[UInt8]])
    case run(Kind, ClosedRange<Int>, isShort: Bool)
    /// The next steps may be left out, so many of them.
    case optional(Int)
    case start(Field)
    case end(Field)
  }

  /// Where each field is in a name; nil where it has none.
  struct Match {
    private var ranges: InlineArray<6, Range<Int>?> = .init(repeating: nil)

    fileprivate(set) subscript(field: Field) -> Range<Int>? {
      get { ranges[field.rawValue] }
      set { ranges[field.rawValue] = newValue }
    }
  }

  private let steps: [Step]

  init(_ pieces: Piece...) {
    steps = pieces.flatMap(Self.steps)
  }

  private static func steps(for piece: Piece) -> [Step] {
    switch piece {
    case .text(let text): return [.text(Array(text.utf8))]
    case .oneOf(let texts): return [.oneOf(texts.map { Array($0.utf8) })]
    case .run(let kind, let counts): return [.run(kind, counts, isShort: false)]
    case .shortRun(let kind, let counts): return [.run(kind, counts, isShort: true)]
    case .all(let inner): return inner.flatMap(steps)
    case .maybe(let inner):
      let inner = inner.flatMap(steps)
      return [.optional(inner.count)] + inner
    case .field(let field, let inner):
      return [.start(field)] + inner.flatMap(steps) + [.end(field)]
    }
  }

  /// Nil where the name has another form.
  func match(_ name: [UInt8]) -> Match? {
    var match = Match()
    return matches(name, from: 0, step: 0, &match) ? match : nil
  }

  /// Whether the rest of the name has the form of the rest of the steps. Tries the ways in order,
  /// and leaves the match as it was where none fits.
  private func matches(
    _ name: [UInt8], from index: Int, step: Int, _ match: inout Match
  ) -> Bool {
    guard step < steps.count else { return index == name.count }
    let next = step + 1
    switch steps[step] {
    case .text(let text):
      return hasText(text, name, index)
        && matches(name, from: index + text.count, step: next, &match)
    case .oneOf(let texts):
      for text in texts
      where hasText(text, name, index)
        && matches(name, from: index + text.count, step: next, &match)
      {
        return true
      }
      return false
    case .run(let kind, let counts, let isShort):
      let ends = ends(kind, counts, name, index)
      for offset in ends.indices {
        let end = isShort ? offset : ends.lowerBound + ends.upperBound - 1 - offset
        if matches(name, from: end, step: next, &match) { return true }
      }
      return false
    case .optional(let count):
      return matches(name, from: index, step: next, &match)
        || matches(name, from: index, step: next + count, &match)
    case .start(let field):
      return keeping(index..<index, as: field, name, index, next, &match)
    case .end(let field):
      let start = match[field]?.lowerBound ?? index
      return keeping(start..<index, as: field, name, index, next, &match)
    }
  }

  private func keeping(
    _ range: Range<Int>, as field: Field, _ name: [UInt8], _ index: Int, _ next: Int,
    _ match: inout Match
  ) -> Bool {
    let before = match[field]
    match[field] = range
    if matches(name, from: index, step: next, &match) { return true }
    match[field] = before
    return false
  }

  private func hasText(_ text: [UInt8], _ name: [UInt8], _ index: Int) -> Bool {
    guard text.count <= name.count - index else { return false }
    for offset in text.indices where name[index + offset] != text[offset] { return false }
    return true
  }

  /// Where a run that starts here may end.
  private func ends(
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
