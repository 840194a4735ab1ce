import Reconciliation

/// Makes the facts again from a journal's bytes.
struct Replay {
  let scan: JournalScan
  private(set) var facts: Facts
  private(set) var damage: [String] = []
  /// Where the picture at the journal's front ends.
  private(set) var pictureEnd = 0
  /// The number of the last batch there ever was, as far as is known.
  let sequence: UInt64
  /// Where the next append goes.
  let end: Int

  /// Whether a picture was begun whose end is missing.
  private var isPictureOpen = false

  /// Reads everything; throws where a newer version wrote any of it.
  init(
    _ bytes: [UInt8], mark: Mark?, limits: StoreLimits, counting contents: inout ContentIndex
  ) throws(StateDiskError) {
    facts = Facts(limits: limits)
    scan = JournalScan(bytes)
    // Nothing is cut off that may be damage rather than a torn append.
    sequence = max(scan.sequence, mark?.sequence ?? 0)
    end = scan.isWhole ? scan.end : bytes.count
    if case .newer(let version) = scan.header {
      throw FileHeader.newerError(Journal.name, version: version)
    }
    if scan.header == .damaged { damage.append("\(Journal.name): its header is damaged") }
    if !scan.broken.isEmpty {
      damage.append(
        "\(Journal.name): \(lostBytes) bytes are damaged; the changes they recorded are lost")
    }
    for range in scan.batches { try apply(bytes, range, counting: &contents) }
    if isPictureOpen { damage.append("\(Journal.name): it was cut; what stood behind is lost") }
    if isPictureOpen || scan.broken.last?.upperBound == bytes.count { skipNumbers() }
    if let mark, mark.sequence > scan.sequence { noteCut(mark) }
  }

  private mutating func noteCut(_ mark: Mark) {
    damage.append(
      "\(Journal.name): the last \(mark.sequence - scan.sequence) changes that were written down "
        + "are missing")
    facts.noteEvents(after: mark.lastEvent)
    facts.noteIdentifiers(below: mark.lastIdentifier + 1)
  }

  private var lostBytes: Int { scan.broken.reduce(0) { $0 + $1.count } }

  /// Numbers that stood in what is lost at the end must not be given again.
  private mutating func skipNumbers() {
    let batches = UInt64(lostBytes / Frame.size)
    facts.noteEvents(after: facts.events.last + 1_000 + batches)
    facts.noteIdentifiers(below: facts.lastIdentifier + 4_096 * (batches + 1))
  }

  private mutating func apply(
    _ bytes: [UInt8], _ range: Range<Int>, counting contents: inout ContentIndex
  ) throws(StateDiskError) {
    guard let batch = try Self.batch(bytes, range) else {
      damage.append(
        "\(Journal.name): a change of \(range.count) bytes makes no sense; it is left out")
      return
    }
    for entry in batch {
      switch entry {
      case .record(let record): facts.apply(record, counting: &contents)
      case .identifiers(let number): facts.noteIdentifiers(below: number)
      case .eventsAfter(let number): facts.noteEvents(after: number)
      case .pictureBegins(let count):
        isPictureOpen = true
        // No base takes fewer bytes than this, whatever a picture says.
        facts.reserve(bases: min(count, bytes.count / 64))
      case .pictureEnds:
        isPictureOpen = false
        pictureEnd = range.upperBound
      }
    }
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
