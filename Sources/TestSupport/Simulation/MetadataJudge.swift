import Engine
import Reconciliation
import StateStore

/// Judges what belongs to the documents besides their content, once the world came to rest: it is
/// the same in all replicas that can hold it.
struct MetadataJudge {
  private let world: SimulatedWorld

  init(_ world: SimulatedWorld) {
    self.world = world
  }

  func failures() -> [String] {
    guard let library = world.library, world.volumes.count > 1 else { return [] }
    let held = Set(library.status().held.map(\.path))
    return library.store.bases.keys.sorted().filter { !held.contains($0) }.flatMap { path in
      world.volumes.enumerated().compactMap { number, volume in
        failure(path, in: volume, number, library)
      }
    }
  }

  private func failure(
    _ path: RelativePath, in volume: SimulatedVolume, _ number: Int, _ library: Library
  ) -> String? {
    guard let found = volume.metadata(path), let base = library.store.bases[path] else {
      return nil
    }
    let bits = volume.metadata.modeBits
    if found.mode & bits != base.mode & bits {
      return "\(path) in \(volume.name) has mode \(String(found.mode, radix: 8)), and "
        + "\(String(base.mode, radix: 8)) is agreed"
    }
    let attributes = library.store.attributes(of: path)
    if volume.metadata.holdsAttributes, found.attributes != attributes {
      return "\(path) in \(volume.name) has other xattrs than agreed: \(found.attributes.count), "
        + "not \(attributes.count)"
    }
    return nil
  }
}
