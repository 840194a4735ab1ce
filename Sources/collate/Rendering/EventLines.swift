import Control
import Reconciliation

/// An event: a line, and one more for each of its details.
///
/// While events are followed, "just now" says nothing: `timeOfDay` gives the exact time.
func eventLines(_ event: Wire.Event, view: View, timeOfDay: Bool = false) -> [String] {
  let several = view.places.roots.count > 1
  let when = timeOfDay ? view.moments.exact(event.time) : view.moments.said(event.time)
  var line = view.paint("\(event.number)", .faint) + "  " + view.paint(when, .faint) + "  "
  if several { line += harmless(event.library.utf8) + "  " }
  line += view.paint(harmless(event.kind.utf8), style(ofEvent: event.kind))
  if !event.path.isEmpty {
    line += "  " + view.path(event, in: event.library)
  }
  if let from = event.from {
    let shown = view.places.shown(library: event.library, event.fromPath, text: from)
    line += " (was \(shown))"
  }
  return [line] + event.details.map { "      " + harmless($0.utf8) }
}

private func style(ofEvent kind: String) -> Style {
  switch kind {
  case "conflict", "problem", "damage", "absent": .bad
  case "held", "unreadable", "overflow", "deleted": .attention
  case "merged", "resolved", "restored", "undone", "present", "released": .good
  default: .plain
  }
}
