import Control
import Reconciliation

extension Verb {
  static let release = Verb(
    name: "release",
    usage: "[LIBRARY]",
    summary: "Accept what was held as a mass deletion",
    about: """
      When most of a library's documents vanish at once, that is not passed on until someone
      says that it was meant. If it was not, put the documents back instead. What is deleted
      stays in history.
      """,
    options: [.json],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let parameters = Wire.InLibrary(library: try call.libraryName())
    let reply = try call.daemon.call(Release.self, parameters)
    if call.isJSON {
      try call.printJSON(reply)
    } else if reply.released == 0 {
      call.output.line("Nothing was held as a mass deletion.")
    } else {
      call.output.line("The deletion of \(counted(reply.released, "document")) is accepted")
      call.output.line(call.paint("To take that back: collate undo", .faint))
    }
    return reply.released == 0 ? .no : .done
  }
}
