import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

/// What holds for every tree, tried on random ones; what fails names its seed.
@Suite struct TreeLawTests {
  /// `COLLATE_SEEDS=A..B` runs another range; of one seed alone the story is told.
  private static let seeds: ClosedRange<UInt64> = {
    let bounds = ProcessInfo.processInfo.environment["COLLATE_SEEDS"]?
      .components(separatedBy: "..").compactMap { UInt64($0) }
    guard let bounds, bounds.count == 2, bounds[0] <= bounds[1] else { return 1...200 }
    return bounds[0]...bounds[1]
  }()

  /// Two to four replicas. In some libraries one of them was added just now and has nothing, and
  /// one folds case or is a Windows one.
  private static func library(_ seed: UInt64) -> ModelLibrary {
    var changes = RandomChanges(seed: seed)
    let count = 2 + changes.chance.below(3)
    var rules = Array(repeating: NameRules.linux, count: count)
    if changes.chance.oneIn(3) {
      rules[changes.chance.below(count)] = changes.chance.oneIn(2) ? .vfat : .casefolded
    }
    return changes.library(rules: rules)
  }

  /// Prints a library and its plan as they would stand in the table.
  private static func tell(_ library: ModelLibrary) {
    let situation = library.situation
    let plan = TreeNotation.lines(planTree(situation), situation)
    print(TreeNotation.text(situation), "=>", plan.joined(separator: "\n"), separator: "\n")
  }

  /// Returns whether all could be done.
  private static func carryOut(_ library: inout ModelLibrary, _ seed: UInt64) -> Bool {
    let plan = planTree(library.situation)
    do {
      for replica in library.replicas.indices { try library.carryOut(plan, in: replica) }
      try library.settleDocuments(plan)
      return true
    } catch {
      Issue.record("seed \(seed): \(error)")
      return false
    }
  }

  /// The contents that may not be missing: all that stand anywhere, but for an agreed one that
  /// somebody deleted while nobody moved it, or edited.
  private static func wanted(_ library: ModelLibrary) -> Set<Digest> {
    var wanted: Set<Digest> = []
    for replica in library.replicas {
      wanted.formUnion(replica.things.values.compactMap(\.entry.digest))
    }
    for (name, entry) in library.agreed {
      guard let digest = entry.digest, let identity = library.identities[name] else { continue }
      var isEdited = false
      var isDeleted = false
      var isMoved = false
      for (index, replica) in library.replicas.enumerated()
      where !library.lacking[index].contains(name) {
        // What another file replaced under its name was edited.
        let other = replica.things[name].flatMap { $0.entry.kind == entry.kind ? $0 : nil }
        guard
          let found = replica.things.first(where: { $0.value.identity == identity })
            ?? other.map({ (name, $0) })
        else {
          isDeleted = true
          continue
        }
        isEdited = isEdited || found.value.entry.digest != digest
        // Its directory may have moved with it, and may be deleted elsewhere with all in it.
        let directory = library.identities[name.parent]
        isMoved =
          isMoved
          || (name.parent.isRoot
            ? found.key != name
            : found.key.name != name.name
              || replica.things[found.key.parent]?.identity != directory)
      }
      if isEdited || (isDeleted && !isMoved) { wanted.remove(digest) }
    }
    return wanted
  }

  private static func kept(_ library: ModelLibrary) -> Set<Digest> {
    Set(library.replicas.flatMap { $0.things.values.compactMap(\.entry.digest) })
  }

