import CLinux
import Glibc

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case killed(Signal)

  /// The number that a shell would report: 128 and the signal's where one killed it.
  package var code: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal.rawValue
    }
  }
}

extension ExitStatus {
  /// From what `waitpid` fills in for a process that has ended.
  init(waited status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(Signal(rawValue: signal))
  }
}

/// Starts a program, found along `PATH` where its name has no slash, in this process's working
/// directory and with its standard streams and environment, in which `environment` (`NAME=value`)
/// comes first. It gets none of our other descriptors, and the usual handling of signals. What a
/// `silent` one writes to its standard output goes nowhere.
///
/// Throws `.noSuchFile` where there is no such program. Wraps `posix_spawnp(3)`.
package func spawn(
  _ arguments: [[UInt8]], environment: [[UInt8]] = [], silent: Bool = false
) throws(SystemError) -> Int32 {
  guard let program = arguments.first,
    !(arguments + environment).contains(where: { $0.contains(0) })
  else { throw SystemError(call: "posix_spawnp", errno: .invalid) }
  var attributes = posix_spawnattr_t()
  try checking("posix_spawnattr_init") { posix_spawnattr_init(&attributes) }
  defer { posix_spawnattr_destroy(&attributes) }
  try resetSignals(&attributes)
  var actions = posix_spawn_file_actions_t()
  try checking("posix_spawn_file_actions_init") { posix_spawn_file_actions_init(&actions) }
  defer { posix_spawn_file_actions_destroy(&actions) }
  if silent {
    try checking("posix_spawn_file_actions_addopen") {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
  }

  // Ours close themselves; what other code of this process has opened may not.
  try checking("posix_spawn_file_actions_addclosefrom_np") {
    clinux_spawn_close_from(&actions, STDERR_FILENO + 1)
  }

  var process: Int32 = 0
  let variables = environment.map(terminated) + inheritedEnvironment(except: environment)
  let code = withPointers(arguments.map(terminated)) { argumentList in
    withPointers(variables) { variableList in
      posix_spawnp(&process, terminated(program), &actions, &attributes, argumentList, variableList)
    }
  }
  guard code == 0 else {
    throw SystemError(call: "posix_spawnp", errno: Errno(rawValue: code), path: program)
  }
  return process
}

/// Waits until a process that this one started has ended.
///
/// Wraps `waitpid(2)`.
package func waitForExit(of process: Int32) throws(SystemError) -> ExitStatus {
  var status: Int32 = 0
  try retrying("waitpid") { waitpid(process, &status, 0) }
  return ExitStatus(waited: status)
}

/// How a process that this one started has ended; nil while it runs or is stopped. Never waits.
///
/// Wraps `waitpid(2)` with `WNOHANG`.
package func exitStatus(of process: Int32) throws(SystemError) -> ExitStatus? {
  var status: Int32 = 0
  let ended = try retrying("waitpid") { waitpid(process, &status, WNOHANG) }
  return ended == 0 ? nil : ExitStatus(waited: status)
}

/// Ends this process, whatever its threads are doing.
///
/// Wraps `exit(3)`.
package func endProcess(_ code: Int32) -> Never {
  exit(code)
}

/// What we ignore or block, a program that we start does not expect to be ignored or blocked.
private func resetSignals(_ attributes: inout posix_spawnattr_t) throws(SystemError) {
  var none = signalSet([])
  var ignored = signalSet([.pipe, .inputOutput, .fileSizeLimit])
  try checking("posix_spawnattr_setsigmask") { posix_spawnattr_setsigmask(&attributes, &none) }
  try checking("posix_spawnattr_setsigdefault") {
    posix_spawnattr_setsigdefault(&attributes, &ignored)
  }
  let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  try checking("posix_spawnattr_setflags") { posix_spawnattr_setflags(&attributes, flags) }
}

/// Our variables but those that are set anew: of two of one name, programs differ in which they
/// take.
private func inheritedEnvironment(except environment: [[UInt8]]) -> [[CChar]] {
  let names = environment.map { $0.prefix { $0 != UInt8(ascii: "=") } }
  var variables: [[CChar]] = []
  guard var next = clinux_environment() else { return [] }
  while let variable = next.pointee {
    let bytes = UnsafeBufferPointer(start: variable, count: strlen(variable) + 1)
    let name = bytes.prefix { $0 != CChar(bitPattern: UInt8(ascii: "=")) }
    if !names.contains(where: { $0.elementsEqual(name.map { UInt8(bitPattern: $0) }) }) {
      variables.append(Array(bytes))
    }
    next += 1
  }
  return variables
}

/// Lends texts as the array of pointers, ended by a null one, that `exec` takes.
private func withPointers<Result>(
  _ texts: [[CChar]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var characters = texts.flatMap { $0 }
  return characters.withUnsafeMutableBufferPointer { buffer in
    var pointers: [UnsafeMutablePointer<CChar>?] = []
    var start = 0
    for text in texts {
      pointers.append(buffer.baseAddress.map { $0 + start })
      start += text.count
    }
    pointers.append(nil)
    return body(pointers)
  }
}
