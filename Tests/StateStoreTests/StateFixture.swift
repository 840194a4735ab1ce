import FoundationEssentials
import StateStore
import TestSupport
import Testing

/// A state as a version of this format once wrote it, kept for ever.
enum StateFixture {
  /// Opens it, once it is made sure that these records are still written so.
  ///
  /// With `COLLATE_WRITE_FIXTURES` set, it is written anew: only for a format never shipped.
  static func open(_ name: String, holding records: [Record]) throws -> StateStore {
    let place = ProjectFolder.fixtures("state").appending(path: "\(name)/journal")
    let disk = SimulatedStateDisk()
    try StateStore.open(on: disk).store.commit(records)
    if ProcessInfo.processInfo.environment["COLLATE_WRITE_FIXTURES"] != nil {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(disk["journal"] ?? []).write(to: place)
    }
    let fixture = SimulatedStateDisk()
    fixture["journal"] = Array(try Data(contentsOf: place))
    #expect(fixture["journal"] == disk["journal"])
    let opened = try StateStore.open(on: fixture)
    #expect(opened.damage == [])
    return opened.store
  }
}
