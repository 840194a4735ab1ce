import Control
import Reconciliation

extension Verb {
  static let add = Verb(
    name: "add",
    usage: "DIRECTORY… [--to LIBRARY] [--mirror DIRECTORY] [--read-only DIRECTORY]",
    summary: "Begin to keep a directory's documents, or several in agreement",
    about: """
      One directory is a library, whose documents are taken as they are. Several become one
      library: what is equal in them agrees, what is different is kept twice in each of
      them, and what one lacks comes there. Nothing is overwritten or deleted by that.
      With --to they join a library in the same way.
      Changes can go one way. With --mirror the others follow that one: what is edited,
      renamed or deleted in them is put back, and kept in the history. In one that is
      --read-only nothing is ever written, and its changes count.
      """,
    examples: [
      "collate add ~/Notes", "collate add ~/Notes /mnt/nas/Notes",
      "collate add --to notes /media/stick/Notes",
      "collate add ~/Photos /mnt/nas/Photos --mirror ~/Photos",
    ],
    options: [
      .json,
      Option(
        name: "to", value: "LIBRARY", help: "Join this library, by its name or its directory"),
      Option(
        name: "mirror", value: "DIRECTORY", help: "The others of a new library follow this one"),
      Option(
        name: "read-only", value: "DIRECTORY",
        help: "Never write to this one; can be said of several"),
    ],
    operands: 1...64,
    operand: .directory
  ) { call throws(Failure) in
    var roots: [WirePath] = []
    for operand in call.arguments.operands { roots.append(try directory(operand, call)) }
    let library = try call.arguments.bytes("to").map { word throws(Failure) in
      try call.library(called: word).name
    }
    let mirror = try call.arguments.bytes("mirror").map { word throws(Failure) in
      try directory(word, call)
    }
    var readOnly: [WirePath] = []
    for word in call.arguments.values["read-only"] ?? [] {
      readOnly.append(try directory(word, call))
    }
    let reply = try call.daemon.call(
      AddLibrary.self,
      .init(
        root: roots[0], more: Array(roots.dropFirst()), library: library, mirror: mirror,
        readOnly: readOnly))
    if call.isJSON {
      try call.printJSON(reply)
      return .done
    }
    let places = roots.map { displayed($0.bytes) }
    let name = harmless(reply.library.name.utf8)
    if library != nil {
      call.output.line(
        listed(places) + (places.count > 1 ? " belong" : " belongs")
          + " to the library \(name) now")
    } else {
      call.output.line(
        listed(places) + (places.count > 1 ? " are" : " is")
          + " the library \(name) now")
    }
    if let mirror {
      call.output.line("what is in \(displayed(mirror.bytes)) counts, and the others follow it")
    }
    if !readOnly.isEmpty {
      call.output.line(
        listed(readOnly.map { displayed($0.bytes) }) + (readOnly.count > 1 ? " are" : " is")
          + " only read, never written to")
    }
    if let note = reply.note { call.output.line("note: " + harmless(note.utf8)) }
    call.output.line(call.paint("To see how far it is: collate status", .faint))
    return .done
  }
}

private func directory(_ operand: [UInt8], _ call: Invocation) throws(Failure) -> WirePath {
  guard let root = call.system.canonicalPath(operand) else {
    throw Failure(
      .notFound, "there is no directory \(displayed(operand))",
      advice: ["Make it first: mkdir -p \(shellQuoted(operand))"])
  }
  guard call.system.isDirectory(root) else {
    throw Failure(.usage, "\(displayed(operand)) is not a directory")
  }
  return WirePath(root)
}

/// `a`, `a and b`, `a, b and c`.
func listed(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}
