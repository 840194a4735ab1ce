import Control
import Reconciliation

extension Verb {
  static let check = Verb(
    name: "check",
    usage: "[LIBRARY]",
    summary: "Verify what Collate keeps",
    about: """
      Reads every kept content and compares it with its digest. The exit code is 1 when
      something is damaged.
      """,
    options: [.json],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let parameters = Wire.InLibrary(library: try call.libraryName())
    let reply = try call.daemon.call(Check.self, parameters)
    if call.isJSON {
      try call.printJSON(reply)
    } else {
      call.output.lines(checkLines(reply, paint: call.paint))
    }
    return reply.damage.isEmpty ? .done : .no
  }
}

func checkLines(_ reply: Check.Reply, paint: Paint) -> [String] {
  let read = "\(counted(reply.contents, "content")), \(size(reply.bytes)) read"
  if reply.damage.isEmpty { return ["\(read): all whole"] }
  return ["\(read): \(paint("\(reply.damage.count) damaged", .bad))"]
    + reply.damage.map { "  " + harmless($0.utf8) }
}
