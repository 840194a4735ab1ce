import Control
import Engine
import LinuxSystem
import Reconciliation

extension Verb {
  static let edit = Verb(
    name: "edit",
    usage: "DOC",
    summary: "Edit a document; what others do meanwhile is merged",
    about: """
      Opens a working copy in $VISUAL or $EDITOR. What you save goes through the daemon with
      the version you began with: where the document changed meanwhile, both are merged, and
      where they can't be, yours goes beside it as a conflict copy. A document that is not
      there yet is made. If saving fails, the working copy is kept, and said where.
      """,
    examples: ["collate edit notes/plan.md"],
    options: [Option(name: "json", help: "What became of it, as the socket has it")],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    let place = try call.document()
    let word = try call.places().word(place)
    let opened = try open(place, call)
    let name = Array(place.path.name)
    let isNewPackage = opened.digest == nil && builtInPackages.contains(name)
    if isNewPackage || PackageArchive.isArchive(opened.content) {
      try close(opened, call)
      throw Failure(
        .no, "\(word) is a package: edit its files where they lie",
        advice: ["So that nobody else writes it meanwhile: collate lock \(word) -- COMMAND"])
    }
    let copy = try WorkingCopy(of: name, content: opened.content, system: call.system)
    let status: ExitStatus
    do throws(Failure) {
      status = try runEditor(on: copy.path, call)
    } catch {
      try copy.remove()
      throw error
    }
    let content = try copy.content()
    if status != .exited(0) {
      return try giveUp(status, copy, isChanged: content != opened.content)
    }
    if content == opened.content {
      try close(opened, call)
      try copy.remove()
      let unchanged = SaveDocument.Reply(outcome: .unchanged, digest: opened.digest ?? "")
      try say(unchanged, place: place, call)
      return .done
    }
    let reply: SaveDocument.Reply
    do throws(Failure) {
      reply = try save(content, from: opened, to: place, call)
    } catch {
      throw error.keeping(copy.path, of: word)
    }
    try copy.remove()
    try say(reply, place: place, call)
    return .done
  }
}

/// What is being edited, as it was when the editing began.
private struct Opened {
  var session: Int64?
  var digest: String?
  var content: [UInt8]
}

private func open(_ place: DocumentPlace, _ call: Invocation) throws(Failure) -> Opened {
  let reply: OpenDocument.Reply
  do {
    reply = try call.daemon.attempt(OpenDocument.self, call.parameters(place))
  } catch {
    // It is yet to be made.
    guard case .answered(.noSuchDocument) = error else { throw Failure(error) }
    return Opened(content: [])
  }
  return Opened(
    session: reply.session, digest: reply.digest, content: try Content.decoded(reply.content))
}

private func close(_ opened: Opened, _ call: Invocation) throws(Failure) {
  guard let session = opened.session else { return }
  do throws(ClientError) {
    _ = try call.daemon.attempt(CloseDocument.self, CloseDocument.Parameters(session: session))
  } catch {
    // Without the daemon there is no session left to close.
    guard !error.isAnswer else { throw Failure(error) }
  }
}

private func save(
  _ content: [UInt8], from opened: Opened, to place: DocumentPlace, _ call: Invocation
) throws(Failure) -> SaveDocument.Reply {
  var parameters = SaveDocument.Parameters(
    session: opened.session, path: WirePath(place.path.bytes), library: place.library,
    opened: opened.digest, content: Content.encoded(content), client: "collate edit")
  let reply: SaveDocument.Reply
  do {
    reply = try call.daemon.attempt(SaveDocument.self, parameters)
  } catch {
    // A daemon that was restarted knows nothing of the session, but the version it was made from
    // is enough.
    guard case .connectionLost = error else { throw Failure(error) }
    parameters.session = nil
    return try call.daemon.call(SaveDocument.self, parameters)
  }
  try close(opened, call)
  return reply
}

private func runEditor(on path: [UInt8], _ call: Invocation) throws(Failure) -> ExitStatus {
  if let editor = call.system.environment("VISUAL") ?? call.system.environment("EDITOR") {
    return try ForegroundCommand(shell: editor, arguments: [path]).run()
  }
  for name in ["vi", "nano"] {
    do {
      return try ForegroundCommand(words: [Array(name.utf8), path]).run()
    } catch {
      guard error.code == .noSuchCommand else { throw error }
    }
  }
  throw Failure(
    .noSuchCommand, "there is no editor: neither vi nor nano",
    advice: ["Set VISUAL or EDITOR to the one you use"])
}

private func giveUp(
  _ status: ExitStatus, _ copy: borrowing WorkingCopy, isChanged: Bool
) throws(Failure) -> ExitCode {
  let what = "the editor ended with \(status.code), so nothing was saved"
  if isChanged {
    throw Failure(.no, what, advice: ["The working copy is kept: \(shellQuoted(copy.path))"])
  }
  try copy.remove()
  throw Failure(.no, what)
}

private func say(
  _ reply: SaveDocument.Reply, place: DocumentPlace, _ call: Invocation
) throws(Failure) {
  if call.isJSON { return try call.printJSON(reply) }
  call.output.lines(savedLines(reply, place: place, view: try call.view()))
}

/// What became of a save.
func savedLines(_ reply: SaveDocument.Reply, place: DocumentPlace, view: View) -> [String] {
  let document = view.places.shown(place)
  switch reply.outcome {
  case .saved: return ["Saved \(document)"]
  case .unchanged: return ["\(document) is unchanged"]
  case .merged:
    return [
      "Merged with what was changed in \(document) meanwhile, and saved",
      view.paint("To take the merge back: collate undo", .faint),
    ]
  case .conflict:
    let wire = reply.copy.flatMap { WirePath(text: $0, base64: reply.copyBase64) }
    let copy = view.places.shown(library: place.library, wire, text: reply.copy ?? "")
    return [
      "\(document) was changed meanwhile and the two can't be joined: yours is beside it as",
      "  " + view.paint(copy, .name),
      "To see both and settle it: collate conflicts \(view.places.word(place))",
    ]
  default: return ["\(document): \(harmless(reply.outcome.rawValue.utf8))"]
  }
}

extension Failure {
  /// The same, saying where the working copy is and how to save it.
  func keeping(_ path: [UInt8], of document: String) -> Failure {
    let copy = shellQuoted(path)
    return Failure(
      code, message,
      advice: advice + [
        "Nothing of yours is lost, it is in \(copy)", "To compare: diff \(document) \(copy)",
      ])
  }
}
