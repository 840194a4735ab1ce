import Control
import Reconciliation

extension Verb {
  static let release = Verb(
    name: "release",
    usage: "[LIBRARY] [--restore]",
    summary: "Accept what was held as a mass deletion, or bring it back",
    about: """
      When most of a library's documents vanish from a directory at once, that is not passed
      on until someone says that it was meant; what is deleted stays in history. With
      --restore what vanished is brought back instead.

      Where another directory stands in the place of one that the library had, it is taken
      for that: documents that are equal agree, different ones are kept twice, and what it
      lacks comes there.
      """,
    examples: ["collate release notes", "collate release --restore"],
    options: [.json, Option(name: "restore", help: "Bring back what vanished")],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let isRestoring = call.arguments.has("restore")
    let reply = try call.daemon.call(
      Release.self, .init(library: try call.libraryName(), restore: isRestoring))
    let isAnything = reply.released + reply.restored > 0 || !reply.accepted.isEmpty
    if call.isJSON {
      try call.printJSON(reply)
    } else {
      call.output.lines(releaseLines(reply, paint: call.paint))
    }
    return isAnything ? .done : .no
  }
}

private func releaseLines(_ reply: Release.Reply, paint: Paint) -> [String] {
  var lines = reply.accepted.map {
    "The directory that stands where \(harmless($0.utf8)) was is taken for it"
  }
  if reply.released > 0 {
    lines.append("The deletion of \(counted(reply.released, "document")) is accepted")
    lines.append(paint("To take that back: collate undo", .faint))
  }
  if reply.restored > 0 {
    lines.append("\(counted(reply.restored, "document")) brought back")
  }
  return lines.isEmpty ? ["Nothing was held as a mass deletion."] : lines
}
