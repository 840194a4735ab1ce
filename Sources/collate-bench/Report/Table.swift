/// The figures as a table for people.
func table(_ figures: [Figure]) -> String {
  let head = ["what", "documents", "measured", "floor", "ratio", "goal", "the floor"]
  let rows = figures.map { figure in
    [
      figure.what, figure.documents.map { "\($0)" } ?? "", text(figure.measured),
      figure.floor.map(text) ?? "", figure.ratio.map { fixed($0, 2) + "×" } ?? "",
      figure.goal ?? "", figure.floorName ?? "",
    ]
  }
  let widths = head.indices.map { column in
    ([head] + rows).map { $0[column].count }.max() ?? 0
  }
  return ([head] + rows).map { line(of: $0, widths) }.joined()
}

private func line(of cells: [String], _ widths: [Int]) -> String {
  var line = ""
  for (column, cell) in cells.enumerated() {
    let padding = String(repeating: " ", count: widths[column] - cell.count)
    // Numbers stand under each other.
    line += (1...4).contains(column) ? padding + cell : cell + padding
    line += "  "
  }
  while line.last == " " { line.removeLast() }
  return line + "\n"
}

private func text(_ amount: Amount) -> String {
  let number = amount.unit.isEmpty ? fixed(amount.value, 0) : fixed(amount.value, 2)
  return amount.unit.isEmpty ? number : number + " " + amount.unit
}

/// The number with so many digits behind the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
  let scaled = Int((value * factor).rounded())
  guard digits > 0 else { return "\(scaled)" }
  let whole = Int(factor)
  let rest = "\(abs(scaled) % whole)"
  return (scaled < 0 ? "-" : "") + "\(abs(scaled) / whole)."
    + String(repeating: "0", count: digits - rest.count) + rest
}
