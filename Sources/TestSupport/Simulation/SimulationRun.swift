package import Engine
package import Reconciliation
import StateStore

/// What one simulated day is made of.
package struct SimulationPlan: Sendable {
  package var seed: UInt64
  package var steps = 60
  package var hasCrashes = true
  package var hasPowerCuts = true
  package var flush = FlushPolicy.full
  package var hasFaults = true
  package var hasHostileWriter = true
  /// Whether whole directories are rearranged, in contradictory ways too and while the daemon is down.
  package var movesDirectories = false
  /// The planted bug that the simulation has to find.
  package var usesCheckThenRename = false
  package var tellsStory = false
  /// In how many directories the library lives.
  package var replicas: Int

  package init(seed: UInt64) {
    self.seed = seed
    replicas = 1 + Int(seed % 4)
  }
}

/// What came of it.
package struct SimulationReport: Hashable, Sendable {
  /// What went wrong, one line each; empty where all held.
  package var failures: [String] = []
  /// A digest of everything that can be seen at the end: the same seed gives the same.
  package var fingerprint: Digest
  package var story: [String] = []
}

/// A day of the whole engine on the simulated world: programs, clients and a hostile writer between
/// any two operations, crashes, errors, overflows and clock jumps.
package final class SimulationRun {
  private let plan: SimulationPlan
  private let world: SimulatedWorld
  private let past = SimulatedPast()
  /// Of each replica.
  private let programs: [SimulatedPrograms]
  private var chance: SeededChance
  private var faultsAreOn = false
  /// What clients have open: the document and the version that they were given.
  private var opened: [(path: RelativePath, digest: Digest?, content: [UInt8])] = []

  package init(_ plan: SimulationPlan) {
    self.plan = plan
    var settings = Settings()
    settings.host = "laptop"
    settings.flush = plan.flush
    // Between the rescans of several replicas there has to be time to rest.
    if plan.replicas > 1 { settings.rescanInterval = Nanoseconds.seconds(1_000) }
    world = SimulatedWorld(settings: settings, replicas: plan.replicas)
    programs = (0..<plan.replicas).map { [past] number in
      SimulatedPrograms(seed: plan.seed &* 31 &+ 7 &+ UInt64(number) &* 1_000_003, past: past)
    }
    for each in programs { each.movesDirectories = plan.movesDirectories }
    past.isTelling = plan.tellsStory
    chance = SeededChance(seed: plan.seed)
    for volume in world.volumes { volume.usesCheckThenRename = plan.usesCheckThenRename }
    // A stick with another file system, in some of the libraries that have several directories.
    if plan.replicas > 1, let stick = world.volumes.last {
      let systems: [MetadataTraits] = [.vfat, .exfat, .linux, .linux]
      stick.metadata = systems[chance.below(systems.count)]
    }
  }

  /// Runs it to its end, and judges it.
  package func run() -> SimulationReport {
    for _ in 0..<(2 + chance.below(5)) { act() }
    world.start()
    // Each root is seen, and marked, before another can take its place.
    world.cycle()
    prepareHostility()
    for _ in 0..<plan.steps { step() }
    let judge = SimulationJudge(world, past, comparesDirectories: plan.movesDirectories)
    let failures = comeToRest() + judge.failures()
    if plan.tellsStory, let store = world.library?.store {
      for event in store.events(after: 0, limit: 10_000) {
        past.tell("event \(event.number) \(event.kind) \(event.path) \(event.details)")
      }
    }
    return SimulationReport(
      failures: failures.map { "seed \(plan.seed): \($0)" }, fingerprint: fingerprint(),
      story: past.story)
  }

  // MARK: One step

  private func step() {
    switch chance.below(plan.movesDirectories ? 13 : 12) {
    case 0...4: act()
    case 5...6: world.clock.advance(by: Int64(chance.below(1_500)) * 1_000_000)
    case 7: clientOpens()
    case 8...9: clientSaves()
    case 10: trouble()
    case 12: contradict()
    default: rest()
    }
    for _ in 0..<(1 + chance.below(3)) { cycle() }
  }

  private func cycle() {
    if world.library == nil { startAgain() }
    world.cycle()
    if world.isCrashed { crash(powerLoss: false) }
  }

  private func rest() {
    guard !faultsAreOn else { return }
    let isAtRest = world.settle(quiet: 5_000_000_000, limit: 200)
    if world.isCrashed {
      crash(powerLoss: false)
    } else if isAtRest, let library = world.library, isOnlyLinksHeld(library),
      world.volumes.allSatisfy({ $0.openHandles.isEmpty && $0.isThere })
    {
      past.tell(
        "Collate comes to rest: \(library.store.bases.count) bases, \(library.store.lastEvent) events"
      )
      past.ledger.rest()
    }
  }

  /// Whether nothing is held but links and what they are in, for want of links on a stick: these
  /// versions are known all the same.
  private func isOnlyLinksHeld(_ library: Library) -> Bool {
    library.status().held.allSatisfy { $0.reason.contains("symbolic link") }
  }

  // MARK: Clients

  private func clientOpens() {
    guard let library = world.library, opened.count < 4 else { return }
    let path = SimulatedPrograms.documents[chance.below(SimulatedPrograms.documents.count)]
    do throws(RequestError) {
      let document = try library.open(path, at: world.clock.now)
      past.tell("a client opens \(path)")
      opened.append((path, document.digest, document.content))
    } catch {
      past.tell("a client can't open \(path): \(error)")
    }
    if world.isCrashed { crash(powerLoss: false) }
  }

  private func clientSaves() {
    guard let library = world.library, !opened.isEmpty else { return }
    let session = opened.remove(at: chance.below(opened.count))
    let before = session.digest == nil ? nil : session.content
    let (content, text): ([UInt8], [UInt8])
    if SimulatedPrograms.packages.contains(session.path) {
      (content, text) = programs[0].edited(package: before)
    } else {
      text = programs[0].edited(before, for: session.path)
      content = text
    }
    do throws(RequestError) {
      let outcome = try library.save(
        content, to: session.path, opened: session.digest, client: "editor", at: world.clock.now)
      past.tell("a client saves \(session.path): \(outcome)")
      past.ledger.acknowledge(text)
    } catch {
      past.tell("a client can't save \(session.path): \(error)")
    }
    if world.isCrashed { crash(powerLoss: false) }
  }

  // MARK: Trouble

  private func prepareHostility() {
    guard plan.hasHostileWriter else { return }
    for volume in world.volumes {
      volume.betweenSteps = { [unowned self] _ in
        if chance.oneIn(12) { act() }
      }
    }
  }

  private func trouble() {
    switch chance.below(plan.replicas == 1 ? 6 : 8) {
    case 0 where plan.hasCrashes:
      crash(powerLoss: chance.oneIn(2) && plan.hasPowerCuts)
    case 1 where plan.hasCrashes:
      past.tell("the daemon is killed soon")
      let volume = anyVolume()
      volume.crashAtStep = volume.steps + 1 + chance.below(30)
    case 2:
      past.tell("the queue overflows")
      anyVolume().overflowQueue()
    case 3:
      past.tell("the wall clock jumps")
      world.clock.jumpWall(by: Int64(chance.below(7200) - 3600) * 1_000_000_000)
    case 4 where plan.hasFaults:
      faultsAreOn.toggle()
      past.tell(faultsAreOn ? "the disk begins to fail" : "the disk works again")
      setFaults()
    case 6...7: comeOrGo()
    default: break
    }
  }

  /// A replica's disk is unmounted, or comes back.
  private func comeOrGo() {
    let volume = anyVolume()
    let state: RootState = !volume.isThere ? .present : chance.oneIn(2) ? .missing : .replaced
    past.tell("the root of \(volume.name) is \(state)")
    volume.setRoot(state)
  }

  private func anyVolume() -> SimulatedVolume {
    world.volumes[plan.replicas == 1 ? 0 : chance.below(plan.replicas)]
  }

  /// A program does something in one of the replicas that are there.
  private func act() {
    let number = plan.replicas == 1 ? 0 : chance.below(plan.replicas)
    let volume = world.volumes[number]
    if volume.isThere { programs[number].act(on: volume) }
  }

  /// Two do at the same time what can't both be.
  private func contradict() {
    let present = world.volumes.indices.filter { world.volumes[$0].isThere }
    guard present.count > 1 else { return }
    let first = chance.below(present.count)
    let second = (first + 1 + chance.below(present.count - 1)) % present.count
    let (one, other) = (present[first], present[second])
    programs[one].contradict(on: world.volumes[one], programs[other], on: world.volumes[other])
  }

  private func setFaults() {
    guard faultsAreOn else {
      for volume in world.volumes { volume.fault = nil }
      world.disk.fault = nil
      return
    }
    let kinds: [VolumeError.Kind] = [.full, .denied, .exhausted, .broken]
    for volume in world.volumes {
      volume.fault = { [unowned self] operation, path in
        guard chance.oneIn(8) else { return nil }
        return VolumeError(
          kind: kinds[chance.below(kinds.count)], message: "\(operation) failed at \(path)")
      }
    }
    world.disk.fault = { [unowned self] operation, _, _ in
      guard operation.changes, chance.oneIn(10) else { return nil }
      return chance.oneIn(2) ? .full(kept: chance.below(40)) : .broken(kept: chance.below(40))
    }
  }

  private func crash(powerLoss: Bool) {
    past.tell(powerLoss ? "the power is cut" : "the daemon is killed")
    past.ledger.crash(powerLoss: powerLoss, world.volumes)
    if powerLoss { for each in programs { each.die() } }
    world.crash(powerLoss: powerLoss, using: &chance)
    if powerLoss { opened = [] }
    // It stays down for a while, in which people go on.
    if plan.movesDirectories, chance.oneIn(2) {
      for _ in 0..<chance.below(4) { act() }
      if chance.oneIn(3) { contradict() }
    }
    startAgain()
  }

  private func startAgain() {
    if world.start(), let store = world.library?.store {
      past.tell(
        "the daemon starts: \(store.bases.count) bases, \(store.lastEvent) events, "
          + "damage \(world.damage)")
    } else {
      past.tell("the store can't be opened yet")
    }
  }

  // MARK: The end

  private func comeToRest() -> [String] {
    faultsAreOn = false
    setFaults()
    for (volume, programs) in zip(world.volumes, programs) {
      volume.betweenSteps = nil
      volume.crashAtStep = nil
      volume.setRoot(.present)
      programs.finishAll(on: volume)
    }
    if world.library == nil { startAgain() }
    // A package that looks broken is believed after ten minutes, in which copies wait for it.
    guard world.settle(quiet: 200_000_000_000, limit: 20_000) else {
      return ["it does not come to rest"] + (world.library?.unrest() ?? [])
    }
    return []
  }

  private func fingerprint() -> Digest {
    var bytes: [UInt8] = []
    for volume in world.volumes {
      let contents = volume.files().merging(volume.links()) { one, _ in one }
      for (path, content) in contents.sorted(by: { $0.key < $1.key }) {
        bytes += path.bytes + [0] + content + [0]
      }
    }
    if let store = world.library?.store {
      for event in store.events(after: 0, limit: 100_000) {
        bytes += Array("\(event)".utf8)
      }
    }
    return SHA256.digest(bytes)
  }
}
