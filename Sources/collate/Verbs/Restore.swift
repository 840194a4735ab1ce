import Control
import Reconciliation

extension Verb {
  static let restore = Verb(
    name: "restore",
    usage: "DOC [--version N|DIGEST]",
    summary: "Bring an older version of a document back",
    about: """
      The version becomes the content again, and what was the content goes to history. A
      deleted document needs no --version: its last one comes back.
      """,
    examples: ["collate restore notes/plan.md --version 2"],
    options: [
      .json, Option(name: "version", value: "N|DIGEST", help: "Which, as collate log numbers them"),
    ],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let place = try call.document()
    let version = try wanted(place, call)
    let parameters = RestoreVersion.Parameters(
      path: WirePath(place.path.bytes), library: place.library, digest: version.digest)
    let reply = try call.daemon.call(RestoreVersion.self, parameters)
    if call.isJSON {
      try call.printJSON(reply)
      return .done
    }
    let view = try call.view()
    let when = view.moments.said(version.modified)
    call.output.line(
      "\(view.places.shown(place)) is again as it was, changed \(when)"
        + " (version \(view.digest(version.digest)))")
    call.output.line(view.paint("To take that back: collate undo", .faint))
    return .done
  }
}

private func wanted(_ place: DocumentPlace, _ call: Invocation) throws(Failure)
  -> Wire.DocumentVersion
{
  let versions = try call.versions(place)
  if let word = call.arguments.text("version") { return try versions.version(word) }
  if versions.current == nil, let last = versions.past.first { return last }
  let shown = try call.places()
  if versions.past.isEmpty {
    throw Failure(.no, "\(shown.shown(place)) has no older versions")
  }
  throw .usage(
    "say which version: --version N", verb: call.verb.name,
    advice: ["Its versions: collate log \(shown.word(place))"])
}
