import Control
import Reconciliation

extension Verb {
  static let conflicts = Verb(
    name: "conflicts",
    usage: "[DOC…]",
    summary: "The conflicts, and how to settle each",
    about: """
      Two versions changed from one base that no merge could join stand side by side. For each
      such conflict: whose and from when each version is, what differs, and the commands that
      settle it. With --check nothing is shown: the exit code is 1 when there are some.
      """,
    examples: ["collate conflicts", "collate conflicts --check || echo 'look after them'"],
    options: [
      .json, Option(name: "check", help: "Only say by the exit code: 1 when there are some"),
    ],
    operands: 0...Int.max,
    operand: .document
  ) { call throws(Failure) in
    let conflicts = try call.conflicts(of: call.arguments.operands)
    if call.arguments.has("check") { return conflicts.isEmpty ? .done : .no }
    if call.isJSON {
      var listing = JSONListing("conflicts", output: call.output)
      for conflict in conflicts { try listing.add(conflict) }
      listing.end()
    } else {
      call.output.lines(conflictsLines(conflicts, view: try call.view()))
    }
    return .done
  }
}

extension Invocation {
  /// The conflicts that the operands name (by number, document or directory); all where none does.
  func conflicts(of operands: [[UInt8]]) throws(Failure) -> [Wire.Conflict] {
    let name = try libraryName()
    let all = try daemon.call(ListConflicts.self, Wire.InLibrary(library: name)).conflicts
    guard !operands.isEmpty else { return all }
    var chosen: [Wire.Conflict] = []
    for operand in operands {
      for conflict in try matches(operand, among: all) where !chosen.contains(conflict) {
        chosen.append(conflict)
      }
    }
    return chosen
  }

  /// What one operand names. A number is a conflict's; a file that is called by a number can be
  /// given as `./12`.
  private func matches(
    _ operand: [UInt8], among all: [Wire.Conflict]
  ) throws(Failure) -> [Wire.Conflict] {
    if let id = conflictID(operand) {
      let found = all.filter { $0.id == id }
      if found.isEmpty { throw Failure(DaemonError.noSuchConflict(id: id)) }
      if found.count > 1 { throw Failure(DaemonError.whichLibrary(found.map(\.library))) }
      return found
    }
    let place = try place(operand)
    return all.filter { conflict in
      conflict.library == place.library
        && [conflict.wirePath, conflict.copyPath].contains { wire in
          guard let path = wire.flatMap({ RelativePath($0.bytes) }) else { return false }
          return path == place.path || path.isBeneath(place.path)
        }
    }
  }
}

/// The number that a word of digits is, with or without a `#` before it.
func conflictID(_ word: [UInt8]) -> Int64? {
  let digits = word.first == UInt8(ascii: "#") ? word.dropFirst() : word[...]
  guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int64(String(decoding: digits, as: UTF8.self))
}

func conflictsLines(_ conflicts: [Wire.Conflict], view: View) -> [String] {
  if conflicts.isEmpty { return ["No conflicts."] }
  var lines: [String] = []
  for conflict in conflicts {
    if !lines.isEmpty { lines.append("") }
    lines += conflictLines(conflict, view: view)
  }
  if conflicts.count > 1 {
    lines += [
      "", "To settle all of them alike: collate resolve --all --keep newest|document|copy|both",
    ]
  }
  return lines
}

/// One conflict: what it is, whose each side is, what differs, and what can be done.
func conflictLines(_ conflict: Wire.Conflict, view: View) -> [String] {
  let paint = view.paint
  let title = paint("#\(conflict.id)  " + view.path(conflict, in: conflict.library), .heading)
  var lines = [
    "\(title)  \(harmless(conflict.kind.utf8)), found \(view.moments.said(conflict.time))"
  ]
  if !conflict.reason.isEmpty { lines.append("  " + harmless(conflict.reason.utf8)) }
  lines += sidesTable(conflict, view: view).lines(indent: 2, paint: paint)
  if !conflict.diff.isEmpty {
    lines.append("  from the document (-) to the copy (+):")
    lines += conflict.diff.map { "    " + paintedDiffLine($0.utf8, paint: paint) }
  }
  return lines + commandTable(conflict, view: view).lines(indent: 2, paint: paint)
}

private func sidesTable(_ conflict: Wire.Conflict, view: View) -> Table {
  let copy = view.places.shown(
    library: conflict.library, conflict.copyPath, text: conflict.copy)
  let rows = [
    ("document", view.path(conflict, in: conflict.library), conflict.ours, conflict.theirs),
    ("copy", copy, conflict.theirs, conflict.ours),
  ]
  var table = Table([.left, .left, .left, .left])
  for (word, path, side, other) in rows {
    let origin = side.origin.isEmpty ? "" : "from " + harmless(side.origin.utf8) + ", "
    let newer = side.modified > other.modified ? " (newer)" : ""
    let isGone = word == "document" && !conflict.isDocumentThere
    let what =
      isGone
      ? "deleted since; its versions are in its history"
      : "\(origin)changed \(view.moments.said(side.modified))\(newer)"
    table.add([
      Table.Cell(word, .bold), Table.Cell(path, .name), Table.Cell(what),
      Table.Cell(view.digest(side.digest), .faint),
    ])
  }
  return table
}

extension Wire.Conflict {
  /// Whether there is a document to keep: it may have been deleted since.
  var isDocumentThere: Bool { choices.isEmpty || choices.contains(.document) }
}

/// The exact commands that settle a conflict.
private func commandTable(_ conflict: Wire.Conflict, view: View) -> Table {
  let library = view.libraryOption(conflict.library)
  var table = Table([.left, .left])
  func add(_ command: String, _ meaning: String) {
    table.add([Table.Cell("collate " + command + library), Table.Cell("# " + meaning, .faint)])
  }
  add("diff \(conflict.id)", "the whole difference")
  for choice in conflict.choices {
    switch choice {
    case .document:
      add("resolve \(conflict.id) --keep document", "keep the document, drop the copy")
    case .copy: add("resolve \(conflict.id) --keep copy", "put the copy in the document's place")
    case .both:
      let meaning =
        conflict.isDocumentThere
        ? "leave both as documents of their own" : "leave the copy as a document of its own"
      add("resolve \(conflict.id) --keep both", meaning)
    case .merged: add("resolve \(conflict.id) --tool vimdiff", "join the two in a tool of yours")
    default: add("resolve \(conflict.id) --keep " + harmless(choice.rawValue.utf8), "")
    }
  }
  return table
}
