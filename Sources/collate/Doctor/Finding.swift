/// One thing that `collate doctor` found.
struct Finding: Hashable, Sendable, Encodable {
  enum Level: String, Sendable, Encodable {
    case good
    /// Works, but something is weaker or slower than it could be.
    case note
    case problem
  }

  var level: Level
  var subject: String
  /// Safe to print.
  var text: String
  /// What to do, one line each, safe to print.
  var advice: [String] = []
}

/// Findings for people.
func findingLines(_ findings: [Finding], paint: Paint) -> [String] {
  let width = findings.map { columns(of: $0.subject) }.max() ?? 0
  return findings.flatMap { finding -> [String] in
    let (word, style): (String, Style) =
      switch finding.level {
      case .good: ("ok      ", .good)
      case .note: ("note    ", .attention)
      case .problem: ("PROBLEM ", .bad)
      }
    let gap = String(repeating: " ", count: width - columns(of: finding.subject) + 2)
    let margin = String(repeating: " ", count: word.count + width + 2)
    return [paint(word, style) + finding.subject + gap + finding.text]
      + finding.advice.map { margin + $0 }
  }
}
