import Control
import Documents
import Engine
import LinuxSystem
import Reconciliation

/// The signals that the daemon acts on.
let endingSignals: [Signal] = [.terminate, .interrupt, .hangUp]

/// The command line's arguments as the bytes that the kernel handed over.
func commandLineBytes() -> [[UInt8]] {
  (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
    CommandLine.unsafeArgv[index].map { pointer in
      var bytes: [UInt8] = []
      var next = pointer
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return bytes
    }
  }
}

/// Runs the daemon until it is told to end, with types beside the built-in ones. Returns how.
func run(arguments: [[UInt8]], types: [DocumentType]) -> Int32 {
  do throws(UsageError) {
    let read = try DaemonArguments(arguments)
    if read.wantsHelp { return print(DaemonArguments.help) }
    if read.wantsVersion { return print("collated \(collateVersion)\n") }
    return run(read, types: types)
  } catch {
    complain("collated: \(error.message)")
    return ExitCode.usage
  }
}

private func print(_ text: String) -> Int32 {
  do throws(SystemError) {
    try StandardStream.output.write(Array(text.utf8))
    return ExitCode.done
  } catch {
    return ExitCode.cantCreate
  }
}

private func run(_ arguments: DaemonArguments, types: [DocumentType]) -> Int32 {
  let console = Console(isQuiet: arguments.isQuiet)
  do {
    let daemon = try Daemon.start(arguments, console, types: types)
    return try daemon.serveUntilStopped()
  } catch let error as ConfigurationError {
    complain("collated: \(error.message)")
    return ExitCode.configuration
  } catch let error as ListeningError {
    complain("collated: \(error)")
    return ExitCode.unavailable
  } catch let error as DaemonError {
    complain("collated: \(error)")
    return ExitCode.noInput
  } catch {
    complain("collated: \(error)")
    return ExitCode.software
  }
}
