import Control
import Reconciliation

extension Verb {
  static let resolve = Verb(
    name: "resolve",
    usage: "ID|DOC… --keep WHICH | --tool COMMAND | --merged FILE",
    summary: "Settle a conflict, or all of them by a rule",
    about: """
      document  keeps what has the name; the copy goes to history
      copy      puts the copy's content in the document's place
      both      leaves both as documents of their own
      newest    keeps whichever of the two was changed last
      With --tool the command is run with a working copy of the document and one of its
      conflict copy, one conflict after another; what it leaves in the first is the text.
      With --all every conflict is settled so, or those of the documents and directories
      given. What was dropped stays in history: collate undo takes it back.
      """,
    examples: [
      "collate resolve 7 --keep copy", "collate resolve notes/plan.md --merged joined.md",
      "collate resolve --all --keep newest notes/", "collate resolve --all --tool vimdiff",
    ],
    options: [
      Option(
        name: "keep", value: "WHICH", choices: ["document", "copy", "both", "newest"],
        help: "document, copy, both or newest"),
      Option(
        name: "tool", value: "COMMAND",
        help: "Join the two yourself: vimdiff, meld or another that takes two files"),
      Option(
        name: "merged", value: "FILE",
        help: "Put this file's content in the document's place (- reads standard input)"),
      Option(name: "all", help: "Every conflict, or every one of what is given"),
      Option(name: "json", help: "What happened, as the socket has it; one entry a line"),
    ],
    operands: 0...Int.max,
    operand: .document
  ) { call throws(Failure) in
    let rule = try Rule(call)
    let conflicts = try chosen(call)
    var json = call.isJSON ? JSONListing("events", output: call.output) : nil
    var tally = Tally()
    for conflict in conflicts {
      do throws(Failure) {
        let events = try settle(conflict, by: rule, call)
        tally.count(events)
        // Keeping both changes no document: there is nothing to take back.
        if events != nil, rule.choice(for: conflict) != .both { tally.undoable += 1 }
        for event in events ?? [] where json != nil { try json?.add(event) }
        if json == nil { try say(conflict, rule: rule, events: events, call) }
      } catch {
        // One that can't be settled keeps none of the others from being settled; but who leaves
        // their tool with an error wants to stop.
        tally.failures.append(error.about("conflict #\(conflict.id)"))
        if case .tool = rule { break }
      }
    }
    json?.end()
    if json == nil, tally.undoable > 0 { call.output.lines(undoAdvice(tally.undoable, call)) }
    return try tally.outcome(call)
  }
}

/// What became of several conflicts.
private struct Tally {
  /// How many of the settled ones can be taken back.
  var undoable = 0
  var settled = 0
  var left = 0
  var failures: [Failure] = []

  mutating func count(_ events: [Wire.Event]?) {
    if events == nil { left += 1 } else { settled += 1 }
  }

  /// Every failure is told, and the last one gives the exit code.
  func outcome(_ call: Invocation) throws(Failure) -> ExitCode {
    guard let last = failures.last else { return left == 0 ? .done : .no }
    call.output.flush()
    for failure in failures.dropLast() { call.system.report(failure) }
    throw last
  }
}

/// How a conflict is to be settled.
enum Rule: Hashable, Sendable {
  case choice(Wire.ConflictChoice)
  case newest
  case merged([UInt8])
  /// The command with which a person joins the two.
  case tool([UInt8])

  init(_ call: Invocation) throws(Failure) {
    let arguments = call.arguments
    let ways = ["keep", "merged", "tool"].filter { arguments.has($0) }
    if ways.count > 1 {
      throw .usage("--\(ways[0]) and --\(ways[1]) exclude each other", verb: call.verb.name)
    }
    if let word = arguments.text("keep") {
      self = word == "newest" ? .newest : .choice(Wire.ConflictChoice(rawValue: word))
    } else if let command = arguments.bytes("tool") {
      self = .tool(command)
    } else if let file = arguments.bytes("merged") {
      if arguments.has("all") {
        throw .usage("--merged settles one conflict, not all", verb: call.verb.name)
      }
      self = .merged(try call.system.contents(of: file))
    } else {
      throw .usage(
        "say how: --keep document, copy, both or newest, or --tool COMMAND", verb: call.verb.name,
        advice: ["To see both sides first: collate conflicts"])
    }
  }

