import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct StateStoreTests {
  let disk = SimulatedStateDisk()

  func open() throws -> StateStore {
    let opened = try StateStore.open(on: disk)
    #expect(opened.damage == [])
    return opened.store
  }

  @Test func `an empty disk is an empty state, and opening it writes nothing`() throws {
    let store = try open()
    #expect(store.bases.isEmpty && store.conflicts.isEmpty && store.intents.isEmpty)
    #expect(store.actions.isEmpty && store.lastEvent == 0 && store.firstEvent == 0)
    #expect(store.storedBytes == 0)
    #expect(try disk.names() == [])
  }

  @Test func `every kind of record is there after opening again`() throws {
    let store = try open()
    let base = Sample.base(1, others: [nil, Sample.fingerprint(9)])
    let event = Event(
      number: 1, time: -5, kind: .moved, path: try Sample.path(2), from: try Sample.path(3),
      digest: Sample.digest(4), details: ["a\r\nb", "", "é"])
    try store.commit([
      .setBase(try Sample.path(1), base), .event(event),
      .addHistory(try Sample.path(1), Sample.entry(5, time: .min)),
      .setConflict(try Sample.conflict(7, 10)), .setIntent(try Sample.intent(8, 20)),
      .setAction(try Sample.action(9, 30)),
    ])
    for store in [store, try open()] {
      #expect(store.bases == [try Sample.path(1): base])
      #expect(store.events(after: 0, limit: 10) == [event])
      #expect(store.history(of: try Sample.path(1)) == [Sample.entry(5, time: .min)])
      #expect(store.conflicts == [7: try Sample.conflict(7, 10)])
      #expect(store.intents == [8: try Sample.intent(8, 20)])
      #expect(store.actions == [try Sample.action(9, 30)])
    }
  }

  @Test func `contents are there after opening again, small and large`() throws {
    let store = try open()
    for length in [0, 1, 40, 1 << 20, (1 << 20) + 7, 3 << 20] {
      try store.keep(
        Sample.content(length, length: length), as: Sample.digest(length, length: length))
    }
    for store in [store, try open()] {
      for length in [0, 1, 40, 1 << 20, (1 << 20) + 7, 3 << 20] {
        let digest = Sample.digest(length, length: length)
        #expect(store.has(digest))
        #expect(try store.content(digest) == Sample.content(length, length: length))
      }
      #expect(!store.has(Sample.digest(1_000)))
      #expect(try store.content(Sample.digest(1_000)) == nil)
      #expect(store.takeDamage() == [])
    }
  }

  @Test func `equal contents are stored once`() throws {
    let store = try open()
    for length in [100, 2 << 20] {
      let content = Sample.content(1, length: length)
      try store.keep(content, as: SHA256.digest(content))
      let size = store.storedBytes
      for _ in 0..<20 { try store.keep(content, as: SHA256.digest(content)) }
      #expect(store.storedBytes == size)
    }
    let again = try open()
    try again.keep(Sample.content(1, length: 100), as: Sample.digest(1, length: 100))
    #expect(again.storedBytes == store.storedBytes)
  }

  @Test func `no identifier is given twice, whether or not it was used, also after a crash`() throws
  {
    var given: [UInt64] = []
    var chance = SeededChance(seed: 1)
    for round in 0..<20 {
      let store = try StateStore.open(on: disk).store
      for _ in 0..<chance.below(60) {
        given.append(store.nextIdentifier())
        if chance.oneIn(5) {
          try store.commit([.setIntent(try Sample.intent(given[given.count - 1], 1))])
        }
        if chance.oneIn(20) { _ = try store.thin(now: 0) }
      }
      disk.crash(powerLoss: round % 2 == 0, using: &chance)
    }
    #expect(given == given.sorted() && Set(given).count == given.count && given.first == 1)
  }

  @Test func `an identifier that someone else chose is not given again`() throws {
    try open().commit([.setConflict(try Sample.conflict(40, 1))])
    #expect(try open().nextIdentifier() > 40)
    let store = try open()
    let next = store.nextIdentifier()
    try store.commit([.setAction(try Sample.action(next + 1, 1))])
    #expect(store.nextIdentifier() > next + 1)
  }

  @Test func `events are numbered from 1 without gaps, whatever number they bring`() throws {
    let store = try open()
    for number in [7, 7, 0, 99] {
      var event = try Sample.event(number)
      event.number = UInt64(number)
      try store.commit([.event(event), .event(event)])
    }
    for store in [store, try open()] {
      #expect(store.events(after: 0, limit: 100).map(\.number) == Array(1...8))
      #expect(store.events(after: 3, limit: 2).map(\.number) == [4, 5])
      #expect(store.events(after: 8, limit: 100) == [])
      #expect(store.events(after: .max, limit: 100) == [])
      #expect(store.firstEvent == 1 && store.lastEvent == 8)
    }
  }

  @Test func `the newest events are kept, and their numbers go on for ever`() throws {
    var limits = StoreLimits()
    limits.events = 700
    limits.journalBytes = 10_000
    let store = try StateStore.open(on: disk, limits: limits).store
    for number in 0..<2_000 { try store.commit([.event(try Sample.event(number))]) }
    #expect(try #require(disk["journal"]).count < 500_000)
    for store in [store, try StateStore.open(on: disk, limits: limits).store] {
      #expect(store.firstEvent == 1_301 && store.lastEvent == 2_000)
      #expect(store.events(after: 0, limit: .max).map(\.number) == Array(1_301...2_000))
      #expect(store.events(after: 1_999, limit: 5).first?.details == ["line 1999"])
    }
  }

  @Test func `the newest actions are kept, and one that is set again takes its place`() throws {
    var limits = StoreLimits()
    limits.actions = 3
    let store = try StateStore.open(on: disk, limits: limits).store
    for id in 1...5 { try store.commit([.setAction(try Sample.action(UInt64(id), id))]) }
    try store.commit([.setAction(try Sample.action(4, 4, isUndone: true))])
    #expect(store.actions.map(\.id) == [3, 4, 5])
    #expect(store.actions.map(\.isUndone) == [false, true, false])
  }

  @Test func `a move takes base and history along, and joins histories`() throws {
    let store = try open()
    let from = try Sample.path(1)
    let to = try Sample.path(2)
    try store.commit([
      .setBase(from, Sample.base(1)), .setBase(to, Sample.base(2)),
      .addHistory(from, Sample.entry(1, time: 10)), .addHistory(to, Sample.entry(2, time: 5)),
      .addHistory(to, Sample.entry(3, time: 15)), .move(from: from, to: to),
      .move(from: to, to: to),
    ])
    for store in [store, try open()] {
      #expect(store.bases == [to: Sample.base(1)])
      #expect(store.history(of: from) == [])
      #expect(store.history(of: to).map(\.time) == [15, 10, 5])
    }
  }

  @Test func `the journal is written anew before it is mostly of the past`() throws {
    var limits = StoreLimits()
    limits.journalBytes = 2_000
    let store = try StateStore.open(on: disk, limits: limits).store
    for number in 0..<500 { try store.commit([.setBase(try Sample.path(1), Sample.base(number))]) }
    #expect(try #require(disk["journal"]).count < 4 * 2_000 + 500)
    _ = try store.thin(now: 0)
    #expect(try #require(disk["journal"]).count < 2_500)
    #expect(try open().bases == [Sample.path(1): Sample.base(499)])
  }

  @Test func `a check counts what is whole`() throws {
    let store = try open()
    for length in [10, 20, 2 << 20] {
      try store.keep(Sample.content(1, length: length), as: Sample.digest(1, length: length))
    }
    try store.commit([.setBase(try Sample.path(1), Sample.base(1))])
    var expected = CheckReport()
    expected.contents = 3
    expected.bytes = 30 + (2 << 20) + 3
    expected.basesWithoutContent = 1
    #expect(try store.check() == expected)
  }
}
