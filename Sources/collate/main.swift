import LinuxSystem

// Who reads the answer may go away: that is told by the write, and no reason to die.
ignoreSignals([.pipe])
endProcess(run(System.commandLineWords(), system: System()).rawValue)
