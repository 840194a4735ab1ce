import Reconciliation

/// Makes the facts again from a journal's bytes.
struct Replay {
  let scan: JournalScan
  private(set) var facts: Facts
  private(set) var damage: [String] = []
  /// Where the picture at the journal's front ends.
  private(set) var pictureEnd = 0
  /// Where the journal's good part ends, for the next append.
  let end: Int

  private var batches: [[Entry]] = []
  /// Whether what was written last is lost.
  private var isEndLost = false

  /// Reads everything; throws where a newer version wrote any of it.
  init(_ bytes: [UInt8], limits: StoreLimits) throws(StateDiskError) {
    facts = Facts(limits: limits)
    scan = JournalScan(bytes)
    // Behind broken bytes at the end there is nothing to overwrite: what follows is found.
    end = scan.isWhole ? scan.end : bytes.count
    if case .newer(let version) = scan.header {
      throw FileHeader.newerError(Journal.name, version: version)
    }
    if scan.header == .damaged { damage.append("\(Journal.name): its header is damaged") }
    if !scan.broken.isEmpty {
      let count = scan.broken.reduce(0) { $0 + $1.count }
      damage.append(
        "\(Journal.name): \(count) bytes are damaged; the changes they recorded are lost")
    }
    try read(bytes)
    if scan.broken.last?.upperBound == bytes.count { isEndLost = true }
  }

  /// Applies what was read. Apart, since the contents are found only in between.
  mutating func apply(counting contents: inout ContentIndex) {
    for batch in batches {
      for entry in batch {
        switch entry {
        case .record(let record): facts.apply(record, counting: &contents)
        case .identifiers(let number): facts.noteIdentifiers(below: number)
        case .eventsAfter(let number): facts.noteEvents(after: number)
        case .pictureBegins, .pictureEnds: break
        }
      }
    }
    batches = []
    // Numbers that stood in what is lost must not be given again.
    guard isEndLost else { return }
    facts.noteEvents(after: facts.events.last + 1_000 + UInt64(lostBytes / Frame.size))
    facts.noteIdentifiers(
      below: facts.lastIdentifier + 4_096 * UInt64(lostBytes / Frame.size + 1))
  }

  private var lostBytes: Int { scan.broken.reduce(0) { $0 + $1.count } }

  private mutating func read(_ bytes: [UInt8]) throws(StateDiskError) {
    batches.reserveCapacity(scan.batches.count)
    var isPictureOpen = false
    for range in scan.batches {
      guard let batch = try Self.batch(bytes, range) else {
        damage.append(
          "\(Journal.name): a change of \(range.count) bytes makes no sense; it is left out")
        continue
      }
      if batch.contains(.pictureBegins) { isPictureOpen = true }
      if batch.contains(.pictureEnds) {
        isPictureOpen = false
        pictureEnd = range.upperBound
      }
      batches.append(batch)
    }
    guard isPictureOpen else { return }
    damage.append("\(Journal.name): it was cut; what stood behind is lost")
    isEndLost = true
  }

  /// Nil where the bytes make no sense, though their checksum is right.
  private static func batch(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(StateDiskError) -> [Entry]? {
    var reader = ByteReader(bytes, range)
    var batch: [Entry] = []
    do throws(EntryProblem) {
      while !reader.isAtEnd { batch.append(try Entry.read(&reader)) }
    } catch {
      switch error {
      case .malformed: return nil
      case .newer:
        throw StateDiskError(
          isFull: false,
          message: "\(Journal.name) of the state holds what this version of Collate does not know: "
            + "the state is newer. Nothing was changed; use the newer version of Collate")
      }
    }
    return batch
  }
}
