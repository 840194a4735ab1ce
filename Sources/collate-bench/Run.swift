import LinuxSystem

/// Makes all measurements that are wanted, and prints them.
func run(_ options: Options) throws {
  let programs = try Programs()
  var figures: [Figure] = []
  if options.wants(.hash) { figures += try measureHashing() }
  for size in options.sizes { figures += try measure(size, options, programs) }
  if options.wants(.large) { figures += try measureLarge(options, programs) }
  let text = options.isJSON ? try json(figures) : table(figures)
  try StandardStream.output.write(Array(text.utf8))
}

/// The measurements on one corpus.
private func measure(_ size: Int, _ options: Options, _ programs: Programs) throws -> [Figure] {
  let place = try Workplace(options.folder)
  complain("\(size) documents on \(place.description): making them")
  let corpus = try Corpus(in: place, count: size, seed: options.seed)
  complain("\(corpus.bytes / 1_000_000) MB in \(corpus.folderCount) folders")
  let bench = Bench(programs: programs, place: place, corpus: corpus, options: options)
  var figures: [Figure] = []
  if options.wants(.start) || options.wants(.memory) { figures += try bench.measureStarts() }
  if options.wants(.sync) { figures += try bench.measureReplicas() }
  guard options.wantsOneRoot else { return figures }
  let eventFloor = options.wants(.event) ? try bench.measureNotification() : nil
  let burstFloor = options.wants(.burst) ? try bench.measureRewriting() : nil
  let daemon = try bench.startDaemon()
  try daemon.waitUntilWatching(size)
  // What was edited for the floors is told and made durable before anything is measured.
  try pause(milliseconds: 3_000)
  if options.wants(.status) { figures += try bench.measureStatus(daemon) }
  if options.wants(.idle) { figures += try bench.measureIdle(daemon) }
  if let eventFloor { figures += try bench.measureEvents(daemon, floor: eventFloor) }
  if let burstFloor { figures += try bench.measureBurst(daemon, floor: burstFloor) }
  try daemon.stop()
  return figures
}

/// One corpus, and what is needed to measure with it.
struct Bench {
  let programs: Programs
  let place: Workplace
  let corpus: Corpus
  let options: Options
}

/// A line on the error stream: how far the run is, or what went wrong.
func complain(_ line: String) {
  do throws(SystemError) {
    try StandardStream.error.write(Array((line + "\n").utf8))
  } catch {
    // Nobody reads it; the figures are what counts.
  }
}