  private static func check(_ library: ModelLibrary, wanted: Set<Digest>, _ comment: Comment) {
    let lost = wanted.subtracting(kept(library)).map { PlanNotation.word($0) }
    #expect(lost == [], comment)
    for (index, replica) in library.replicas.enumerated() {
      var expected: [RelativePath: TreeEntry] = [:]
      for (path, entry) in library.agreed where !library.lacking[index].contains(path) {
        let own = library.earlier[index][path]?.path ?? path
        expected[own] = entry
        // What is held keeps the directory that it stands in.
        var directory = own.parent
        while !directory.isRoot, expected[directory] == nil {
          expected[directory] = TreeEntry(kind: .directory, digest: nil)
          directory = directory.parent
        }
      }
      #expect(replica.things.mapValues(\.entry.digest) == expected.mapValues(\.digest), comment)
      #expect(replica.things.mapValues(\.entry.kind) == expected.mapValues(\.kind), comment)
      if replica.rules.isExact { #expect(library.lacking[index] == [], comment) }
    }
    let again = planTree(library.situation)
    let operations = Array(again.operations.joined())
    #expect(operations == [], comment)
    #expect(again.findings == [], comment)
    #expect(again.names.map(\.path) == library.agreed.keys.sorted(), comment)
  }

  @Test func `a plan can be carried out, loses nothing and settles`() {
    for seed in Self.seeds {
      var library = Self.library(seed)
      let wanted = Self.wanted(library)
      if Self.seeds.count == 1 { Self.tell(library) }
      guard Self.carryOut(&library, seed) else { continue }
      Self.check(library, wanted: wanted, "seed \(seed)")
    }
  }

  @Test func `the random libraries come to every rule`() {
    var reached: Set<TreeRule> = []
    for seed in 1...500 as ClosedRange<UInt64> {
      let library = Self.library(seed)
      reached.formUnion(planTree(library.situation).findings.map(\.rule))
      var situation = library.situation
      situation.replicas[0].unknown = Set(library.agreed.keys)
      situation.replicas[0].entries = [:]
      reached.formUnion(planTree(situation).findings.map(\.rule))
    }
    let missing = TreeRule.allCases.filter { !reached.contains($0) }
    #expect(missing == [])
  }

  @Test func `after a crash between any operations the names are planned again, nothing is lost`() {
    for seed in Self.seeds {
      var library = Self.library(seed)
      let wanted = Self.wanted(library)
      var chance = SeededChance(seed: seed &+ 1_000_000)
      do {
        for _ in 0..<2 {
          let plan = planTree(library.situation)
          for replica in library.replicas.indices {
            let count = chance.below(plan.operations[replica].count + 1)
            try library.carryOut(plan, in: replica, first: count)
          }
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
        continue
      }
      guard Self.carryOut(&library, seed) else { continue }
      Self.check(library, wanted: wanted, "seed \(seed)")
    }
  }

  @Test func `with the replicas in another order the plan is the same`() {
    for seed in Self.seeds {
      let library = Self.library(seed)
      let plan = planTree(library.situation)
      var turned = library.situation
      turned.replicas.reverse()
      let other = planTree(turned)
      #expect(other.names == plan.names, "seed \(seed)")
      #expect(other.operations == plan.operations.reversed(), "seed \(seed)")
      #expect(other.held == plan.held.reversed(), "seed \(seed)")
      #expect(other.findings == plan.findings, "seed \(seed)")
    }
  }

  @Test func `where nobody changed anything there is nothing to do`() {
    for seed in Self.seeds {
      let agreed = Self.library(seed).agreed
      let library = ModelLibrary(agreed: agreed, rules: [.linux, .linux, .linux])
      let plan = planTree(library.situation)
      #expect(plan.operations.joined().isEmpty, "seed \(seed)")
      #expect(plan.findings == [], "seed \(seed)")
    }
  }

  @Test func `what can't be told is left alone, and nothing else is lost by it`() throws {
    for seed in Self.seeds {
      var library = Self.library(seed)
      var chance = SeededChance(seed: seed &+ 2_000_000)
      let replica = chance.below(library.replicas.count)
      let names = library.agreed.keys.sorted()
      guard let hidden = names.isEmpty ? nil : names[chance.below(names.count)] else { continue }
      var situation = library.situation
      let isHidden = { (path: RelativePath) in path == hidden || path.isBeneath(hidden) }
      situation.replicas[replica].unknown.insert(hidden)
      situation.replicas[replica].entries = situation.replicas[replica].entries.filter {
        !isHidden($0.key)
      }
      let unseen = library.replicas[replica].things.filter { isHidden($0.key) }
      let unchanged = Self.wanted(library)
      let plan = planTree(situation)
      for index in library.replicas.indices {
        do {
          try library.carryOut(plan, in: index)
        } catch let refusal as ModelReplica.Refusal {
          // What nobody could see may stand in the way; then that replica is planned again.
          #expect(index == replica, "seed \(seed): \(refusal)")
        }
      }
      let left = Set(library.replicas[replica].things.values.map(\.identity))
      let touched = unseen.values.map(\.identity).filter { !left.contains($0) }
      #expect(touched == [], "seed \(seed)")
      let lost = unchanged.subtracting(Self.kept(library)).map { PlanNotation.word($0) }
      #expect(lost == [], "seed \(seed)")
    }
  }
}
