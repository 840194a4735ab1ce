import FoundationEssentials
import Reconciliation
import StateStore
import TestSupport
import Testing

/// `Fixtures/state/v1` is a state as it was written when the format was new, and `v1-anew` the
/// same after its journal was written anew: they must open with the right values for ever.
///
/// With `COLLATE_WRITE_FIXTURES` set, the files are written anew: only for a format that was
/// never shipped.
@Suite struct GoldenStateTests {
  static let names = ["v1", "v1-anew"]

  static var limits: StoreLimits {
    var limits = StoreLimits()
    limits.segmentBytes = 400
    limits.largeContentBytes = 200
    return limits
  }

  static func disk(_ name: String) throws -> SimulatedStateDisk {
    let disk = SimulatedStateDisk()
    for folder in ["", "contents", "large"] {
      let place = ProjectFolder.fixtures("state").appending(path: name).appending(path: folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: place.path) {
        guard file != "contents", file != "large" else { continue }
        let bytes = try Data(contentsOf: place.appending(path: file))
        disk[folder.isEmpty ? file : "\(folder)/\(file)"] = Array(bytes)
      }
    }
    return disk
  }

  /// What the fixture holds, written by today's code.
  static func write(_ name: String) throws -> SimulatedStateDisk {
    let disk = SimulatedStateDisk()
    var limits = limits
    if name == "v1-anew" { limits.journalBytes = 0 }
    let store = try StateStore.open(on: disk, limits: limits).store
    for number in 0..<12 { try store.keep(Sample.content(number), as: Sample.digest(number)) }
    try store.keep(Sample.content(12, length: 300), as: Sample.digest(12, length: 300))
    let identifier = store.nextIdentifier()
    try store.commit([
      .setBase(try Sample.path(0), Sample.base(0, others: [Sample.fingerprint(1), nil])),
      .setBase(try Sample.path(1), Sample.base(1)), .event(try moved()),
      .setConflict(try Sample.conflict(identifier, 2)),
      .addHistory(try Sample.path(1), Sample.entry(5, time: RetentionTests.now)),
    ])
    try store.commit([
      .setIntent(try Sample.intent(store.nextIdentifier(), 6)),
      .setAction(try Sample.action(store.nextIdentifier(), 7)), .event(try Sample.event(8)),
    ])
    if name == "v1-anew" { _ = try store.thin(now: RetentionTests.now) }
    try store.sync()
    return disk
  }

  static func moved() throws -> Event {
    Event(
      number: 1, time: -1, kind: .moved, path: try Sample.path(1), from: try Sample.path(9),
      digest: nil, details: ["naïve\r\nline", ""])
  }

  @Test(arguments: names) func `a state of format 1 opens with its values`(name: String) throws {
    let opened = try StateStore.open(on: try Self.disk(name), limits: Self.limits)
    let store = opened.store
    #expect(opened.damage == [])
    #expect(
      try store.bases == [
        Sample.path(0): Sample.base(0, others: [Sample.fingerprint(1), nil]),
        Sample.path(1): Sample.base(1),
      ])
    #expect(try store.conflicts == [1: Sample.conflict(1, 2)])
    #expect(try store.intents == [2: Sample.intent(2, 6)])
    #expect(try store.actions == [Sample.action(3, 7)])
    #expect(
      try store.history(of: Sample.path(1)) == [Sample.entry(5, time: RetentionTests.now)])
    var second = try Sample.event(8)
    second.number = 2
    #expect(try store.events(after: 0, limit: 9) == [Self.moved(), second])
    #expect(store.nextIdentifier() == 17)
    for number in 0..<12 {
      #expect(try store.content(Sample.digest(number)) == Sample.content(number))
    }
    #expect(
      try store.content(Sample.digest(12, length: 300)) == Sample.content(12, length: 300))
    #expect(try store.check().damage == [])
  }

  @Test(arguments: names) func `today's code writes format 1 as it was`(name: String) throws {
    let today = try Self.write(name)
    if ProcessInfo.processInfo.environment["COLLATE_WRITE_FIXTURES"] != nil {
      try Self.writeFixture(today, name)
    }
    let fixture = try Self.disk(name)
    #expect(try today.names() == fixture.names())
    for name in try today.names() { #expect(today[name] == fixture[name], "\(name)") }
  }

  private static func writeFixture(_ disk: SimulatedStateDisk, _ folder: String) throws {
    for name in try disk.names() {
      let file = ProjectFolder.fixtures("state").appending(path: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(disk[name] ?? []).write(to: file)
    }
  }
}
