import TestSupport

@testable import StateStore

/// What a batch of the journal may hold, though its checksum is right: what can be read is written
/// and read again as the same, and a state of it opens, is checked, and thinned.
func fuzzRecords(_ bytes: [UInt8]) throws {
  var reader = ByteReader(bytes)
  while !reader.isAtEnd {
    let entry: Entry
    do throws(EntryProblem) {
      entry = try Entry.read(&reader)
    } catch {
      break
    }
    var writer = ByteWriter()
    entry.write(to: &writer)
    var again = ByteReader(writer.bytes)
    let same: Entry
    do throws(EntryProblem) {
      same = try Entry.read(&again)
    } catch {
      throw FuzzFinding("\(entry) was written and can't be read: \(error)")
    }
    try require(same == entry, "\(entry) was written and read as \(same)")
  }
  let disk = SimulatedStateDisk()
  try disk.replace(
    Journal.name, with: FileHeader.bytes(.journal) + Frame(bytes, sequence: 1).bytes + bytes)
  do throws(StateDiskError) {
    let store = try StateStore.open(on: disk).store
    _ = try store.check()
    _ = try store.thin(now: 1_796_000_000_000_000_000)
    try store.finish()
    _ = try StateStore.open(on: disk)
  } catch {
    try require(!error.message.isEmpty, "a state is refused without a word")
  }
}
