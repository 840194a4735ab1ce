import Control
import Reconciliation

extension Verb {
  static let remove = Verb(
    name: "remove",
    usage: "LIBRARY|DIRECTORY",
    summary: "Stop keeping a library, or one of its directories; documents stay",
    about: """
      By its name a library is not kept any more; by its directory neither. A directory of a
      library that has several leaves it: its documents stay as they are, and the others go
      on. Conflict copies stay beside their documents.
      """,
    examples: ["collate remove notes", "collate remove /media/stick/Notes"],
    options: [.json],
    operands: 1...1,
    operand: .library
  ) { call throws(Failure) in
    let word = call.arguments.operands[0]
    let library = try call.library(called: word)
    let root = try directory(word, of: library, call)
    let reply = try call.daemon.call(
      RemoveLibrary.self, .init(library: library.name, root: root))
    if call.isJSON {
      try call.printJSON(
        Removed(name: library.name, library: reply.library, note: reply.note))
      return .done
    }
    let name = harmless(library.name.utf8)
    if let rest = reply.library, let root {
      let others = (rest.replicas ?? []).map { displayed($0.rootBytes) }
      call.output.line(
        "\(displayed(root.bytes)) is not kept any more; its documents stay as they are, and "
          + "\(name) goes on in \(listed(others))")
    } else {
      let roots =
        library.replicas?.map { displayed($0.rootBytes) } ?? [
          displayed(library.rootPath?.bytes ?? Array(library.root.utf8))
        ]
      call.output.line(
        "The library \(name) is not kept any more; its documents in \(listed(roots)) stay as "
          + "they are")
    }
    if let note = reply.note { call.output.line("note: " + harmless(note.utf8)) }
    return .done
  }
}

/// What was removed, for a program.
private struct Removed: Encodable {
  var name: String
  /// What is left of it, where only a directory left.
  var library: Wire.Library?
  var note: String?
}

/// The directory that a word names, of a library that has several; nil where it is its name.
private func directory(
  _ word: [UInt8], of library: Wire.Library, _ call: Invocation
) throws(Failure) -> WirePath? {
  guard Array(library.name.utf8) != word, let replicas = library.replicas else { return nil }
  let resolution = try call.resolution()
  let asked = resolution.directory(word)
  return replicas.map { WirePath($0.rootBytes) }.first {
    resolution.directory($0.bytes) == asked || $0.bytes == asked
  }
}

extension Wire.Replica {
  /// The root's path; what it is shown as where the base64 isn't.
  var rootBytes: [UInt8] {
    WirePath(text: root, base64: rootBase64)?.bytes ?? Array(root.utf8)
  }
}
