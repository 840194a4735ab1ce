import LinuxSystem

extension Bench {
  /// What the daemon does while nothing happens.
  func measureIdle(_ daemon: DaemonProcess) throws -> [Figure] {
    complain("idle for \(options.idleTime) s")
    // The flush that follows the last change is no idling.
    try pause(milliseconds: 3_000)
    let before = try ProcessFigures(daemon.process)
    try pause(milliseconds: Int32(options.idleTime) * 1_000)
    let after = try ProcessFigures(daemon.process)
    let span = "idle \(options.idleTime) s: "
    return [
      Figure(
        span + "wake-ups", corpus.count, .count(after.sleeps - before.sleeps), goal: "0"),
      Figure(
        span + "processor time", corpus.count,
        .time(Int64(after.processorTime - before.processorTime)), goal: "0"),
      Figure(span + "reads", corpus.count, .count(after.reads - before.reads), goal: "0"),
    ]
  }
}
