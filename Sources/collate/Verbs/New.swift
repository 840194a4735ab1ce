import Control
import Documents
import DocumentTypes
import Reconciliation

extension Verb {
  static let new = Verb(
    name: "new",
    usage: "NAME [--from SOURCE] [--type TYPE]",
    summary: "Make a document, blank or from a template or file",
    about: """
      The name's ending says what it is to be; without one, --type does, and the ending is
      added. SOURCE is blank, a template (collate new --list), or a file, which is converted
      where its type can be written as the new one's. Your own templates are looked for in
      $XDG_TEMPLATES_DIR, as the desktop has it, or ~/Templates; they go before the built-in
      ones. What is there already is never overwritten, and ^C leaves nothing behind. No
      daemon is needed.
      """,
    examples: [
      "collate new notes/plan.md", "collate new trip --from packing",
      "collate new diary.notebook --from journal", "collate new page.html --from notes/plan.md",
    ],
    options: [
      Option(name: "json", help: "What was made, or with --list what can be, as JSON"),
      Option(
        name: "from", letter: "f", value: "SOURCE",
        help: "What to begin with: blank, a template or a file"),
      Option(
        name: "type", letter: "t", value: "TYPE",
        suggestions: ["txt", "md", "checklist", "notebook"],
        help: "What it is to be: an ending, media type or identifier"),
      Option(name: "list", help: "Show the templates and the types, and make nothing"),
    ],
    operands: 0...1,
    operand: .document
  ) { call throws(Failure) in
    endOnMainActor(call) { call throws(Failure) in
      if call.arguments.has("list") {
        try listSources(call)
        return .done
      }
      guard let name = call.arguments.operands.first else {
        throw .usage(
          "too little: collate new \(call.verb.usage)", verb: call.verb.name,
          advice: ["To see the templates: collate new --list"])
      }
      try await make(NewDocument(name, call), call)
      return .done
    }
  }
}

@MainActor
private func make(_ document: NewDocument, _ call: Invocation) async throws(Failure) {
  do {
    try await call.showingProgress("making \(displayed(document.shown))") { progress in
      try await document.make(progress)
    }
  } catch {
    throw Failure(error, reading: document.original, writing: document.shown)
  }
  if call.isJSON {
    let path = WirePath(document.path)
    return try call.printJSON(
      MadeDocument(
        path: path.text, pathBase64: path.base64, type: document.type.identifier,
        from: document.original.map { WirePath($0).text } ?? document.source.id))
  }
  let origin =
    document.original.map { " from \(displayed($0))" }
    ?? (document.source == .blank ? "" : " from \(document.source.id)")
  call.output.line("Made \(displayed(document.shown))\(origin)")
}

private struct MadeDocument: Encodable {
  var path: String
  var pathBase64: String?
  var type: String
  var from: String
}

// MARK: What there is

@MainActor
private func listSources(_ call: Invocation) throws(Failure) {
  let folder = TemplateFolder(system: call.system)
  let own = try folder.templates()
  if call.isJSON {
    return try call.printJSON(
      SourceListing(
        sources: builtInSources() + own.map { ListedSource($0) },
        types: DocumentModel.builtIn.map { ListedType($0) },
        templateFolder: folder.path.map { WirePath($0).text }))
  }
  var sources = Table([.left, .left, .left])
  for source in builtInSources() {
    sources.add([
      Table.Cell(source.name, .bold), Table.Cell(source.type ?? "any"),
      Table.Cell(source.about ?? ""),
    ])
  }
  for template in own {
    sources.add([
      Table.Cell(displayed(template.stem), .bold),
      Table.Cell(contentType(ofNamed: template.name)?.word ?? "file"),
      Table.Cell(displayed(template.path)),
    ])
  }
  var types = Table([.left, .left, .left])
  for model in DocumentModel.builtIn {
    let others = model.writableTypes.filter { !model.readableTypes.contains($0) }
    let remark = others.isEmpty ? "" : "can be exported as \(others.words)"
    let endings = model.readableTypes.map(\.word).joined(separator: ", ")
    types.add([
      Table.Cell(endings, .bold), Table.Cell(model.name),
      Table.Cell(model.canBeBlank ? remark : "only from a file of this kind"),
    ])
  }
  call.output.lines(
    ["Sources:"] + sources.lines(indent: 2, paint: call.paint)
      + ["  or a file or package by its path", "", "Types:"]
      + types.lines(indent: 2, paint: call.paint) + [""])
  call.output.line(
    "Templates of yours are looked for in "
      + (folder.path.map { displayed($0) } ?? "~/Templates, and HOME is not set"))
}

@MainActor
private func builtInSources() -> [ListedSource] {
  [ListedSource(name: "blank", about: "nothing at all")]
    + DocumentModel.builtIn.flatMap { model in
      model.templates.map {
        ListedSource(name: $0.name, type: model.readableTypes.first?.word, about: $0.summary)
      }
    }
}

private struct SourceListing: Encodable {
  var sources: [ListedSource]
  var types: [ListedType]
  var templateFolder: String?
}

private struct ListedSource: Encodable {
  var name: String
  var type: String?
  var about: String?
  var path: String?
  var pathBase64: String?
}

extension ListedSource {
  @MainActor
  init(_ template: TemplateFolder.Template) {
    let path = WirePath(template.path)
    self.init(
      name: WirePath(template.stem).text, type: contentType(ofNamed: template.name)?.word,
      path: path.text, pathBase64: path.base64)
  }
}

private struct ListedType: Encodable {
  var name: String
  var reads: [String]
  var writes: [String]
  var canBeBlank: Bool

  init(_ model: DocumentModel) {
    name = model.name
    reads = model.readableTypes.map(\.identifier)
    writes = model.writableTypes.map(\.identifier)
    canBeBlank = model.canBeBlank
  }
}
