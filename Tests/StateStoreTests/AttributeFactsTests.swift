import Reconciliation
import StateStore
import TestSupport
import Testing

/// What the state says of documents besides their content.
@Suite struct AttributeFactsTests {
  private static let tag = Array("user.tag".utf8)
  private static let origin = Array("user.origin".utf8)

  private static func records() throws -> [Record] {
    var base = Sample.base(0, others: [Sample.fingerprint(1), nil])
    base.mode = 0o751
    return [
      .setBase(try Sample.path(0), base),
      .setAttributes(try Sample.path(0), [tag: [1, 2], origin: []], replica: nil),
      .setAttributes(try Sample.path(0), [tag: [3]], replica: 1),
      .setAttributes(try Sample.path(0), [tag: [4]], replica: 2),
      .setAttributes(try Sample.path(0), [:], replica: 2),
      .setBase(try Sample.path(1), Sample.base(1)),
      .setAttributes(try Sample.path(1), [tag: [5]], replica: nil),
      .forgetBase(try Sample.path(1)),
    ]
  }

  private static func expectAll(_ store: StateStore) throws {
    #expect(try store.bases[Sample.path(0)]?.mode == 0o751)
    #expect(try store.attributes(of: Sample.path(0)) == [tag: [1, 2], origin: []])
    #expect(try store.attributes(of: Sample.path(0), in: 1) == [tag: [3]])
    #expect(try store.attributes(of: Sample.path(0), in: 2) == [:])
    #expect(try store.attributes(of: Sample.path(1)) == [:])
  }

  @Test func `they are there again when it is opened, and after the journal was written anew`()
    throws
  {
    let disk = SimulatedStateDisk()
    try StateStore.open(on: disk).store.commit(Self.records())
    try Self.expectAll(StateStore.open(on: disk).store)
    var limits = StoreLimits()
    limits.journalBytes = 0
    let anew = try StateStore.open(on: disk, limits: limits).store
    for _ in 0..<2 { try anew.commit(Self.records()) }
    _ = try anew.thin(now: RetentionTests.now)
    try Self.expectAll(StateStore.open(on: disk).store)
  }

  @Test func `the library's go with a document to its new name, a replica's stay where it has it`()
    throws
  {
    let store = try StateStore.open(on: SimulatedStateDisk()).store
    try store.commit(Self.records())
    let library = try store.attributes(of: Sample.path(0))
    try #require(!library.isEmpty)
    try store.commit([.move(from: try Sample.path(0), to: try Sample.path(7))])
    #expect(try store.attributes(of: Sample.path(7)) == library)
    #expect(try store.attributes(of: Sample.path(0)) == [:])
    #expect(try store.attributes(of: Sample.path(0), in: 1) == [Self.tag: [3]])
    #expect(try store.attributes(of: Sample.path(7), in: 1) == [:])
  }

  @Test func `a state with modes and xattrs opens with its values for ever`() throws {
    try Self.expectAll(StateFixture.open("v1-metadata", holding: Self.records()))
  }
}
