public import Documents
import LinuxSystem

/// Runs the daemon until it is told to end, and ends the process: all that a `main` has to do.
///
/// It is `collated` in every way, with its arguments and configuration, and keeps documents of these
/// types too. Call it before anything else has begun a thread, and keep one such daemon a directory.
///
/// - Parameter types: types of one's own; they come before those that Collate has.
public func runDaemon(types: [DocumentType] = []) -> Never {
  // What breaks off a write must not end the daemon, and the signals that end it are waited for by
  // one thread: so both are set before any other thread begins.
  ignoreSignals()
  let status: Int32
  do {
    try blockSignals(endingSignals)
    status = run(arguments: commandLineBytes(), types: types)
  } catch {
    complain("collated can't wait for signals: \(error)")
    status = ExitCode.software
  }
  endProcess(status)
}
