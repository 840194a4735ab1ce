import LinuxSystem

// What breaks off a write must not end the daemon, and the signals that end it are waited for by
// one thread: so both are set before any other thread begins.
ignoreSignals()
let status: Int32
do {
  try blockSignals(endingSignals)
  status = run(arguments: commandLineBytes())
} catch {
  complain("collated can't wait for signals: \(error)")
  status = ExitCode.software
}
endProcess(status)