  /// What to ask of the daemon for one conflict.
  func choice(for conflict: Wire.Conflict) -> Wire.ConflictChoice {
    switch self {
    case .choice(let choice): choice
    case .merged, .tool: .merged
    // As everywhere, the document keeps its name where the times are equal.
    case .newest:
      conflict.theirs.modified > conflict.ours.modified || !conflict.isDocumentThere
        ? .copy : .document
    }
  }
}

private func chosen(_ call: Invocation) throws(Failure) -> [Wire.Conflict] {
  let operands = call.arguments.operands
  guard call.arguments.has("all") || !operands.isEmpty else {
    throw .usage("say which: a conflict's number, a document, or --all", verb: call.verb.name)
  }
  let conflicts = try call.conflicts(of: operands)
  if conflicts.isEmpty {
    let what = operands.map { displayed($0) }.joined(separator: ", ")
    throw Failure(.no, operands.isEmpty ? "there are no conflicts" : "no conflict at \(what)")
  }
  guard call.arguments.has("all") || conflicts.count <= operands.count else {
    let numbers = conflicts.map { "#\($0.id)" }.joined(separator: ", ")
    throw .usage(
      "that names \(conflicts.count) conflicts (\(numbers)); give a number, or --all for them all",
      verb: call.verb.name)
  }
  if case .some = call.arguments.bytes("merged"), conflicts.count > 1 {
    throw .usage("--merged settles one conflict, not \(conflicts.count)", verb: call.verb.name)
  }
  return conflicts
}

private func settle(
  _ conflict: Wire.Conflict, by rule: Rule, _ call: Invocation
) throws(Failure) -> [Wire.Event]? {
  if case .tool(let command) = rule {
    return try call.settle(conflict, with: command)
  }
  var parameters = ResolveConflict.Parameters(
    id: conflict.id, library: conflict.library, choice: rule.choice(for: conflict))
  if case .merged(let content) = rule { parameters.content = Content.encoded(content) }
  return try call.daemon.call(ResolveConflict.self, parameters).events
}

private func say(
  _ conflict: Wire.Conflict, rule: Rule, events: [Wire.Event]?, _ call: Invocation
) throws(Failure) {
  let view = try call.view()
  guard let events else {
    let document = view.path(conflict, in: conflict.library)
    call.output.line("#\(conflict.id) not settled: \(document) was left as it is")
    return
  }
  call.output.line(settledLine(conflict, choice: rule.choice(for: conflict), view: view))
  if view.isVerbose { call.output.lines(events.flatMap { eventLines($0, view: view) }) }
}

/// What became of a conflict, in one line.
func settledLine(_ conflict: Wire.Conflict, choice: Wire.ConflictChoice, view: View) -> String {
  let document = view.path(conflict, in: conflict.library)
  let copy = view.places.shown(
    library: conflict.library, conflict.copyPath, text: conflict.copy)
  let what =
    switch choice {
    case .document: "\(document) stays as it is; the copy is in its history"
    case .copy: "\(document) has the copy's content now; its own is in its history"
    case .both: "\(document) and \(copy) are documents of their own now"
    case .merged: "\(document) has the joined content now; both versions are in its history"
    default: "\(document): \(harmless(choice.rawValue.utf8))"
    }
  return "#\(conflict.id) settled: \(what)"
}

private func undoAdvice(_ settled: Int, _ call: Invocation) -> [String] {
  let last = settled > 1 ? " --last \(settled)" : ""
  let library = call.arguments.bytes("library").map { " --library " + shellQuoted($0) } ?? ""
  return [call.paint("To take that back: collate undo\(last)\(library)", .faint)]
}

extension Failure {
  /// The same, saying what it was about.
  func about(_ what: String) -> Failure {
    Failure(code, "\(what): \(message)", advice: advice)
  }
}
