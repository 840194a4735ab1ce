/// How a piece of text looks on a terminal that has colours. What it says never depends on it.
enum Style: String, Sendable {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case good = "32"
  case attention = "33"
  case bad = "31"
  case name = "36"
  case heading = "1;36"
}

/// Puts styles on text, or leaves it as it is.
struct Paint: Sendable {
  var isOn: Bool

  /// `text` must be safe to print already.
  func callAsFunction(_ text: String, _ style: Style) -> String {
    guard isOn, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// Whether to use colours.
enum ColourChoice: String, Sendable {
  case auto, always, never

  /// What someone said on the command line goes before everything; then `NO_COLOR`
  /// (no-color.org: set and not empty) and a terminal that can't.
  func isOn(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
      if environment["TERM"] == "dumb" { return false }
      return isTerminal
    }
  }
}
