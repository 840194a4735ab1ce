/// Why a verb did not do what it was asked: what happened to what, and what to do.
struct Failure: Error, Hashable, Sendable {
  var code: ExitCode
  /// One sentence, safe to print, without a full stop.
  var message: String
  /// What to do about it, one line each, safe to print.
  var advice: [String]

  init(_ code: ExitCode, _ message: String, advice: [String] = []) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// The command was used wrongly; `verb` is whose help to point to.
  static func usage(_ message: String, verb: String? = nil, advice: [String] = []) -> Failure {
    let help = verb.map { "collate help \($0)" } ?? "collate help"
    return Failure(.usage, message, advice: advice + ["Try: \(help)"])
  }
}
