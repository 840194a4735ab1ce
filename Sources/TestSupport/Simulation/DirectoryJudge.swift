import Engine
import Reconciliation
import StateStore

/// Judges the directories once the world came to rest: all replicas have the same, empty ones too.
struct DirectoryJudge {
  private let world: SimulatedWorld

  init(_ world: SimulatedWorld) {
    self.world = world
  }

  func failures() -> [String] {
    guard let library = world.library, world.volumes.count > 1 else { return [] }
    let held = library.status().held.map(\.path)
    let trees = world.volumes.map { Set($0.plainDirectories()) }
    let all = trees.reduce(Set()) { $0.union($1) }
    return all.sorted().flatMap { path -> [String] in
      // Above and beneath what is held, all may wait for it.
      let waits = held.contains { $0 == path || $0.isBeneath(path) || path.isBeneath($0) }
      guard !waits, !isIgnored(path) else { return [] }
      return zip(world.volumes, trees).filter { !$1.contains(path) }.map { volume, _ in
        "the directory \(path) is not in \(volume.name): \(library.notice(of: path)), "
          + "known as \(library.store.directories[path].map { String($0, radix: 2) } ?? "none")"
      }
    }
  }

  private func isIgnored(_ path: RelativePath) -> Bool {
    IgnoreSet().verdict(for: path, isDirectory: true) != nil
  }
}
