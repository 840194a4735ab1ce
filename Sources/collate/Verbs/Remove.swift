import Control
import Reconciliation

extension Verb {
  static let remove = Verb(
    name: "remove",
    usage: "LIBRARY",
    summary: "Stop keeping a library; its documents stay as they are",
    about: """
      Takes a library's name or its directory. Conflict copies stay beside their documents.
      """,
    examples: ["collate remove notes"],
    options: [.json],
    operands: 1...1,
    operand: .library
  ) { call throws(Failure) in
    let library = try call.library(called: call.arguments.operands[0])
    _ = try call.daemon.call(RemoveLibrary.self, .init(library: library.name))
    if call.isJSON {
      try call.printJSON(library)
      return .done
    }
    let root = displayed(library.rootPath?.bytes ?? Array(library.root.utf8))
    call.output.line(
      "The library \(harmless(library.name.utf8)) is not kept any more; "
        + "its documents in \(root) stay as they are")
    return .done
  }
}
