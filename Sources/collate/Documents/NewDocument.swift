import Documents
import DocumentTypes
import LinuxSystem
import Reconciliation

/// A document that is to be made: where, of what type, and from what.
@MainActor
struct NewDocument {
  /// As it is to be shown, with the ending that was added.
  let shown: [UInt8]
  let path: [UInt8]
  let type: UTType
  let source: DocumentCreationSource
  /// What was read for it, as it is to be shown.
  let original: [UInt8]?
  /// Where that lies.
  private let originalPath: [UInt8]?
  private let model: DocumentModel
  private let isCopied: Bool

  /// Finds out what was asked for. Nothing is made yet.
  init(_ name: [UInt8], _ call: Invocation) throws(Failure) {
    let asked = try Self.askedType(call)
    let lastName = Array(name.split(separator: UInt8(ascii: "/")).last ?? [])
    let named = contentType(ofNamed: lastName)
    let chosen = try SourceArgument(
      call.arguments.bytes("from") ?? Array("blank".utf8), wanted: asked ?? named, call)
    guard let type = asked ?? named ?? chosen.type ?? chosen.source.fileURL.map({ _ in .data })
    else {
      throw .usage(
        "\(displayed(name)) does not say what it is to be", verb: call.verb.name,
        advice: [
          "Give it an ending, or a type: --type \(Self.blankTypes.map(\.word).joined(separator: "|"))"
        ])
    }
    let ending = try Self.ending(of: lastName, named: named, wanted: type, chosen)
    shown = ending.isEmpty ? name : Self.withoutSlashes(name) + [UInt8(ascii: ".")] + ending
    path = try call.resolution().document(shown)
    self.type = type
    (model, isCopied) = try chosen.model(for: type, shown: shown)
    source = chosen.source
    original = chosen.shown
    originalPath = chosen.path
    try Self.checkPlace(path, shown)
  }

  /// Makes it, whole or not at all.
  func make(_ progress: ProgressManager) async throws {
    try await model.make(from: source, at: fileURL(ofPath: path), as: type, progress: progress)
    if isCopied { try setTime() }
  }

  /// A copy has its original's time, and what is new has its own.
  private func setTime() throws(SystemError) {
    let file = try openPath(path, [.readOnly, .nonBlocking])
    if try file.status().kind == .file { try file.setModified(wallClock()) }
  }

  // MARK: What was asked for

  private static func askedType(_ call: Invocation) throws(Failure) -> UTType? {
    guard let word = call.arguments.bytes("type") else { return nil }
    if let type = contentType(named: word) { return type }
    throw unknownType(word, verb: call.verb, types: blankTypes)
  }

  /// What a document with nothing in it can be.
  static var blankTypes: [UTType] {
    DocumentModel.builtIn.filter(\.canBeBlank).compactMap(\.readableTypes.first)
  }

  /// What is to be added to the name, without the dot: a document is known for what it is by its
  /// ending.
  private static func ending(
    of name: [UInt8], named: UTType?, wanted: UTType, _ source: SourceArgument
  ) throws(Failure) -> [UInt8] {
    if let named {
      if named == wanted || named.conforms(to: wanted) { return [] }
      if fileNameExtension(of: name) != nil {
        throw Failure(
          .usage,
          "\(displayed(name)) has the ending of \(named.shownName), not of \(wanted.shownName)",
          advice: ["Leave --type away, or give the name another ending"])
      }
    }
    if let ending = wanted.preferredFilenameExtension { return Array(ending.utf8) }
    // Of a type that nobody knows, the original's is the same type.
    let ending = source.name.flatMap(fileNameExtension) ?? []
    return fileNameExtension(of: name) == ending ? [] : ending
  }

  private static func withoutSlashes(_ name: [UInt8]) -> [UInt8] {
    var name = name
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    return name
  }

  private static func checkPlace(_ path: [UInt8], _ shown: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      let folder = try openPath(directory(of: path), [.readOnly, .directory])
      let name = Array(path.split(separator: UInt8(ascii: "/")).last ?? [])
      guard !name.isEmpty else { throw SystemError(call: "open", errno: .exists) }
      _ = try folder.status(of: name)
    } catch {
      switch error.errno {
      case .noSuchFile where error.call != "openat2" && error.call != "open": return
      case .noSuchFile:
        throw .noFolder(for: path)
      case .exists: throw .exists(shown)
      default: throw Failure(error, "\(displayed(shown)) can't be made")
      }
    }
    throw .exists(shown)
  }
}

extension Failure {
  static func noFolder(for path: [UInt8]) -> Failure {
    let folder = directory(of: path)
    return Failure(
      .notFound, "there is no directory \(displayed(folder))",
      advice: ["Make it first: mkdir -p \(shellQuoted(folder))"])
  }
}
