package import Engine
import Reconciliation
import StateStore

/// The real engine and store on a simulated volume and disk: one machine that can be killed and
/// started again.
package final class SimulatedWorld {
  package let clock = ManualClock()
  /// The replicas' directories, each of another file system.
  package let volumes: [SimulatedVolume]
  package let disk = SimulatedStateDisk()
  package private(set) var library: Library?
  /// What the store reported as damaged when it was opened.
  package private(set) var damage: [String] = []
  private let settings: Settings

  package init(settings: Settings = Settings(), replicas: Int = 1) {
    volumes = (0..<replicas).map { [clock] in
      SimulatedVolume(name: "replica \($0)", clock: clock)
    }
    self.settings = settings
    // One process: what kills it ends its writing to the state and to the other roots as well.
    for volume in volumes {
      volume.whenKilled = { [unowned self] in
        disk.kill()
        for other in volumes { other.kill() }
      }
    }
  }

  /// Whether the daemon's process is dead.
  package var isCrashed: Bool { volumes.contains { $0.isCrashed } }

  /// Starts the daemon. False where the store can't be opened, as on a failing disk.
  @discardableResult
  package func start() -> Bool {
    for volume in volumes { volume.restart() }
    do throws(StateDiskError) {
      var limits = StoreLimits()
      // The clock jumps by hours here, and retention goes by it when the daemon starts.
      limits.retention.all = .max
      let opened = try StateStore.open(on: disk, limits: limits)
      damage += opened.damage
      let library = Library(
        name: "simulated", volumes: volumes, store: opened.store, settings: settings,
        damage: opened.damage, digest: { SHA256.digest($0) })
      library.start(at: clock.now)
      self.library = library
      return true
    } catch {
      library = nil
      return false
    }
  }

  /// Kills the daemon, and with a power loss the machine.
  package func crash(powerLoss: Bool, using chance: inout SeededChance) {
    for volume in volumes { volume.crash(powerLoss: powerLoss, using: &chance) }
    disk.crash(powerLoss: powerLoss, using: &chance)
    library = nil
  }

  /// One turn of the engine's thread.
  package func cycle() {
    library?.cycle(volumes.map { $0.takeHints() }, at: clock.now)
  }

  /// Lets time go on until the library wants nothing more for `quiet` nanoseconds. Returns
  /// whether it came to rest within `limit` turns.
  package func settle(quiet: Int64, limit: Int = 4000) -> Bool {
    for _ in 0..<limit {
      cycle()
      guard let library else { return false }
      let hints = volumes.map { $0.takeHints() }
      if hints.contains(where: { !$0.isEmpty }) {
        library.cycle(hints, at: clock.now)
        continue
      }
      guard let next = library.nextDeadline, next <= clock.now.steady + quiet else { return true }
      clock.advance(by: max(next - clock.now.steady, 1_000_000))
    }
    return false
  }
}
