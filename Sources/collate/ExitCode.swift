/// What `collate` tells the shell: 0 done, 1 the answer is "no", else as `sysexits.h` has it.
struct ExitCode: RawRepresentable, Hashable, Sendable {
  var rawValue: Int32

  static let done = ExitCode(rawValue: 0)
  static let no = ExitCode(rawValue: 1)
  /// The command was used wrongly.
  static let usage = ExitCode(rawValue: 64)
  /// What should be read can't be made sense of.
  static let badInput = ExitCode(rawValue: 65)
  /// No such document, library, version, conflict or file.
  static let notFound = ExitCode(rawValue: 66)
  /// The daemon isn't there.
  static let unavailable = ExitCode(rawValue: 69)
  /// Something that should not be possible.
  static let internalError = ExitCode(rawValue: 70)
  static let cannotCreate = ExitCode(rawValue: 73)
  static let inputOutput = ExitCode(rawValue: 74)
  /// Held by someone: the same may succeed later.
  static let tryAgain = ExitCode(rawValue: 75)
  static let denied = ExitCode(rawValue: 77)
  /// As shells have it: the command was found but could not be started.
  static let cannotRun = ExitCode(rawValue: 126)
  /// As shells have it: there is no such command.
  static let noSuchCommand = ExitCode(rawValue: 127)
}
