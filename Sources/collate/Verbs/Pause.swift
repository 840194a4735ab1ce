import Control
import Reconciliation

extension Verb {
  static let pause = Verb(
    name: "pause",
    usage: "[LIBRARY]",
    summary: "Leave a library's documents alone until resume",
    about: """
      Nothing is written and nothing passed on; what happens meanwhile is looked at when it
      goes on.
      """,
    options: [.json],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let library = try call.libraryName()
    _ = try call.daemon.call(Pause.self, Wire.InLibrary(library: library))
    if call.isJSON {
      try call.printJSON(PauseReport(library: library, isPaused: true))
      return .done
    }
    call.output.line((library.map { harmless($0.utf8) } ?? "Every library") + " is paused")
    return .done
  }
}

/// What `pause` and `resume` did, for a program; without a library, to all of them.
struct PauseReport: Encodable {
  var library: String?
  var isPaused: Bool
}
