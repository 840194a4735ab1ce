import Reconciliation

extension StateStore {
  /// Documents whose history is looked at in one call.
  private static let documentsPerCall = 2_000
  /// From the start of one round over all documents to that of the next.
  private static let roundInterval = Nanoseconds.seconds(600)
  /// Versions let go of at once when the state is too large.
  private static let versionsPerBatch = 256

  /// Lets go of the history that the retention rule does not ask for, and of the oldest history
  /// while the state is over its limit, and gives back the room that nothing needs.
  ///
  /// Each call does a bounded piece of the work. `now` is the wall clock; where it leaps by more
  /// than a day it is believed only at the second call that says so, since a wrong clock would
  /// cost a month of history.
  package func thin(now: Int64) throws(StateDiskError) -> ThinReport {
    var report = ThinReport()
    if isBelieved(now) {
      try thinHistory(now, &report)
      try keepWithinLimit(&report)
    } else {
      report.isDone = false
    }
    try collectGarbage(&report)
    try compactIfWorthwhile()
    contents.index.young = []
    lastThinned = now
    return report
  }

  private func isBelieved(_ now: Int64) -> Bool {
    let day = Nanoseconds.seconds(24 * 3_600)
    guard let before = lastThinned ?? facts.events.lastTime else { return true }
    let (step, overflow) = now.subtractingReportingOverflow(before)
    return !overflow && step <= day
  }

  private func thinHistory(_ now: Int64, _ report: inout ThinReport) throws(StateDiskError) {
    if toThin.isEmpty, isRoundDue(now) {
      toThin = facts.history.keys.sorted()
      lastRound = now
    }
    let paths = toThin.suffix(Self.documentsPerCall)
    var records: [Record] = []
    for path in paths {
      let dropped = limits.retention.dropped(from: facts.history[path] ?? [], now: now)
      records += dropped.map { .dropHistory(path, $0) }
    }
    try commit(records)
    toThin.removeLast(paths.count)
    report.droppedHistory += records.count
    if !toThin.isEmpty { report.isDone = false }
  }

  private func isRoundDue(_ now: Int64) -> Bool {
    guard let lastRound else { return true }
    let (step, overflow) = now.subtractingReportingOverflow(lastRound)
    return overflow || step < 0 || step >= Self.roundInterval
  }

  // MARK: The limit

  /// What the state would take without what nothing needs.
  private var neededBytes: Int64 {
    min(journal.end, max(journal.pictureEnd, Int64(limits.journalBytes)))
      + contents.index.totalLiveBytes
  }

  private func keepWithinLimit(_ report: inout ThinReport) throws(StateDiskError) {
    guard neededBytes > limits.totalBytes else { return }
    let oldest = facts.history
      .flatMap { path, entries in entries.map { (path: path, entry: $0) } }
      .sorted { ($0.entry.time, $0.path) < ($1.entry.time, $1.path) }
    var dropped = 0
    while neededBytes > limits.totalBytes, dropped < oldest.count {
      let batch = oldest[dropped...].prefix(versionsToDrop(oldest[dropped...].lazy.map(\.entry)))
      try commit(batch.map { .dropHistory($0.path, $0.entry) })
      dropped += batch.count
    }
    report.droppedHistory += dropped
    if dropped > 0 {
      report.notes.append(
        "the state is over its limit of \(limits.totalBytes) bytes: \(dropped) of the oldest "
          + "versions in history were let go of before their time")
    }
    if neededBytes > limits.totalBytes { dropBases(&report) }
  }

  /// How many of the oldest versions make enough room if nothing else needs their contents.
  private func versionsToDrop(_ entries: some Sequence<HistoryEntry>) -> Int {
    var room = neededBytes - limits.totalBytes
    var count = 0
    for entry in entries where room > 0 && count < Self.versionsPerBatch {
      room -= Int64(contents.index.place(of: entry.digest)?.length ?? 0)
      count += 1
    }
    return max(count, 1)
  }

  /// Goes on without the contents of agreed versions, the largest first: merges of those
  /// documents will have no base. What conflicts and actions need stays.
  private func dropBases(_ report: inout ThinReport) {
    var needed: Set<Digest> = []
    for conflict in facts.conflicts.values { needed.formUnion(conflict.digests) }
    for intent in facts.intents.values { needed.formUnion(intent.digests) }
    for action in facts.actions { needed.formUnion(action.digests) }
    let largest = Set(facts.bases.values.map(\.digest)).subtracting(needed)
      .compactMap { digest in
        contents.index.place(of: digest).map { (digest: digest, length: $0.length) }
      }
      .sorted { ($1.length, $0.digest) < ($0.length, $1.digest) }
    var dropped = 0
    for (digest, _) in largest where neededBytes > limits.totalBytes {
      contents.giveUp(digest)
      dropped += 1
    }
    report.notes.append(
      "the state is over its limit of \(limits.totalBytes) bytes: the contents of \(dropped) "
        + "agreed versions were let go of, so that merges of their documents will have no base")
  }

  // MARK: Garbage

  private func collectGarbage(_ report: inout ThinReport) throws(StateDiskError) {
    let share: Int64 = storedBytes > limits.totalBytes ? 90 : 50
    let garbage = contents.garbage(below: share)
    guard !garbage.isEmpty else { return }
    // What is removed must not be needed by what a power cut would bring back.
    try sync()
    for piece in garbage {
      do {
        report.freedBytes += try contents.collect(piece)
      } catch {
        report.notes.append("room that nothing needs could not be given back: \(error.message)")
        return
      }
    }
    if garbage.contains(where: { if case .segment = $0 { false } else { true } }) {
      report.isDone = false
    }
  }
}
