import Engine
import Reconciliation
import StateStore

/// Judges a simulated world that came to rest by DESIGN.md's properties.
struct SimulationJudge {
  private let world: SimulatedWorld
  private let past: SimulatedPast
  /// Whether all replicas have to have the same directories.
  private let comparesDirectories: Bool

  init(_ world: SimulatedWorld, _ past: SimulatedPast, comparesDirectories: Bool = false) {
    self.world = world
    self.past = past
    self.comparesDirectories = comparesDirectories
  }

  func failures() -> [String] {
    guard let library = world.library else { return ["the daemon is not running"] }
    return lost(library) + disagreement(library) + MetadataJudge(world).failures()
      + (comparesDirectories ? DirectoryJudge(world).failures() : []) + leftovers(library)
      + strangers() + unrest()
      + damage(library)
  }

  /// No loss.
  private func lost(_ library: Library) -> [String] {
    let onDisk = Set(world.volumes.flatMap { Array($0.files().values) + $0.links().values })
    let inPackages = keptInPackages(library)
    return past.mustSurvive
      .filter { !onDisk.contains($0) && !inPackages.contains($0) && !isReachable($0, library) }
      .map { "lost: \(displayed($0).prefix(300))" }
      .sorted()
  }

  /// Whether the content can be brought back: it is in some document's history, or its base.
  private func isReachable(_ content: [UInt8], _ library: Library) -> Bool {
    let digest = SHA256.digest(content)
    guard library.store.has(digest) else { return false }
    return digestsOfVersions(library).contains(digest)
  }

  /// Of every version that a document has or had.
  private func digestsOfVersions(_ library: Library) -> Set<Digest> {
    let paths = Set(library.store.bases.keys)
      .union(SimulatedPrograms.names + SimulatedPrograms.links)
      .union(library.store.events(after: 0, limit: 100_000).map(\.path))
    return Set(
      paths.flatMap { path in
        library.store.history(of: path).map(\.digest)
          + (library.store.bases[path].map { [$0.digest] } ?? [])
      })
  }

  /// The files and the links in every version that a package has or had.
  private func keptInPackages(_ library: Library) -> Set<[UInt8]> {
    var kept: Set<[UInt8]> = []
    for digest in digestsOfVersions(library) {
      guard let archive = content(digest, library).flatMap({ PackageArchive(decoding: $0) }) else {
        continue
      }
      for member in archive.members {
        switch member.content {
        case .file(let bytes, _): kept.insert(bytes)
        case .symbolicLink(let target): kept.insert(SymbolicLink(to: target)?.content ?? [])
        case .directory: break
        }
      }
    }
    return kept
  }

  private func content(_ digest: Digest, _ library: Library) -> [UInt8]? {
    do throws(StateDiskError) {
      return try library.store.content(digest)
    } catch {
      return nil
    }
  }

  /// Every document is as it was last agreed in every replica, unless it is held.
  private func disagreement(_ library: Library) -> [String] {
    let held = Set(library.status().held.map(\.path))
    var failures: [String] = []
    for volume in world.volumes {
      let files = volume.documents()
      for (path, content) in files.sorted(by: { $0.key < $1.key })
      where !held.contains(path) && !isTemporary(path) {
        if library.store.bases[path]?.digest != SHA256.digest(content) {
          failures.append(
            "\(path) in \(volume.name) is not what was agreed: \(library.notice(of: path))")
        }
      }
      for path in library.store.bases.keys.sorted()
      where files[path] == nil && !held.contains(path) {
        failures.append(
          "\(path) is agreed but not in \(volume.name): \(library.notice(of: path))")
      }
    }
    for number in world.volumes.indices {
      for path in library.store.held(in: number).keys.sorted() where !held.contains(path) {
        failures.append("replica \(number) is behind with \(path): \(library.notice(of: path))")
      }
    }
    return failures
  }

  private func isTemporary(_ path: RelativePath) -> Bool {
    IgnoreSet().verdict(for: path, isDirectory: false) != nil
  }

  /// Nothing of ours is left lying about.
  private func leftovers(_ library: Library) -> [String] {
    var failures: [String] = []
    for volume in world.volumes where !volume.filesAside().isEmpty {
      failures.append("left aside in \(volume.name): \(volume.filesAside().keys.sorted())")
    }
    if !library.store.intents.isEmpty {
      failures.append("intents left: \(library.store.intents.keys.sorted())")
    }
    for conflict in library.openConflicts where library.store.bases[conflict.copy] == nil {
      failures.append("conflict \(conflict.id) has no copy")
    }
    return failures
  }

  /// No document holds a line that nobody wrote, nor a conflict marker.
  private func strangers() -> [String] {
    let lines = Set(
      past.everWritten.flatMap { $0.split(separator: 10).map(Array.init) })
    return world.volumes.flatMap { volume in
      volume.files().sorted { $0.key < $1.key }.compactMap { path, content in
        let strange = content.split(separator: 10).first { !lines.contains(Array($0)) }
        return strange.map {
          "\(path) in \(volume.name) holds a line that nobody wrote: \(displayed($0))"
        }
      }
    }
  }

  /// Settled: another look at everything changes nothing.
  private func unrest() -> [String] {
    guard let library = world.library else { return [] }
    let documents = world.volumes.map { $0.documents() }
    let directories = world.volumes.map { $0.plainDirectories() }
    let event = library.store.lastEvent
    library.rescan(at: world.clock.now)
    _ = world.settle(quiet: 10_000_000_000)
    var failures: [String] = []
    if world.volumes.map({ $0.documents() }) != documents {
      failures.append("a rescan changed documents")
    }
    if comparesDirectories, world.volumes.map({ $0.plainDirectories() }) != directories {
      failures.append("a rescan changed directories")
    }
    if library.store.lastEvent != event {
      let news = library.store.events(after: event, limit: 5)
        .map { "\($0.kind) \($0.path) \($0.details)" }
      failures.append("a rescan had something to tell: \(news)")
    }
    return failures
  }

  /// What errors and power cuts left half written is noticed, set aside and then gone.
  private func damage(_ library: Library) -> [String] {
    do throws(StateDiskError) {
      _ = try library.store.check()
      return try library.store.check().damage.map { "damage: \($0)" }
    } catch {
      return ["the store can't be checked: \(error.message)"]
    }
  }
}
