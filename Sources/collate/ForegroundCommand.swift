import LinuxSystem
import Reconciliation

/// A program that has the terminal while this one waits for it.
struct ForegroundCommand {
  /// The program and its arguments.
  var words: [[UInt8]]

  init(words: [[UInt8]]) {
    self.words = words
  }

  /// A command as a person wrote it, which may have arguments of its own and quotes around them:
  /// the shell reads it, as git has its editors read.
  init(shell command: [UInt8], arguments: [[UInt8]]) {
    let script = command + Array(#" "$@""#.utf8)
    words = [Array("sh".utf8), Array("-c".utf8), script, command] + arguments
  }

  /// Runs it to its end; every so often `meanwhile` is called.
  ///
  /// An interrupt from the keyboard goes to the program alone, which may not end at it; being
  /// asked to end is handed on to it.
  func run(
    every milliseconds: Int64? = nil, meanwhile: () -> Void = {}
  ) throws(Failure) -> ExitStatus {
    let handed: [Signal] = [.terminate, .hangUp]
    let awaited = handed + [.interrupt, .quit, .child]
    do {
      try blockSignals(awaited)
      let process = try spawn(words)
      while true {
        let signal = try waitForSignal(in: awaited, milliseconds: milliseconds)
        if let signal, handed.contains(signal) { try send(signal, to: process) }
        if let status = try exitStatus(of: process) { return status }
        meanwhile()
      }
    } catch {
      throw Self.failure(error, program: words.first ?? [])
    }
  }

  private static func failure(_ error: SystemError, program: [UInt8]) -> Failure {
    guard error.call == "posix_spawnp" else { return Failure(error, displayed(program)) }
    if error.errno == .noSuchFile {
      return Failure(.noSuchCommand, "there is no command \(displayed(program))")
    }
    return Failure(.cannotRun, "\(displayed(program)) can't be run: \(error.errno)")
  }
}
