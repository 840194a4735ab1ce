import Reconciliation
import TestSupport
import Testing

/// What holds for any metadata, tried at random; what fails names its seed.
@Suite struct MetadataLawTests {
  private struct Library {
    var base: Metadata?
    var replicas: [SeenMetadata?]
    var traits: [MetadataTraits]
    var agreed: Digest
  }

  private static func metadata(_ chance: inout SeededChance) -> Metadata {
    let modes: [UInt32] = [0o644, 0o755, 0o600, 0o664, 0o444, 0o700]
    var attributes: [[UInt8]: [UInt8]] = [:]
    for name in [1, 2] as [UInt8] where chance.oneIn(2) {
      attributes[[name]] = [UInt8(chance.below(3))]
    }
    return Metadata(
      mode: modes[chance.below(modes.count)], modified: Int64(chance.below(9)) * 700_000_000,
      attributes: attributes)
  }

  private static func library(_ seed: UInt64) throws -> Library {
    var chance = SeededChance(seed: seed)
    let contents = try ["O", "A"].map { try #require(PlanNotation.digest($0)) }
    let count = 2 + chance.below(3)
    let base = chance.oneIn(4) ? nil : metadata(&chance)
    let replicas: [SeenMetadata?] = (0..<count).map { _ in
      if chance.oneIn(6) { return nil }
      let own = base.flatMap { chance.oneIn(2) ? $0 : nil } ?? metadata(&chance)
      return SeenMetadata(metadata: own, digest: contents[chance.below(2)])
    }
    let traits: [MetadataTraits] = (0..<count).map { _ in
      chance.oneIn(4) ? .vfat : chance.oneIn(6) ? .exfat : .linux
    }
    return Library(base: base, replicas: replicas, traits: traits, agreed: contents[1])
  }

  /// What each replica says once the content and the changes are there.
  private static func carriedOut(_ library: Library, _ plan: MetadataPlan) -> [SeenMetadata?] {
    library.replicas.indices.map { index in
      let (change, traits) = (plan.changes[index], library.traits[index])
      var own =
        library.replicas[index]?.metadata
        ?? Metadata(mode: traits.modeBits == 0 ? 0o755 : 0o644, modified: 0)
      if let mode = change.mode { own.mode = mode }
      if let modified = change.modified { own.modified = traits.kept(modified) }
      for (name, value) in change.attributes { own.attributes[name] = value }
      return SeenMetadata(metadata: own, digest: library.agreed)
    }
  }

  @Test func `planned again, nothing is left to set`() throws {
    for seed in 1...2000 as ClosedRange<UInt64> {
      let library = try Self.library(seed)
      let plan = planMetadata(
        base: library.base, replicas: library.replicas, agreed: library.agreed,
        traits: library.traits)
      let base = Metadata(
        mode: plan.mode, modified: plan.modified ?? 0, attributes: plan.attributes)
      let again = planMetadata(
        base: base, replicas: Self.carriedOut(library, plan), agreed: library.agreed,
        traits: library.traits)
      #expect(again.changes.filter { !$0.isNothing } == [], "seed \(seed)")
      #expect(again.mode == plan.mode, "seed \(seed)")
      #expect(again.attributes == plan.attributes, "seed \(seed)")
    }
  }

  @Test func `with the replicas in another order the plan is the same`() throws {
    for seed in 1...2000 as ClosedRange<UInt64> {
      let library = try Self.library(seed)
      let plan = planMetadata(
        base: library.base, replicas: library.replicas, agreed: library.agreed,
        traits: library.traits)
      var turned = planMetadata(
        base: library.base, replicas: library.replicas.reversed(), agreed: library.agreed,
        traits: library.traits.reversed())
      turned.changes.reverse()
      #expect(turned == plan, "seed \(seed)")
    }
  }

  @Test func `a class of people that one replica took reading from gets nothing`() throws {
    for seed in 1...2000 as ClosedRange<UInt64> {
      let library = try Self.library(seed)
      let plan = planMetadata(
        base: library.base, replicas: library.replicas, agreed: library.agreed,
        traits: library.traits)
      for (seen, traits) in zip(library.replicas, library.traits) where traits.modeBits != 0 {
        guard let seen, let base = library.base else { continue }
        for bit: UInt32 in [0o400, 0o040, 0o004]
        where base.mode & bit != 0 && seen.metadata.mode & bit == 0 {
          let others = bit | bit >> 1 | bit >> 2
          #expect(plan.mode & others & ~base.mode == 0, "seed \(seed)")
          #expect(plan.mode & bit == 0, "seed \(seed)")
        }
      }
    }
  }
}
