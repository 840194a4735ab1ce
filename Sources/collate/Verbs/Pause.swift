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
    operands: 0...1,
    operand: .library
  ) { call throws(Failure) in
    let library = try call.libraryName()
    _ = try call.daemon.call(Pause.self, Wire.InLibrary(library: library))
    call.output.line((library.map { harmless($0.utf8) } ?? "Every library") + " is paused")
    return .done
  }
}
