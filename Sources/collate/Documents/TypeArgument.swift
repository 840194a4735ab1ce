import Documents
import DocumentTypes
import Reconciliation

/// The content type that a word names: by the ending of files, a media type or an identifier; nil
/// for what nobody knows.
@MainActor
func contentType(named word: [UInt8]) -> UTType? {
  let text = String(decoding: word, as: UTF8.self)
  if text.contains("/") { return UTType(mimeType: text).flatMap(known) }
  let ending = text.hasPrefix(".") ? String(text.dropFirst()) : text
  // What the models have first: a notebook is a directory, which no other type of that name is.
  if let type = modelTypes.first(where: { $0.preferredFilenameExtension == ending.lowercased() }) {
    return type
  }
  return UTType(filenameExtension: ending).flatMap(known)
    ?? UTType(filenameExtension: ending, conformingTo: .directory).flatMap(known)
    ?? UTType(text).flatMap(known)
}

/// The type that a document's name says; nil where it says nothing.
@MainActor
func contentType(ofNamed name: [UInt8]) -> UTType? {
  // Types are known by name once they are declared, which the models do.
  _ = modelTypes
  return known(contentType(forName: name))
}

private func known(_ type: UTType) -> UTType? {
  type == .data || type.isDynamic ? nil : type
}

/// All that the models read and write.
@MainActor
private let modelTypes: [UTType] = DocumentModel.builtIn.flatMap {
  $0.readableTypes + $0.writableTypes
}

/// What is behind the last dot of a name; nil where there is none, or nothing before it.
func fileNameExtension(of name: [UInt8]) -> [UInt8]? {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
    return nil
  }
  return Array(name[(dot + 1)...])
}

extension UTType {
  /// The word to ask for it by.
  var word: String { preferredFilenameExtension ?? identifier }

  /// What it is called for a person.
  @MainActor
  var shownName: String {
    let model = DocumentModel.builtIn.first { $0.readableTypes == [self] }
    return model?.name ?? harmless((localizedDescription ?? identifier).utf8)
  }
}

extension [UTType] {
  /// The words to ask for them by, each once: "md, html or txt".
  var words: String {
    var words: [String] = []
    for type in self where !words.contains(type.word) { words.append(type.word) }
    guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// No type goes by that word.
func unknownType(_ word: [UInt8], verb: Verb, types: [UTType]) -> Failure {
  let text = String(decoding: word, as: UTF8.self)
  let near = nearest(to: text, among: types.map(\.word)).map { ["Did you mean \($0)?"] } ?? []
  return .usage(
    "no type of document is called \(displayed(word))", verb: verb.name,
    advice: near + ["It can be \(types.words), a media type or an identifier"])
}
