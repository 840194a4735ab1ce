import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct ThinningTests {
  let disk = SimulatedStateDisk()
  let now = RetentionTests.now

  func store(total: Int64 = .max, segment: Int = 300) throws -> StateStore {
    var limits = StoreLimits()
    limits.segmentBytes = segment
    limits.largeContentBytes = 400
    limits.journalBytes = 2_000
    limits.totalBytes = total
    return try StateStore.open(on: disk, limits: limits).store
  }

  func thin(_ store: StateStore, now: Int64) throws -> ThinReport {
    var total = ThinReport()
    for _ in 0..<50 {
      let report = try store.thin(now: now)
      total.droppedHistory += report.droppedHistory
      total.freedBytes += report.freedBytes
      total.notes += report.notes
      if report.isDone { return total }
    }
    Issue.record("thinning does not end")
    return total
  }

  @Test func `history follows the rule, and the contents that nothing needs go`() throws {
    let store = try store()
    let path = try Sample.path(1)
    let rows = RetentionTests.table.reversed().enumerated()
    for (number, row) in rows {
      try store.keep(Sample.content(number), as: Sample.digest(number))
      let time = RetentionTests.time(row.daysAgo, row.clock)
      try store.commit([.addHistory(path, Sample.entry(number, time: time))])
    }
    let before = store.storedBytes
    let report = try thin(store, now: now)
    _ = try thin(store, now: now)
    #expect(report.droppedHistory == RetentionTests.table.filter { !$0.stays }.count)
    #expect(
      store.history(of: path).map(\.time)
        == RetentionTests.table.filter(\.stays).map { RetentionTests.time($0.daysAgo, $0.clock) })
    #expect(store.storedBytes < before)
    for (number, row) in rows where row.stays {
      #expect(try store.content(Sample.digest(number)) == Sample.content(number))
    }
    #expect(try store.check().damage == [])
  }

  @Test func `contents that bases, history, conflicts, intents and actions need are never let go`()
    throws
  {
    let store = try store()
    for number in 0..<30 { try store.keep(Sample.content(number), as: Sample.digest(number)) }
    try store.commit([
      .setBase(try Sample.path(0), Sample.base(0)),
      .addHistory(try Sample.path(5), Sample.entry(5, time: now)),
      .setConflict(try Sample.conflict(1, 10)), .setIntent(try Sample.intent(2, 20)),
      .setAction(try Sample.action(3, 22)), .setAction(try Sample.action(4, 26, isUndone: true)),
    ])
    for _ in 0..<10 { _ = try thin(store, now: now) }
    let kept = (0..<30).filter { store.has(Sample.digest($0)) }
    #expect(Set(kept).isSuperset(of: [0, 5, 10, 11, 12, 20, 22, 23]))
    #expect(!kept.contains(26) && !kept.contains(27) && kept.count < 20)
    for number in kept {
      #expect(try store.content(Sample.digest(number)) == Sample.content(number))
    }
    try store.commit([.dropConflict(1), .dropIntent(2), .forgetBase(try Sample.path(0))])
    for _ in 0..<10 { _ = try thin(store, now: now) }
    #expect(!store.has(Sample.digest(11)) && !store.has(Sample.digest(20)))
  }

  @Test func `a content is spared by the first thinning after it was kept`() throws {
    let store = try store()
    let large = Sample.digest(2, length: 500)
    try store.keep(Sample.content(1), as: Sample.digest(1))
    try store.keep(Sample.content(2, length: 500), as: large)
    _ = try store.thin(now: now)
    #expect(store.has(Sample.digest(1)) && store.has(large))
    for _ in 0..<3 { _ = try store.thin(now: now) }
    #expect(!store.has(Sample.digest(1)) && !store.has(large))
    #expect(try disk.names().filter { $0.hasPrefix("large/") } == [])
  }

  @Test func `a clock that leaps ahead costs no history until it says so twice`() throws {
    let store = try store()
    let path = try Sample.path(1)
    try store.commit([
      .addHistory(path, Sample.entry(1, time: now)), .event(try Sample.event(1, time: now)),
    ])
    let later = now + Nanoseconds.seconds(400 * 86_400)
    #expect(try store.thin(now: later).droppedHistory == 0)
    #expect(try store.thin(now: now).droppedHistory == 0)
    #expect(try store.thin(now: later).droppedHistory == 0)
    #expect(store.history(of: path).count == 1)
    #expect(try store.thin(now: later).droppedHistory == 1)
  }

  @Test func `over the limit the oldest history goes first, and a note says so`() throws {
    let store = try store(total: 6_000)
    for number in 0..<10 {
      let content = Sample.content(number, length: 1_000)
      let digest = SHA256.digest(content)
      try store.keep(content, as: digest)
      var entry = Sample.entry(number, time: now - Int64(10 - number))
      entry.digest = digest
      try store.commit([.addHistory(try Sample.path(number), entry)])
    }
    let report = try thin(store, now: now)
    let left = try (0..<10).filter { !store.history(of: try Sample.path($0)).isEmpty }
    #expect(left == Array((10 - left.count)..<10))
    #expect(left.count >= 3 && report.droppedHistory == 10 - left.count)
    #expect(report.notes.count == 1 && report.notes[0].contains("over its limit of 6000 bytes"))
    _ = try thin(store, now: now)
    #expect(store.storedBytes <= 6_000)
    #expect(try thin(store, now: now).notes == [])
  }

  @Test func `bases' contents go last, the largest first, and what conflicts need stays`() throws {
    let store = try store(total: 6_000)
    var digests: [Digest] = []
    for number in 0..<8 {
      let content = Sample.content(number, length: 1_000 + number)
      digests.append(SHA256.digest(content))
      try store.keep(content, as: digests[number])
      var base = Sample.base(number)
      base.digest = digests[number]
      try store.commit([.setBase(try Sample.path(number), base)])
    }
    let side = Conflict.Side(digest: digests[7], modified: 0, origin: "")
    let conflict = Conflict(
      id: 1, kind: .bothEdited, document: .root, copy: .root, base: nil, ours: side, theirs: side,
      time: 0, reason: "")
    try store.commit([.setConflict(conflict)])
    let report = try thin(store, now: now)
    _ = try thin(store, now: now)
    #expect(report.notes.count == 1 && report.notes[0].contains("will have no base"))
    #expect(store.bases.count == 8)
    let kept = (0..<8).filter { store.has(digests[$0]) }
    #expect(kept.contains(7) && kept.contains(0) && !kept.contains(6))
    #expect(store.storedBytes <= 6_000)
    #expect(try store.check().basesWithoutContent == 8 - kept.count)
  }
}
