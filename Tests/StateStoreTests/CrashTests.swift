import Reconciliation
import StateStore
import TestSupport
import Testing

@Suite struct CrashTests {
  /// A script's run without any fault.
  struct Reference {
    let script: StateScript
    /// The state before each step, and the last.
    var states: [StatePicture]
    /// How many operations that change something there were.
    var changes = 0

    init(seed: UInt64) throws {
      script = try StateScript(seed: seed)
      let disk = SimulatedStateDisk()
      let store = try StateStore.open(on: disk, limits: StateScript.limits).store
      states = [StatePicture(store)]
      for step in script.steps {
        try step.run(on: store)
        states.append(StatePicture(store))
      }
      var count = 0
      let counted = SimulatedStateDisk()
      counted.fault = { operation, _, _ in
        if operation.changes { count += 1 }
        return nil
      }
      let again = try StateStore.open(on: counted, limits: StateScript.limits).store
      for step in script.steps { try step.run(on: again) }
      changes = count
    }

    /// What every state from one on up to the one that was found needs.
    func neededSince(_ first: Int, as found: StatePicture) -> Set<Digest> {
      var needed = found.digests
      for state in states[first...] {
        needed.formIntersection(state.digests)
        if state.isSame(as: found) { break }
      }
      return needed
    }
  }

  /// Makes the operation with this number, of those that change something, fail.
  static func fault(
    at number: Int, _ fault: SimulatedStateDisk.Fault
  ) -> (SimulatedStateDisk.Operation, String, Int) -> SimulatedStateDisk.Fault? {
    var count = 0
    return { operation, _, _ in
      guard operation.changes else { return nil }
      defer { count += 1 }
      return count == number ? fault : nil
    }
  }

  @Test(arguments: [false, true], seeds(1...4))
  func `after a crash at any operation the state is as before it or after it`(
    powerLoss: Bool, seed: UInt64
  ) throws {
    let reference = try Reference(seed: seed)
    var chance = SeededChance(seed: seed)
    for number in 0..<reference.changes {
      let comment = Comment("seed \(seed), operation \(number), power loss \(powerLoss)")
      let disk = SimulatedStateDisk()
      disk.fault = Self.fault(at: number, .killed(kept: chance.below(200)))
      let run = Run(reference, on: disk)
      disk.fault = nil
      disk.crash(powerLoss: powerLoss, using: &chance)
      let opened = try StateStore.open(on: disk, limits: StateScript.limits)
      if !powerLoss { #expect(opened.damage == [], comment) }
      let found = StatePicture(opened.store)
      let failed = run.failedStep ?? reference.script.steps.count
      let possible = reference.states[
        (powerLoss ? run.syncedStates : failed)...min(failed + 1, reference.states.count - 1)]
      #expect(possible.contains { $0.isSame(as: found) }, comment)
      let needed = powerLoss ? reference.neededSince(run.syncedStates, as: found) : found.digests
      for digest in needed.intersection(powerLoss ? run.syncedContents : run.contents) {
        #expect(try opened.store.content(digest).map { SHA256.digest($0) } == digest, comment)
      }
      try goOn(with: opened.store, on: disk, comment)
    }
  }

  /// A store that was opened after a crash works, and is as it was when opened once more.
  private func goOn(
    with store: StateStore, on disk: SimulatedStateDisk, _ comment: Comment
  ) throws {
    try store.keep(Sample.content(99), as: Sample.digest(99))
    try store.commit([
      .setBase(try Sample.path(99), Sample.base(99)), .event(try Sample.event(99)),
    ])
    try store.sync()
    _ = try store.thin(now: 1_764_560_000_000_000_000)
    let before = StatePicture(store)
    let again = try StateStore.open(on: disk, limits: StateScript.limits)
    #expect(again.damage == [], comment)
    #expect(StatePicture(again.store) == before, comment)
    #expect(try again.store.content(Sample.digest(99)) == Sample.content(99), comment)
    #expect(try again.store.check().damage == [], comment)
  }

  @Test(
    arguments: [SimulatedStateDisk.Fault.full(kept: 0), .full(kept: 60), .broken(kept: 9_999)],
    seeds(1...3))
  func `an error at any operation loses nothing, and the same can be tried again`(
    fault: SimulatedStateDisk.Fault, seed: UInt64
  ) throws {
    let reference = try Reference(seed: seed)
    for number in 0..<reference.changes {
      let comment = Comment("seed \(seed), operation \(number), \(fault)")
      let disk = SimulatedStateDisk()
      disk.fault = Self.fault(at: number, fault)
      let store = try StateStore.open(on: disk, limits: StateScript.limits).store
      for (index, step) in reference.script.steps.enumerated() {
        do {
          try step.run(on: store)
        } catch {
          let now = StatePicture(store)
          #expect(
            now == reference.states[index] || now == reference.states[index + 1], comment)
          try step.run(on: store)
        }
        #expect(StatePicture(store) == reference.states[index + 1], comment)
      }
      let again = try StateStore.open(on: disk, limits: StateScript.limits)
      #expect(again.damage == [], comment)
      #expect(StatePicture(again.store) == reference.states.last, comment)
      #expect(try again.store.check().damage == [], comment)
    }
  }

  @Test func `the same seed gives the same files, twice`() throws {
    func run() throws -> [String: [UInt8]] {
      let disk = SimulatedStateDisk()
      let store = try StateStore.open(on: disk, limits: StateScript.limits).store
      for step in try StateScript(seed: 4).steps { try step.run(on: store) }
      return Dictionary(uniqueKeysWithValues: try disk.names().map { ($0, disk[$0] ?? []) })
    }
    #expect(try run() == run())
  }
}

/// A run of a script until an operation fails.
struct Run {
  /// The step that failed; nil where none did.
  private(set) var failedStep: Int?
  /// How many steps were done when a sync last returned.
  private(set) var syncedStates = 0
  private(set) var contents: Set<Digest> = []
  /// Those of them that were synced.
  private(set) var syncedContents: Set<Digest> = []

  init(_ reference: CrashTests.Reference, on disk: SimulatedStateDisk) {
    do {
      let store = try StateStore.open(on: disk, limits: StateScript.limits).store
      for (index, step) in reference.script.steps.enumerated() {
        failedStep = index
        try step.run(on: store)
        if case .keep(let number) = step { contents.insert(StateScript.digest(number)) }
        if case .sync = step {
          syncedStates = index + 1
          syncedContents = contents
        }
      }
      failedStep = nil
    } catch {
      // `failedStep` says where.
    }
  }
}

extension StatePicture {
  /// Equal but for the numbers that are left out after bytes at the journal's end were lost.
  func isSame(as found: StatePicture) -> Bool {
    self == found
      || (found.lastEvent > lastEvent && bases == found.bases && history == found.history
        && conflicts == found.conflicts && intents == found.intents && actions == found.actions
        && events == found.events)
  }
}
