extension MarkdownTable {
  /// A table that begins with the first of these lines; nil where none does.
  init?(_ lines: ArraySlice<MarkdownLine>) {
    guard let first = lines.first, first.text.contains("|"),
      let second = lines.dropFirst().first, second.indent < 4,
      let alignments = Self.alignments(second.text)
    else { return nil }
    let head = Self.cells(first.text)
    guard head.count == alignments.count else { return nil }
    var rows: [[String]] = []
    for line in lines.dropFirst(2) {
      guard !line.beginsBlock else { break }
      let cells = Self.cells(line.text)
      // Short rows are filled up, long ones cut.
      rows.append(head.indices.map { $0 < cells.count ? cells[$0] : "" })
    }
    self.init(alignments: alignments, head: head, rows: rows)
  }

  private static func alignments(_ line: String) -> [Alignment?]? {
    guard line.contains("-"), line.contains("|") || line.contains(":") else { return nil }
    var alignments: [Alignment?] = []
    for cell in cells(line) {
      let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
      let (isLeft, isRight) = (cell.first == ":", cell.last == ":")
      guard !dashes.isEmpty, cell.count == dashes.count + (isLeft ? 1 : 0) + (isRight ? 1 : 0)
      else { return nil }
      alignments.append(isLeft ? (isRight ? .center : .left) : (isRight ? .right : nil))
    }
    return alignments
  }

  /// A row's cells, without the bars at its ends; a bar behind a backslash is text.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    var row = line.trimmed[...]
    if row.first == "|" { row = row.dropFirst() }
    for character in row {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if isEscaped, character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if cells.count > 1, cells.last?.trimmed.isEmpty == true { cells.removeLast() }
    return cells.map(\.trimmed)
  }
}
