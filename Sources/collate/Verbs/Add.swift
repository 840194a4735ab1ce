import Control
import Reconciliation

extension Verb {
  static let add = Verb(
    name: "add",
    usage: "DIRECTORY",
    summary: "Begin to keep a directory's documents in agreement",
    about: """
      The documents are taken as they are; nothing in the directory is changed by that.
      """,
    examples: ["collate add ~/Notes"],
    options: [.json],
    operands: 1...1,
    operand: .directory
  ) { call throws(Failure) in
    let operand = call.arguments.operands[0]
    guard let root = call.system.canonicalPath(operand) else {
      throw Failure(
        .notFound, "there is no directory \(displayed(operand))",
        advice: ["Make it first: mkdir -p \(shellQuoted(operand))"])
    }
    guard call.system.isDirectory(root) else {
      throw Failure(.usage, "\(displayed(operand)) is not a directory")
    }
    let parameters = AddLibrary.Parameters(root: WirePath(root))
    let reply = try call.daemon.call(AddLibrary.self, parameters)
    if call.isJSON {
      try call.printJSON(reply)
    } else {
      call.output.line("\(displayed(root)) is the library \(harmless(reply.library.name.utf8)) now")
      call.output.line(call.paint("To see how far it is: collate status", .faint))
    }
    return .done
  }
}
