import Control
import Documents
import LinuxSystem
import Reconciliation

extension Verb {
  static let export = Verb(
    name: "export",
    usage: "DOC --as TYPE [--to PATH] [--force]",
    summary: "Write a document as another type",
    about: """
      Markdown as HTML (html) or plain text (txt), a checklist or notebook as Markdown (md).
      TYPE is an ending, a media type or an identifier. The result has the document's name
      with the new ending and lies in the current directory, or where --to says; --to - writes
      it to standard output. What is there already is only replaced with --force, and then in
      one step. ^C leaves nothing behind. No daemon is needed.
      """,
    examples: [
      "collate export notes/plan.md --as html", "collate export trip.checklist --as md --to -",
      "collate export diary.notebook --to diary.md --force",
    ],
    options: [
      Option(name: "json", help: "What was written, as JSON"),
      Option(
        name: "as", letter: "a", value: "TYPE", suggestions: ["html", "md", "txt"],
        help: "What to write it as; else the ending of PATH says so"),
      Option(
        name: "to", letter: "o", value: "PATH",
        help: "Where to: a name, a directory, or - for standard output"),
      Option(name: "force", letter: "f", help: "Replace what is there"),
    ],
    operands: 1...1,
    operand: .document
  ) { call throws(Failure) in
    endOnMainActor(call) { call throws(Failure) in
      let document = try ExportedDocument(call.arguments.operands[0], call)
      switch document.target {
      case .file(let path, let shown): try await write(document, to: path, shown: shown, call)
      case .standardOutput: try await writeOut(document, call)
      }
      return .done
    }
  }
}

@MainActor
private func write(
  _ document: ExportedDocument, to target: [UInt8], shown: [UInt8], _ call: Invocation
) async throws(Failure) {
  do {
    try await call.showingProgress("exporting \(displayed(document.shown))") { progress in
      try await document.write(to: target, progress)
    }
  } catch {
    throw Failure(error, reading: document.shown, writing: shown)
  }
  guard call.isJSON else {
    return call.output.line(
      "Wrote \(displayed(shown)) from \(displayed(document.shown))")
  }
  let (path, from) = (WirePath(target), WirePath(document.path))
  try call.printJSON(
    WrittenExport(
      path: path.text, pathBase64: path.base64, type: document.type.identifier, from: from.text,
      fromBase64: from.base64))
}

private struct WrittenExport: Encodable {
  var path: String
  var pathBase64: String?
  var type: String
  var from: String
  var fromBase64: String?
}

/// To standard output, by way of a file that nobody else sees: a writer writes to a place.
@MainActor
private func writeOut(_ document: ExportedDocument, _ call: Invocation) async throws(Failure) {
  if call.isJSON {
    throw .usage("--json and --to - both want standard output", verb: call.verb.name)
  }
  let folder = try PrivateFolder(system: call.system)
  Interruption.shared.atEnd { folder.remove() }
  let path = folder.path + Array("/export".utf8)
  do {
    try await call.showingProgress("exporting \(displayed(document.shown))") { progress in
      try await document.write(to: path, progress)
    }
    let file = try openPath(path, .readOnly)
    while !call.output.isBroken, !Task.isCancelled {
      let piece = try file.readAvailable(upTo: 1 << 20)
      if piece.isEmpty { return }
      call.output.write(piece)
    }
    try Task.checkCancellation()
  } catch {
    throw Failure(error, reading: document.shown, writing: path)
  }
}
