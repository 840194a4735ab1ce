/// Rows of cells, lined up. Nothing is ever cut off: a name that is cut can't be found.
struct Table: Sendable {
  /// One cell: its text, which must be safe to print already, and how it looks.
  struct Cell: Hashable, Sendable {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  enum Alignment: Sendable {
    case left, right
  }

  var alignments: [Alignment]
  private(set) var rows: [[Cell]] = []

  init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// One line a row; no line ends in a blank.
  func lines(indent: Int = 0, paint: Paint) -> [String] {
    let widths = (0..<alignments.count).map { column in
      rows.map { $0.count > column ? columns(of: $0[column].text) : 0 }.max() ?? 0
    }
    return rows.map { row in
      String(repeating: " ", count: indent) + line(row, widths: widths, paint: paint)
    }
  }

  private func line(_ row: [Cell], widths: [Int], paint: Paint) -> String {
    // What is empty at the end of a row takes no room.
    let last = row.lastIndex { !$0.text.isEmpty } ?? -1
    var line = ""
    for (column, cell) in row.enumerated() where column <= last {
      let gap = String(repeating: " ", count: widths[column] - columns(of: cell.text))
      let text = paint(cell.text, cell.style)
      switch alignments[column] {
      case .right: line += gap + text
      case .left: line += column == last ? text : text + gap
      }
      if column < last { line += "  " }
    }
    return line
  }
}
