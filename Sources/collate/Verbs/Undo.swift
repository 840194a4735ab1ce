import Control
import Reconciliation

extension Verb {
  static let undo = Verb(
    name: "undo",
    usage: "[--id N…|--last COUNT|--list]",
    summary: "Take back what Collate did",
    about: """
      Merges, deletions that were passed on, documents that were brought back, settled
      conflicts: each can be taken back for as long as history keeps it. Without options the
      last one is. What is there now goes to history.
      """,
    examples: ["collate undo --list", "collate undo --id 12"],
    options: [
      .json,
      Option(name: "list", help: "Only list what can be taken back, newest first"),
      Option(name: "id", value: "N", help: "This one; can be given several times"),
      Option(name: "last", value: "COUNT", help: "The last so many, newest first"),
    ]
  ) { call throws(Failure) in
    if call.arguments.has("list") {
      try printActions(call)
      return .done
    }
    let library = try call.libraryName()
    var json = call.isJSON ? JSONListing("undone", output: call.output) : nil
    for id in try wanted(call) {
      let parameters = Undo.Parameters(library: id.library ?? library, id: id.number)
      let reply = try call.daemon.call(Undo.self, parameters)
      if json != nil {
        try json?.add(reply)
      } else {
        call.output.lines(undoneLines(reply, view: try call.view()))
      }
    }
    json?.end()
    return .done
  }
}

/// An action to take back; the last where it has no number.
private struct Wanted {
  var library: String?
  var number: Int64?
}

private func wanted(_ call: Invocation) throws(Failure) -> [Wanted] {
  let numbers = try call.arguments.numbers("id", verb: call.verb.name)
  guard let count = try call.arguments.number("last", verb: call.verb.name) else {
    return numbers.isEmpty ? [Wanted()] : numbers.map { Wanted(number: $0) }
  }
  if !numbers.isEmpty {
    throw .usage("--id and --last exclude each other", verb: call.verb.name)
  }
  let actions = try call.actions().filter { !$0.undone }
  if actions.count < Int(count) {
    throw Failure(.no, "there are only \(actions.count) to take back", advice: [undoListAdvice])
  }
  return actions.prefix(Int(count)).map { Wanted(library: $0.library, number: $0.id) }
}

private let undoListAdvice = "What can be taken back: collate undo --list"

private func printActions(_ call: Invocation) throws(Failure) {
  let actions = try call.actions()
  if call.isJSON {
    var listing = JSONListing("actions", output: call.output)
    for action in actions { try listing.add(action) }
    listing.end()
    return
  }
  call.output.lines(actionLines(actions, view: try call.view()))
}

extension Invocation {
  /// What Collate did, newest first across libraries.
  fileprivate func actions() throws(Failure) -> [Wire.Action] {
    let parameters = Wire.InLibrary(library: try libraryName())
    return try daemon.call(ListActions.self, parameters).actions
      .sorted { ($0.time, $0.id) > ($1.time, $1.id) }
  }
}

func actionLines(_ actions: [Wire.Action], view: View) -> [String] {
  if actions.isEmpty { return ["Nothing that Collate did can be taken back."] }
  let several = view.places.roots.count > 1
  var table = Table([.right, .left, .left, .left, .left])
  for action in actions {
    let style: Style = action.undone ? .faint : .plain
    let summary = harmless(action.summary.utf8) + (action.undone ? " (taken back)" : "")
    table.add([
      Table.Cell(String(action.id), .bold),
      Table.Cell(several ? harmless(action.library.utf8) : ""),
      Table.Cell(view.moments.said(action.time), .faint),
      Table.Cell(view.path(action, in: action.library), .name), Table.Cell(summary, style),
    ])
  }
  return table.lines(paint: view.paint)
}

func undoneLines(_ reply: Undo.Reply, view: View) -> [String] {
  let action = reply.action
  let summary = harmless(action.summary.utf8)
  return ["Taken back (\(action.id)): \(view.path(action, in: action.library)): \(summary)"]
    + reply.events.flatMap { eventLines($0, view: view) }.map { "  " + $0 }
}
