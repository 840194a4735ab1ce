import LinuxSystem

extension Bench {
  /// A daemon that keeps the corpus, with the state that is there.
  func startDaemon() throws -> DaemonProcess {
    try DaemonProcess(programs, place, roots: [corpus.root])
  }

  /// The first start, and a start at which nothing has changed, and what memory each takes.
  func measureStarts() throws -> [Figure] {
    var firsts: [Int64] = []
    var firstFloors: [Int64] = []
    var restarts: [Int64] = []
    var walks: [Int64] = []
    var memory: [ProcessFigures] = []
    var memoryOfRestart: [ProcessFigures] = []
    for repetition in 1...options.repetitions {
      complain("starting, \(repetition) of \(options.repetitions)")
      firstFloors.append(try time { _ = try TreeWalk.readAndHash(corpus.root) })
      try place.remove(DaemonProcess.stateName)
      let first = try startDaemon()
      firsts.append(try first.waitUntilWatching(corpus.count))
      memory.append(try ProcessFigures(first.process))
      try first.stop()
      walks.append(try time { _ = try TreeWalk.stat(corpus.root) })
      let second = try startDaemon()
      restarts.append(try second.waitUntilWatching(corpus.count))
      memoryOfRestart.append(try ProcessFigures(second.process))
      try second.stop()
    }
    var figures: [Figure] = []
    if options.wants(.start) {
      figures += [
        Figure(
          "first start", corpus.count, .time(median(firsts)),
          floor: .time(median(firstFloors)), "walk + stat + read + SHA-256, one thread",
          goal: "1.3×"),
        Figure(
          "restart, nothing changed", corpus.count, .time(median(restarts)),
          floor: .time(median(walks)), "walk + stat, one thread", goal: "1.2×"),
      ]
    }
    if options.wants(.memory) {
      figures += [
        Figure(
          "resident after the first start", corpus.count, .bytes(median(memory.map(\.resident))),
          goal: corpus.count == 100_000 ? "40 MB" : nil),
        Figure("  its peak", corpus.count, .bytes(median(memory.map(\.residentPeak)))),
        Figure(
          "resident after a restart", corpus.count,
          .bytes(median(memoryOfRestart.map(\.resident))),
          goal: corpus.count == 100_000 ? "40 MB" : nil),
      ]
    }
    return figures
  }
}

/// How long something takes; nanoseconds.
func time(_ body: () throws -> Void) rethrows -> Int64 {
  let start = steadyClock()
  try body()
  return steadyClock() - start
}
