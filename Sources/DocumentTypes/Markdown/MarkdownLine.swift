/// One line of Markdown, and what it can begin.
struct MarkdownLine: Equatable {
  /// The line with its first tabs as blanks.
  let text: String
  /// How many blanks are in front.
  let indent: Int
  let isBlank: Bool

  init(_ line: some StringProtocol) {
    let blanks = line.prefix { $0 == " " || $0 == "\t" }
    var indent = 0
    for blank in blanks { indent += blank == "\t" ? 4 - indent % 4 : 1 }
    text = String(repeating: " ", count: indent) + line.dropFirst(blanks.count)
    self.indent = indent
    isBlank = line.dropFirst(blanks.count).allSatisfy(\.isWhitespace)
  }

  /// Without what is in front.
  var unindented: String { String(text.dropFirst(indent)) }

  /// Without so many columns in front, a list's mark included.
  func dropping(_ columns: Int) -> MarkdownLine {
    isBlank ? self : MarkdownLine(text.dropFirst(columns))
  }

  /// The same for code, of which only blanks go.
  func droppingBlanks(_ columns: Int) -> String {
    String(text.dropFirst(min(columns, indent)))
  }

  // MARK: Headings, rules, code

  var heading: (level: Int, text: String)? {
    let rest = unindented
    let level = rest.prefix { $0 == "#" }.count
    let body = rest.dropFirst(level)
    guard indent < 4, (1...6).contains(level), body.first?.isWhitespace ?? true else { return nil }
    var title = String(body).trimmed
    let closing = title.reversed().prefix { $0 == "#" }.count
    let before = title.dropLast(closing)
    if closing > 0, before.last?.isWhitespace ?? true { title = String(before).trimmed }
    return (level, title)
  }

  /// The level of the heading that the lines above are, where this underlines them.
  var underline: Int? {
    let rest = unindented.trimmed
    guard indent < 4, let mark = rest.first, mark == "=" || mark == "-",
      rest.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == "=" ? 1 : 2
  }

  var isRule: Bool {
    let marks = text.filter { !$0.isWhitespace }
    guard indent < 4, marks.count >= 3, let mark = marks.first, "*-_".contains(mark) else {
      return false
    }
    return marks.allSatisfy { $0 == mark }
  }

  struct Fence: Equatable {
    var mark: Character
    var length: Int
    var info: String
  }

  var fence: Fence? {
    let rest = unindented
    guard indent < 4, let mark = rest.first, mark == "`" || mark == "~" else { return nil }
    let length = rest.prefix { $0 == mark }.count
    let info = String(rest.dropFirst(length)).trimmed
    guard length >= 3, mark == "~" || !info.contains("`") else { return nil }
    return Fence(mark: mark, length: length, info: info)
  }

  // MARK: Quotes and lists

  /// What is behind the mark of a quote.
  var quoted: MarkdownLine? {
    let rest = unindented
    guard indent < 4, rest.first == ">" else { return nil }
    let inner = rest.dropFirst()
    return MarkdownLine(inner.first == " " ? inner.dropFirst() : inner)
  }

  struct Marker: Equatable {
    /// The mark, or what is behind the number.
    var kind: Character
    var number: Int?
    /// Where the item's content begins.
    var width: Int
  }

  var marker: Marker? {
    let rest = unindented
    guard indent < 4, let first = rest.first else { return nil }
    var length = 1
    var number: Int?
    var kind = first
    if first.isASCII, first.isNumber {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let mark = rest.dropFirst(digits.count).first
      guard digits.count <= 9, let mark, mark == "." || mark == ")" else { return nil }
      (number, kind, length) = (Int(digits), mark, digits.count + 1)
    } else if !"-*+".contains(first) {
      return nil
    }
    let behind = rest.dropFirst(length)
    guard behind.isEmpty || behind.first == " " || behind.first == "\t" else { return nil }
    let blanks = behind.prefix { $0 == " " }.count
    // More are the content's own: code.
    let gap = (1...4).contains(blanks) && blanks < behind.count ? blanks : 1
    return Marker(kind: kind, number: number, width: indent + length + gap)
  }

  // MARK: Paragraphs

  /// Whether it ends a paragraph by what it begins.
  var beginsBlock: Bool {
    if isBlank || heading != nil || isRule || fence != nil || quoted != nil { return true }
    guard let marker else { return false }
    // An empty item or another number than 1 may be meant as text.
    return marker.number ?? 1 == 1 && unindented.contains(where: \.isWhitespace)
  }

  /// Whether a line that isn't marked as part of a quote or item goes on with its paragraph.
  func continuesParagraph(after last: MarkdownLine) -> Bool {
    let ends = last.isBlank || last.heading != nil || last.isRule || last.fence != nil
    return !ends && last.indent < 4 && !beginsBlock
  }

  /// `[name]: address "title"`.
  var reference: (name: String, target: MarkdownTarget)? {
    guard indent < 4, unindented.first == "[", let end = unindented.firstRange(of: "]:") else {
      return nil
    }
    let name = unindented[..<end.lowerBound].dropFirst()
    let rest = String(unindented[end.upperBound...]).trimmed
    guard !String(name).trimmed.isEmpty, !name.contains("["), !rest.isEmpty,
      let (target, length) = MarkdownTarget.parse(Array(rest)[...]), length == rest.count
    else { return nil }
    return (String(name).trimmed.lowercased(), target)
  }
}

extension String {
  /// Without blanks on either side.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
