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
}
