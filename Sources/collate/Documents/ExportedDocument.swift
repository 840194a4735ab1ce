import Documents
import DocumentTypes
import LinuxSystem
import Reconciliation

/// A document that is to be written as another type: which, as what, and where to.
@MainActor
struct ExportedDocument {
  enum Target: Hashable {
    case standardOutput
    /// Where, and how it is to be shown.
    case file([UInt8], shown: [UInt8])
  }

  let shown: [UInt8]
  let path: [UInt8]
  let type: UTType
  let target: Target
  let isReplacing: Bool
  private let model: DocumentModel

  /// Finds out what was asked for. Nothing is read or written yet.
  init(_ document: [UInt8], _ call: Invocation) throws(Failure) {
    shown = document
    let place = try Self.found(document)
    path = place.path
    let name = Array(document.split(separator: UInt8(ascii: "/")).last ?? [])
    let own = contentType(ofNamed: name)
    guard let own, let model = DocumentModel.opening(own) else {
      throw Failure(
        .badInput, "\(displayed(document)) is of no type that can be exported",
        advice: ["These can be: \(Self.exportableTypes.words)"])
    }
    self.model = model
    isReplacing = call.arguments.has("force")
    type = try Self.type(model, shown: document, call)
    target = try Self.target(type, named: name, call)
    try checkTarget()
  }

  /// Writes it to a place, whole or not at all.
  func write(to target: [UInt8], _ progress: ProgressManager) async throws {
    try await model.export(
      fileURL(ofPath: path), to: fileURL(ofPath: target), as: type, replacing: isReplacing,
      progress: progress)
  }

  // MARK: What was asked for

  private static var exportableTypes: [UTType] {
    DocumentModel.builtIn.filter { !$0.writableTypes.isEmpty }.flatMap(\.readableTypes)
  }

  private static func found(
    _ document: [UInt8]
  ) throws(Failure) -> (path: [UInt8], status: FileStatus) {
    do throws(SystemError) {
      let path = try resolvedPath(document)
      let status = try LinuxSystem.status(ofPath: path)
      guard status.kind == .file || status.kind == .directory else {
        throw SystemError(call: "open", errno: .notSupported, path: path)
      }
      return (path, status)
    } catch {
      throw Failure(error, "\(displayed(document)) can't be read")
    }
  }

  private static func type(
    _ model: DocumentModel, shown document: [UInt8], _ call: Invocation
  ) throws(Failure) -> UTType {
    let possible = model.writableTypes
    guard !possible.isEmpty else {
      throw Failure(.usage, "\(displayed(document)) is a \(model.name), which can only be read")
    }
    let target = call.arguments.bytes("to") ?? []
    let name = Array(target.split(separator: UInt8(ascii: "/")).last ?? [])
    guard let word = call.arguments.bytes("as") ?? fileNameExtension(of: name) else {
      throw .usage(
        "it is not said what \(displayed(document)) is to become", verb: call.verb.name,
        advice: ["Say it with --as: it can be \(possible.words)"])
    }
    guard let asked = contentType(named: word) else {
      throw unknownType(word, verb: call.verb, types: possible)
    }
    guard
      let type = possible.first(where: { asked == $0 })
        ?? possible.first(where: { asked.conforms(to: $0) && !possible.contains(asked) })
    else {
      throw Failure(
        .usage,
        "\(displayed(document)) is a \(model.name), which can't become \(asked.shownName)",
        advice: ["It can be \(possible.words)"])
    }
    return type
  }

  private static func target(
    _ type: UTType, named name: [UInt8], _ call: Invocation
  ) throws(Failure) -> Target {
    let asked = call.arguments.bytes("to")
    if asked == Array("-".utf8) {
      guard !type.conforms(to: .directory) else {
        throw Failure(
          .usage, "a \(type.shownName) is a directory, which standard output can't take",
          advice: ["Give it a name: --to NAME"])
      }
      return .standardOutput
    }
    let stem = fileNameExtension(of: name).map { Array(name.dropLast($0.count + 1)) } ?? name
    let newName = stem + Array(".\(type.word)".utf8)
    guard let asked else {
      return .file(try call.resolution().document(newName), shown: newName)
    }
    let last = Array(asked.split(separator: UInt8(ascii: "/")).last ?? [])
    guard call.system.isDirectory(asked), !isPackage(last) else {
      return .file(try call.resolution().document(asked), shown: asked)
    }
    let inside = asked + (asked.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + newName
    return .file(try call.resolution().document(inside), shown: inside)
  }

  private func checkTarget() throws(Failure) {
    guard case .file(let target, let shownTarget) = target else { return }
    guard let kind = try kind(of: target, shownTarget) else { return }
    guard isReplacing else {
      throw Failure(
        .cannotCreate, "\(displayed(shownTarget)) is there already",
        advice: ["Give another name with --to, or replace it with --force"])
    }
    let isDirectory = type.conforms(to: .directory)
    switch kind {
    case .file where !isDirectory: return
    case .directory where isDirectory && isPackage(target): return
    default:
      throw Failure(
        .cannotCreate, "\(displayed(shownTarget)) is no document that could be replaced",
        advice: ["Give another name: --to NAME"])
    }
  }

  /// What has the target's name; nil where it is free.
  private func kind(
    of target: [UInt8], _ shownTarget: [UInt8]
  ) throws(Failure) -> FileStatus.Kind? {
    guard System().isDirectory(directory(of: target)) else { throw .noFolder(for: target) }
    let isItself: Bool
    let kind: FileStatus.Kind
    do throws(SystemError) {
      kind = try status(ofPath: target).kind
      isItself = try resolvedPath(target) == path
    } catch {
      if error.errno == .noSuchFile { return try linkKind(of: target, shownTarget) }
      throw Failure(error, "\(displayed(shownTarget)) can't be written")
    }
    guard !isItself else {
      throw Failure(
        .usage, "\(displayed(shownTarget)) is the document itself",
        advice: ["Give another name: --to NAME"])
    }
    return kind
  }

  /// A link that leads nowhere has the name too.
  private func linkKind(
    of target: [UInt8], _ shownTarget: [UInt8]
  ) throws(Failure) -> FileStatus.Kind? {
    do throws(SystemError) {
      let folder = try openPath(directory(of: target), [.readOnly, .directory])
      let name = Array(target.split(separator: UInt8(ascii: "/")).last ?? [])
      return try folder.status(of: name).kind
    } catch {
      if error.errno == .noSuchFile { return nil }
      throw Failure(error, "\(displayed(shownTarget)) can't be written")
    }
  }
}
