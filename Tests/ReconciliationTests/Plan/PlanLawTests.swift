import Reconciliation
import Testing

/// All small situations: a base and up to three replicas, each absent or one of three versions.
@Suite struct PlanLawTests {
  private static let words = ["-", "a@1", "b@2", "C@3"]

  static let situations: [Situation] = {
    var all: [Situation] = []
    for base in words {
      for replicas in [1, 2, 3].flatMap({ combinations($0) }) {
        all.append(
          Situation(
            base: PlanNotation.version(base).map { Base($0) },
            replicas: replicas.map { PlanNotation.observation($0) }))
      }
    }
    return all
  }()

  private static func combinations(_ count: Int) -> [[String]] {
    guard count > 0 else { return [[]] }
    return combinations(count - 1).flatMap { rest in words.map { rest + [$0] } }
  }

  private func plan(_ situation: Situation) -> Plan {
    Reconciliation.plan(situation, joining: PlanNotation.join)
  }

  /// The replicas once the plan is carried out, and the copies beside.
  private func outcome(_ situation: Situation, _ plan: Plan) -> (
    replicas: [Observation], copies: Set<Digest>
  ) {
    var replicas = situation.replicas
    var copies: Set<Digest> = []
    for operation in plan.operations {
      switch operation {
      case .install(let replica, let digest, let expecting):
        #expect(replicas[replica].digest == expecting)
        replicas[replica] = PlanNotation.observation(PlanNotation.word(digest))
      case .remove(let replica, let expecting):
        #expect(replicas[replica].digest == expecting)
        replicas[replica] = .absent
      case .copyBeside(_, let side), .setAside(_, let side): copies.insert(side.digest)
      case .keepVersion(_, let digest): copies.insert(digest)
      case .keepCopy, .removeCopy: break
      }
    }
    return (replicas, copies)
  }

  @Test func `there are 336 situations`() {
    #expect(Self.situations.count == 336)
  }

  @Test(arguments: Self.situations)
  func `no content is lost`(_ situation: Situation) {
    let plan = plan(situation)
    let after = outcome(situation, plan)
    let kept = Set(after.replicas.compactMap(\.digest)).union(after.copies)
      .union(plan.merged).union([situation.base?.digest].compactMap { $0 })
    for replica in situation.replicas {
      if let digest = replica.digest { #expect(kept.contains(digest)) }
    }
  }

  @Test(arguments: Self.situations)
  func `all replicas agree afterwards, and planning again gives nothing`(_ situation: Situation) {
    let first = plan(situation)
    let after = outcome(situation, first)
    #expect(after.replicas.allSatisfy { $0.digest == first.agreed })
    let base = first.agreed.flatMap { PlanNotation.version(PlanNotation.word($0)) }.map { Base($0) }
    let second = plan(Situation(base: base, replicas: after.replicas))
    #expect(second.operations.isEmpty)
    #expect(second.agreed == first.agreed)
  }

  @Test(arguments: Self.situations)
  func `with the replicas swapped the outcome is the same`(_ situation: Situation) {
    let first = plan(situation)
    let swapped = plan(
      Situation(base: situation.base, replicas: situation.replicas.reversed()))
    #expect(first.agreed == swapped.agreed)
    #expect(first.rule == swapped.rule)
    #expect(
      outcome(situation, first).copies
        == outcome(
          Situation(base: situation.base, replicas: situation.replicas.reversed()), swapped
        ).copies)
  }

  @Test(arguments: Self.situations)
  func `what nobody changed is not written`(_ situation: Situation) {
    let isUntouched = situation.replicas.allSatisfy { $0.digest == situation.base?.digest }
    if isUntouched { #expect(plan(situation).operations.isEmpty) }
    for operation in plan(situation).operations {
      if case .install(_, let digest, let expecting) = operation { #expect(digest != expecting) }
    }
  }
}
