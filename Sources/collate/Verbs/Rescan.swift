import Control
import Reconciliation

extension Verb {
  static let rescan = Verb(
    name: "rescan",
    usage: "[LIBRARY] [--dry-run]",
    summary: "Look at everything again, or say what that would do",
    about: """
      With --dry-run the same planner that does the work says what it would do, and does
      nothing.
      """,
    examples: ["collate rescan --dry-run"],
    options: [
      .json, Option(name: "dry-run", letter: "n", help: "Only say what would be done"),
    ],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let isDry = call.arguments.has("dry-run")
    let library = try call.libraryName()
    let parameters = Rescan.Parameters(library: library, dryRun: isDry)
    let changes = try call.daemon.call(Rescan.self, parameters).changes
    if call.isJSON {
      var listing = JSONListing("changes", output: call.output)
      for change in changes { try listing.add(change) }
      listing.end()
      return .done
    }
    call.output.lines(plannedLines(changes, isDry: isDry, view: try call.view()))
    return .done
  }
}

func plannedLines(
  _ changes: [Wire.PlannedChange], isDry: Bool, view: View
) -> [String] {
  if changes.isEmpty {
    return [isDry ? "Nothing would be done: everything is in step." : "Looked at everything again."]
  }
  let count = counted(Set(changes.map { [$0.library, $0.path] }).count, "document")
  var lines = [isDry ? "\(count) would be acted on:" : "\(count) acted on:"]
  for change in changes {
    let path = view.path(change, in: change.library)
    let place = change.replica.map { "in \(harmless($0.utf8)): " } ?? ""
    lines.append("  " + view.paint(path, .name) + "  " + place + harmless(change.rule.utf8))
    lines += change.details.map { "      " + harmless($0.utf8) }
  }
  return lines
}
