import Control
import Reconciliation

extension Verb {
  static let check = Verb(
    name: "check",
    usage: "[LIBRARY]",
    summary: "Verify what Collate keeps",
    about: """
      Reads every kept content and compares it with its digest. The exit code is 1 when
      something is damaged. Where the daemon isn't running, all stores of this user are read.
      """,
    options: [.json],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let parameters = Wire.InLibrary(library: try call.libraryName())
    let reply: Check.Reply
    do throws(ClientError) {
      reply = try call.daemon.attempt(Check.self, parameters)
    } catch {
      guard case .notRunning = error else { throw Failure(error) }
      reply = try StoreCheck(folder: StateFolder(system: call.system)).run()
    }
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
