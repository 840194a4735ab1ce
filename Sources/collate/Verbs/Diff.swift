import Control
import Reconciliation

extension Verb {
  static let diff = Verb(
    name: "diff",
    usage: "DOC|ID [--version N|DIGEST|--copy|--last]",
    summary: "What differs between a document and another version of it",
    about: """
      For a document in conflict (or the number of a conflict) from the document to its
      conflict copy; else from the last version before to what it is now. The lines before
      the changes say which two are compared. Into a file or pipe it is a patch. Packages
      are compared file by file.
      """,
    examples: ["collate diff notes/plan.md", "collate diff notes/plan.md --version 3f2a9"],
    options: [
      Option(name: "version", value: "N|DIGEST", help: "From this version of collate log to now"),
      Option(name: "copy", help: "From the document to its conflict copy"),
      Option(name: "last", help: "From the version before to now, in conflict or not"),
      Option(
        name: "json",
        help: "Both contents in base64 and the lines that differ, in one JSON document"),
      Option(name: "check", help: "Only say by the exit code: 1 when they differ"),
    ],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let pair = try pair(call)
    if call.arguments.has("check") { return pair.old.content == pair.new.content ? .done : .no }
    if call.isJSON {
      try call.printJSON(ComparedPairReport(pair))
      return .done
    }
    if let members = MemberPairs(pair) {
      if isForPeople(call) { call.output.lines(members.remarks) }
      for member in members.pairs { printDifference(member, call) }
    } else {
      printDifference(pair.withTargets, call)
    }
    return .done
  }
}

private func isForPeople(_ call: Invocation) -> Bool {
  call.output.isTerminal || call.paint.isOn
}

private func printDifference(_ pair: ComparedPair, _ call: Invocation) {
  let lines = unifiedDiff(old: pair.old.content, new: pair.new.content)
  if isForPeople(call) {
    call.output.lines(diffLines(lines, of: pair, paint: call.paint))
  } else if !lines.isEmpty {
    // A patch: the contents as they are.
    call.output.lines(pair.header)
    for line in lines { call.output.write(line + [UInt8(ascii: "\n")]) }
  }
}

private func pair(_ call: Invocation) throws(Failure) -> ComparedPair {
  let arguments = call.arguments
  let chosen = ["version", "copy", "last"].filter { arguments.has($0) }
  if chosen.count > 1 {
    throw .usage("--\(chosen[0]) and --\(chosen[1]) exclude each other", verb: call.verb.name)
  }
  let isNumber = conflictID(arguments.operands[0]) != nil
  if isNumber || chosen == ["copy"] || chosen.isEmpty {
    let conflicts = try call.conflicts(of: arguments.operands)
    if conflicts.count > 1 {
      let numbers = conflicts.map { "#\($0.id)" }.joined(separator: ", ")
      throw .usage(
        "there are several conflicts (\(numbers)); give one's number", verb: call.verb.name)
    }
    if let conflict = conflicts.first, chosen.isEmpty || chosen == ["copy"] {
      return try call.sides(of: conflict)
    }
    if isNumber || chosen == ["copy"] {
      let what = displayed(arguments.operands[0])
      throw Failure(.no, "\(what) is not in conflict, so there is no copy to compare with")
    }
  }
  return try versions(of: try call.document(), call)
}

/// From an older version to what the document is now; to nothing where it is deleted.
private func versions(
  of place: DocumentPlace, _ call: Invocation
) throws(Failure) -> ComparedPair {
  let view = try call.view()
  let versions = try call.versions(place)
  let shown = view.places.shown(place)
  let old: Wire.DocumentVersion
  if let word = call.arguments.text("version") {
    old = try versions.version(word)
  } else if let previous = versions.previous {
    old = previous
  } else {
    throw Failure(.no, "\(shown) has no older version to compare with")
  }
  var now: [UInt8] = []
  if let current = versions.current {
    now = try call.content(
      try call.currentContent(place), orOf: current.digest, in: place.library)
  }
  return ComparedPair(
    old: .init(
      path: shown,
      label: "version \(view.digest(old.digest)), until \(view.moments.said(old.time))",
      content: try call.content(of: old.digest, in: place.library)),
    new: .init(
      path: shown,
      label: versions.current.map { "now, changed \(view.moments.said($0.modified))" } ?? "deleted",
      content: now))
}
