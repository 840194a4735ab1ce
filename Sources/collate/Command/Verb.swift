/// One thing that `collate` can be asked to do.
struct Verb: Sendable {
  /// What its operands are, for completion.
  enum Operand: Sendable {
    case nothing
    case document
    case directory
    case library
    case verb
    case shell
  }

  var name: String
  /// What stands behind the verb in its usage line.
  var usage: String = ""
  /// One line, for the list of verbs.
  var summary: String
  /// What help says beyond that; lines of at most 78 columns.
  var about: String = ""
  var examples: [String] = []
  var options: [Option] = []
  var operands: ClosedRange<Int> = 0...0
  var operand: Operand = .nothing
  /// Whether everything behind the operands is a command to run.
  var takesCommand = false
  var run: @Sendable (Invocation) throws(Failure) -> ExitCode

  /// Its own options, then those of every verb.
  var everyOption: [Option] {
    options + Option.all.filter { common in !options.contains { $0.name == common.name } }
  }

  func option(named name: String) -> Option? {
    everyOption.first { $0.name == name }
  }
}

extension Verb {
  /// Every verb, in the order that help lists them.
  static let all: [Verb] = [
    .status, .list, .show, .explain,
    .conflicts, .diff, .resolve,
    .undo, .log, .restore, .events,
    .new, .edit, .export, .lock,
    .add, .remove, .pause, .resume, .rescan, .release,
    .check, .doctor, .completions, .version, .help,
  ]

  static func named(_ name: String) -> Verb? {
    all.first { $0.name == name }
  }
}
