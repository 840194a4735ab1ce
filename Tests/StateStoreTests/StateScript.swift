import FoundationEssentials
import Reconciliation
import StateStore
import TestSupport
import Testing

/// The seeds of every run, or the one of `COLLATE_SEED`.
func seeds(_ usual: ClosedRange<UInt64>) -> [UInt64] {
  let chosen = ProcessInfo.processInfo.environment["COLLATE_SEED"].flatMap { UInt64($0) }
  return chosen.map { [$0] } ?? Array(usual)
}

/// What a library might ask of its store, made from a seed.
struct StateScript {
  enum Step {
    case keep(Int)
    case commit([Record])
    case sync
    case thin(now: Int64)
  }

  /// So small that every kind of file is begun, closed, written anew and thinned.
  static var limits: StoreLimits {
    var limits = StoreLimits()
    limits.events = 12
    limits.actions = 3
    limits.largeContentBytes = 150
    limits.segmentBytes = 500
    limits.journalBytes = 1_500
    return limits
  }

  static func length(_ content: Int) -> Int { content % 4 == 3 ? 180 : 20 + content * 7 }

  static func content(_ number: Int) -> [UInt8] { Sample.content(number, length: length(number)) }

  static func digest(_ number: Int) -> Digest { Sample.digest(number, length: length(number)) }

  private(set) var steps: [Step] = []
  private var chance: SeededChance
  private var time: Int64 = 1_764_550_000_000_000_000
  private var identifier: UInt64 = 0

  init(seed: UInt64, count: Int = 40) throws {
    chance = SeededChance(seed: seed)
    for _ in 0..<count { steps += try step() }
  }

  private mutating func step() throws -> [Step] {
    time += Nanoseconds.seconds(Int64(chance.below(20_000)))
    switch chance.below(10) {
    case 0, 1: return [.sync]
    case 2: return [.thin(now: time)]
    default:
      var kept: [Int] = []
      var records: [Record] = []
      for _ in 0...chance.below(4) { records.append(try record(&kept)) }
      return kept.map(Step.keep) + [.commit(records)]
    }
  }

  private mutating func record(_ kept: inout [Int]) throws -> Record {
    let path = try Sample.path(chance.below(6))
    let number = chance.below(14)
    let digest = Self.digest(number)
    let kind = chance.below(11)
    if [0, 1, 3, 6, 8, 10].contains(kind) { kept.append(number) }
    switch kind {
    case 0, 1:
      return .setBase(
        path, Base(digest: digest, readability: .readable, fingerprint: Sample.fingerprint(number)))
    case 2: return .forgetBase(path)
    case 3: return .addHistory(path, entry(digest))
    case 4: return .move(from: path, to: try Sample.path(chance.below(6)))
    case 5: return .event(try Sample.event(number, time: time))
    case 6:
      let side = Conflict.Side(digest: digest, modified: time, origin: "a")
      return .setConflict(
        Conflict(
          id: UInt64(1 + chance.below(3)), kind: .createdTwice, document: path, copy: path,
          base: nil, ours: side, theirs: side, time: time, reason: ""))
    case 7: return .dropConflict(UInt64(1 + chance.below(3)))
    case 8:
      return .setIntent(
        Intent(id: UInt64(1 + chance.below(3)), path: path, expected: digest, installed: nil))
    case 9: return .dropIntent(UInt64(1 + chance.below(3)))
    default:
      identifier += 1
      return .setAction(
        Action(
          id: identifier - UInt64(chance.below(2)), time: time, summary: "merged", document: path,
          steps: [.remove(path: path, digest: digest)], isUndone: chance.oneIn(3)))
    }
  }

  private func entry(_ digest: Digest) -> HistoryEntry {
    HistoryEntry(time: time, digest: digest, size: 1, modified: time, mode: 0o644, reason: .merged)
  }
}

extension StateScript.Step {
  func run(on store: StateStore) throws(StateDiskError) {
    switch self {
    case .keep(let number):
      try store.keep(StateScript.content(number), as: StateScript.digest(number))
    case .commit(let records): try store.commit(records)
    case .sync: try store.sync()
    case .thin(let now): _ = try store.thin(now: now)
    }
  }
}

/// All that a store tells, to be compared.
struct StatePicture: Hashable {
  let bases: [RelativePath: Base]
  let history: [RelativePath: [HistoryEntry]]
  let conflicts: [UInt64: Conflict]
  let intents: [UInt64: Intent]
  let actions: [Action]
  let events: [Event]
  let lastEvent: UInt64

  init(_ store: StateStore) {
    bases = Dictionary(uniqueKeysWithValues: store.bases.map { ($0.key, $0.value) })
    history = Dictionary(
      uniqueKeysWithValues: store.pathsWithHistory.map { ($0, store.history(of: $0)) })
    conflicts = store.conflicts
    intents = store.intents
    actions = store.actions
    events = store.events(after: 0, limit: .max)
    lastEvent = store.lastEvent
  }

  /// The contents that must be kept.
  var digests: Set<Digest> {
    var digests = Set(bases.values.map(\.digest))
    for entries in history.values { digests.formUnion(entries.map(\.digest)) }
    for conflict in conflicts.values {
      digests.formUnion([conflict.ours.digest, conflict.theirs.digest])
    }
    for action in actions where !action.isUndone {
      for case .remove(_, let digest) in action.steps { digests.insert(digest) }
    }
    return digests
  }
}
