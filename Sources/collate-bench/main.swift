import LinuxSystem

// Measures the built daemon beside what the machine itself needs for the same work.

ignoreSignals()
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    try StandardStream.output.write(Array(Options.help.utf8))
  } else {
    try run(options)
  }
  endProcess(0)
} catch let error as UsageError {
  complain(error.message)
  endProcess(64)
} catch {
  complain("\(error)")
  endProcess(70)
}
