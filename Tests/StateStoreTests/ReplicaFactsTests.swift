import Reconciliation
import StateStore
import TestSupport
import Testing

/// What the state says of the replicas of a library that has several.
@Suite struct ReplicaFactsTests {
  private static func held(_ number: Int) -> Held {
    Held(
      Version(
        digest: Sample.digest(number), fingerprint: Sample.fingerprint(number),
        readability: .readable))
  }

  private static func records() throws -> [Record] {
    [
      .setHeld(try Sample.path(0), held(1), replica: 1),
      .setHeld(try Sample.path(0), held(2), replica: 2),
      .setHeld(try Sample.path(1), Held(held(3).version, movedTo: try Sample.path(4)), replica: 1),
      .setHeld(try Sample.path(2), held(4), replica: 1),
      .dropHeld(try Sample.path(2), replica: 1),
      .setDirectory(try Sample.path(5), replicas: 0b101),
      .setDirectory(try Sample.path(6), replicas: 0b1), .forgetDirectory(try Sample.path(6)),
      .setReplica(0, identity: [1, 2, 3]), .setReplica(1, identity: [4]),
      .setReplica(1, identity: []),
      .setIntent(
        Intent(
          id: 7, path: try Sample.path(3), expected: Sample.digest(5), installed: nil, replica: 2)),
    ]
  }

  private static func expectAll(_ store: StateStore) throws {
    #expect(store.held(in: 0) == [:])
    #expect(
      try store.held(in: 1) == [
        Sample.path(0): held(1),
        Sample.path(1): Held(held(3).version, movedTo: Sample.path(4)),
      ])
    #expect(try store.held(Sample.path(0), in: 2) == held(2))
    #expect(try store.directories == [Sample.path(5): 0b101])
    #expect(store.identity(of: 0) == [1, 2, 3])
    #expect(store.identity(of: 1) == nil)
    #expect(store.intents.values.map(\.replica) == [2])
  }

  @Test func `they are there again when it is opened, and after the journal was written anew`()
    throws
  {
    let disk = SimulatedStateDisk()
    let store = try StateStore.open(on: disk).store
    try store.commit(Self.records())
    try Self.expectAll(store)
    try Self.expectAll(StateStore.open(on: disk).store)
    var limits = StoreLimits()
    limits.journalBytes = 0
    let anew = try StateStore.open(on: disk, limits: limits).store
    for _ in 0..<2 { try anew.commit(Self.records()) }
    _ = try anew.thin(now: RetentionTests.now)
    try Self.expectAll(StateStore.open(on: disk).store)
  }

  @Test func `what a replica holds is kept as long as it holds it`() throws {
    let disk = SimulatedStateDisk()
    let store = try StateStore.open(on: disk).store
    try store.keep(Sample.content(1), as: Sample.digest(1))
    try store.commit([.setHeld(try Sample.path(0), Self.held(1), replica: 1)])
    for _ in 0..<3 { _ = try store.thin(now: RetentionTests.now) }
    #expect(try store.content(Sample.digest(1)) == Sample.content(1))
    try store.commit([.dropHeld(try Sample.path(0), replica: 1)])
    for _ in 0..<3 { _ = try store.thin(now: RetentionTests.now) }
    #expect(!store.has(Sample.digest(1)))
  }

  @Test func `a state with replicas opens with its values for ever`() throws {
    try Self.expectAll(StateFixture.open("v1-replicas", holding: Self.records()))
  }
}
