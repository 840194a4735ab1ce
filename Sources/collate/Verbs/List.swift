import Control
import Reconciliation

extension Verb {
  static let list = Verb(
    name: "list",
    usage: "[DIRECTORY…]",
    summary: "The documents and what they are doing",
    about: """
      One line a document: its state, size, when it was changed, and its path. With --null
      only the paths as they are, each ended by a NUL byte, for xargs -0.
      """,
    examples: ["collate list notes/", "collate list --state held"],
    options: [
      .json,
      Option(
        name: "state", value: "STATE",
        choices: ["normal", "held", "conflicted", "unreadable", "tooLarge", "changed"],
        help: "Only documents in this state"),
      Option(name: "null", letter: "0", help: "Only the paths, raw, each ended by a NUL byte"),
    ],
    operands: 0...Int.max,
    operand: .directory
  ) { call throws(Failure) in
    let selection = try Selection(call)
    var found = 0
    var json = call.isJSON ? JSONListing("documents", output: call.output) : nil
    let view = try call.view()
    let parameters = Wire.InLibrary(library: selection.library)
    try call.daemon.stream(ListDocuments.self, parameters) { reply throws(Failure) in
      for document in reply.documents where selection.takes(document) {
        found += 1
        if json != nil {
          try json?.add(document)
        } else if call.arguments.has("null") {
          call.output.write(rawPath(document, places: view.places) + [0])
        } else {
          call.output.lines(documentLines(document, view: view))
        }
      }
      return !call.output.isBroken
    }
    json?.end()
    if found == 0, !call.isJSON { try selection.checkThere(call) }
    return .done
  }
}

/// Which documents are meant.
private struct Selection {
  var library: String?
  var state: String?
  var directories: [DocumentPlace] = []

  init(_ call: Invocation) throws(Failure) {
    state = call.arguments.text("state")
    for operand in call.arguments.operands { directories.append(try call.place(operand)) }
    let libraries = Set(directories.map(\.library))
    library = libraries.count == 1 ? libraries.first : try call.libraryName()
  }

  /// A place where there are no documents may have been mistyped.
  func checkThere(_ call: Invocation) throws(Failure) {
    guard let first = call.arguments.operands.first, state == nil else { return }
    throw Failure(.notFound, "there are no documents at \(displayed(first))")
  }

  func takes(_ document: Wire.Document) -> Bool {
    if let state, document.state.rawValue != state { return false }
    guard !directories.isEmpty else { return true }
    guard let path = document.wirePath.flatMap({ RelativePath($0.bytes) }) else { return false }
    return directories.contains {
      $0.library == document.library && (path == $0.path || path.isBeneath($0.path))
    }
  }
}

private func rawPath(_ document: Wire.Document, places: Places) -> [UInt8] {
  let bytes = document.wirePath?.bytes ?? Array(document.path.utf8)
  guard let path = RelativePath(bytes) else { return bytes }
  return places.path(of: DocumentPlace(library: document.library, path: path))
}

/// A document's line, and a second one where it is held.
///
/// The columns have fixed widths, so that a hundred thousand documents are printed as they come.
func documentLines(_ document: Wire.Document, view: View) -> [String] {
  let (word, style) = shown(document.state)
  let state = padded(view.paint(word, style), width: 10, shown: columns(of: word))
  let bytes = size(document.size)
  let when =
    view.moments.isExact
    ? view.moments.exact(document.modified) : view.moments.relative(document.modified)
  var line = state + "  " + String(repeating: " ", count: max(0, 8 - bytes.count)) + bytes + "  "
  line += padded(when, width: view.moments.isExact ? 25 : 14, shown: columns(of: when)) + "  "
  line += view.path(document, in: document.library)
  let margin = String(repeating: " ", count: 12)
  let hold = document.hold.map { [margin + view.paint(harmless($0.utf8), .attention)] } ?? []
  let elsewhere = (document.replicas ?? []).filter { $0.state != "agreed" }
  return [line] + hold
    + elsewhere.map { margin + view.paint(holdingLine($0, view: view), .attention) }
}

/// What one directory holds, where that isn't what all hold.
func holdingLine(_ holding: Wire.ReplicaHolding, view: View) -> String {
  let place = "in \(harmless(holding.replica.utf8)): "
  let what: String
  switch (holding.state, holding.digest) {
  case ("agreed", _): what = "the agreed version"
  case ("behind", let digest?): what = "still version \(view.digest(digest))"
  default: what = "not there"
  }
  return place + what + (holding.present ? "" : ", as far as known: it is absent")
}

/// A state in words, and how it looks.
func shown(_ state: Wire.DocumentState) -> (String, Style) {
  switch state {
  case .normal: ("in step", .faint)
  case .held: ("held", .attention)
  case .conflicted: ("conflict", .bad)
  case .unreadable: ("unreadable", .attention)
  case .tooLarge: ("too large", .attention)
  case .changed: ("changed", .name)
  default: (harmless(state.rawValue.utf8), .plain)
  }
}

private func padded(_ text: String, width: Int, shown: Int) -> String {
  text + String(repeating: " ", count: max(0, width - shown))
}
