import Documents
import DocumentTypes
import LinuxSystem
import Reconciliation

/// What a new document is to be made from, as `--from` names it.
///
/// A word without a slash is `blank`, then one of the person's own templates, then one that a model
/// brings along, then a file of the working directory.
@MainActor
struct SourceArgument {
  let source: DocumentCreationSource
  /// The type that it is; nil for nothing at all.
  let type: UTType?
  /// Of a file: its name, where it lies, and how it is to be shown.
  private(set) var name: [UInt8]?
  private(set) var path: [UInt8]?
  private(set) var shown: [UInt8]?
  /// What reads it; nil where nothing does.
  private let model: DocumentModel?

  /// - Parameter wanted: The type that is to come of it, where that is known, which decides between
  ///   templates of one name.
  init(_ word: [UInt8], wanted: UTType?, _ call: Invocation) throws(Failure) {
    let text = String(decoding: word, as: UTF8.self)
    if text == DocumentCreationSource.blank.id {
      self.init(source: .blank, type: nil, model: nil)
      return
    }
    let folder = TemplateFolder(system: call.system)
    guard !word.contains(UInt8(ascii: "/")) else {
      try self.init(file: word, folder, call)
      return
    }
    if let own = try Self.template(word, wanted, try folder.templates()) {
      self.init(
        path: own.path, name: own.name, isDirectory: own.isDirectory, shown: own.path)
      return
    }
    if let model = DocumentModel.builtIn.first(where: { model in
      model.templates.contains { $0.name == text }
    }) {
      self.init(
        source: DocumentCreationSource(id: text), type: model.readableTypes.first, model: model)
      return
    }
    try self.init(file: word, folder, call)
  }

  private init(source: DocumentCreationSource, type: UTType?, model: DocumentModel?) {
    (self.source, self.type, self.model) = (source, type, model)
  }

  private init(file word: [UInt8], _ folder: TemplateFolder, _ call: Invocation) throws(Failure) {
    let (place, status): ([UInt8], FileStatus)
    do throws(SystemError) {
      let resolved = try resolvedPath(word)
      (place, status) = (resolved, try LinuxSystem.status(ofPath: resolved))
    } catch {
      guard error.errno == .noSuchFile || error.errno == .notDirectory else {
        throw Failure(error, "\(displayed(word)) can't be read")
      }
      throw try Self.nothing(called: word, folder)
    }
    // The type is what the name says that was given: a link's target may have any.
    let name = Array(word.split(separator: UInt8(ascii: "/")).last ?? [])
    guard status.kind == .file || status.kind == .directory else {
      throw Failure(.badInput, "\(displayed(word)) is no file")
    }
    guard status.kind == .file || isPackage(name) else {
      throw Failure(.badInput, "\(displayed(word)) is a directory, not a document")
    }
    self.init(
      path: place, name: name, isDirectory: status.kind == .directory, shown: word)
  }

  private init(path: [UInt8], name: [UInt8], isDirectory: Bool, shown: [UInt8]) {
    let type = contentType(ofNamed: name)
    self.init(
      source: .file(fileURL(ofPath: isDirectory ? path + [UInt8(ascii: "/")] : path)), type: type,
      model: type.flatMap { DocumentModel.opening($0) })
    (self.name, self.path, self.shown) = (name, path, shown)
  }

  private static func template(
    _ word: [UInt8], _ wanted: UTType?, _ templates: [TemplateFolder.Template]
  ) throws(Failure) -> TemplateFolder.Template? {
    if let exact = templates.first(where: { $0.name == word }) { return exact }
    let found = templates.filter { $0.stem == word }
    guard found.count > 1 else { return found.first }
    let fitting = found.filter { contentType(ofNamed: $0.name) == wanted }
    if fitting.count == 1 { return fitting[0] }
    throw Failure(
      .usage, "there are several templates \(displayed(word))",
      advice: ["Name one: " + found.map { displayed($0.name) }.joined(separator: ", ")])
  }

  private static func nothing(
    called word: [UInt8], _ folder: TemplateFolder
  ) throws(Failure) -> Failure {
    let builtIn = DocumentModel.builtIn.flatMap(\.templates).map(\.name)
    let own = try folder.templates().map { displayed($0.stem) }
    return Failure(
      .notFound, "there is no template and no file \(displayed(word))",
      advice: [
        "Templates: " + (["blank"] + builtIn + own).joined(separator: ", "),
        "Yours are looked for in "
          + (folder.path.map { displayed($0) } ?? "~/Templates, and HOME is not set"),
      ])
  }

  // MARK: What makes a document of it

  /// What makes a document of a type from it, and whether that is a mere copy.
  func model(
    for wanted: UTType, shown target: [UInt8]
  ) throws(Failure) -> (model: DocumentModel, isCopy: Bool) {
    if source == .blank { return (try Self.blankModel(for: wanted, target), false) }
    if let model {
      if model.writableTypes.contains(where: { wanted.conforms(to: $0) }) { return (model, false) }
      if let type, wanted == type { return (model, true) }
      throw cannotBe(
        wanted, model.writableTypes.isEmpty ? [type].compactMap { $0 } : model.writableTypes)
    }
    let isSame =
      type == wanted
      || (type == nil && name.flatMap(fileNameExtension) == fileNameExtension(of: target))
    if isSame { return (DocumentModel.copies, true) }
    throw cannotBe(wanted, [type].compactMap { $0 })
  }

  private static func blankModel(
    for wanted: UTType, _ target: [UInt8]
  ) throws(Failure) -> DocumentModel {
    let blank = NewDocument.blankTypes.words
    guard let model = DocumentModel.opening(wanted) else {
      let writers = DocumentModel.builtIn.filter { $0.writableTypes.contains(wanted) }
      let sources = writers.compactMap(\.readableTypes.first)
      throw Failure(
        .usage, "a new \(wanted.shownName) can't be made of nothing",
        advice: [
          sources.isEmpty
            ? "From a file of the same type: --from FILE" : "From a file: \(sources.words)",
          "Of nothing can be made: \(blank)",
        ])
    }
    guard model.canBeBlank else {
      throw Failure(
        .usage, "a \(model.name) can't be made of nothing",
        advice: ["From a file: --from FILE", "Of nothing can be made: \(blank)"])
    }
    return model
  }

  private func cannotBe(_ wanted: UTType, _ possible: [UTType]) -> Failure {
    let what = displayed(shown ?? Array(source.id.utf8))
    return Failure(
      .usage, "\(what) can't be made into \(wanted.shownName)",
      advice: ["It can be \(possible.words)"])
  }
}
