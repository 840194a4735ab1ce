import Control
import Reconciliation

extension Verb {
  static let resume = Verb(
    name: "resume",
    usage: "[LIBRARY]",
    summary: "Go on after pause",
    options: [.json],
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let library = try call.libraryName()
    _ = try call.daemon.call(Resume.self, Wire.InLibrary(library: library))
    if call.isJSON {
      try call.printJSON(PauseReport(library: library, isPaused: false))
      return .done
    }
    call.output.line((library.map { harmless($0.utf8) } ?? "Every library") + " goes on")
    return .done
  }
}
