import Engine
import LinuxSystem
import Reconciliation
import StateStore

/// Where a library's state lies: found by the marks of its roots, so that neither their order nor
/// their places decide.
extension LibraryRoster {
  /// Whether there is a state of a library with several of which these are roots.
  func isKnown(_ roots: [[UInt8]]) -> Bool {
    sharedFolder(for: roots, besides: []) != nil
      || roots.contains { isThere(path(Self.folderName($0, isShared: true))) }
  }

  func stateFolder(for roots: [[UInt8]], besides others: [LibrarySpecification]) -> [UInt8] {
    let root = roots.first ?? []
    let alone = path(Self.folderName(root, isShared: false))
    if roots.count == 1, isThere(alone) { return alone }
    if let folder = sharedFolder(for: roots, besides: others) { return folder }
    guard roots.count > 1 else { return alone }
    let taken = Set(others.map(\.stateFolder))
    // A library that had one directory, or several before their places were written down.
    let older =
      roots.map { path(Self.folderName($0, isShared: true)) }
      + roots.map { path(Self.folderName($0, isShared: false)) }
    if let folder = older.first(where: {
      isThere($0) && !taken.contains($0) && ReplicaPlaces(of: $0) == nil
    }) {
      return folder
    }
    let name = Self.folderName(root, isShared: true)
    let names = [name] + (2...64).map { name + Array("-\($0)".utf8) }
    return names.lazy.map(path).first { !isThere($0) } ?? path(name)
  }

  /// The state that knows most of the roots by their marks; where none is marked, the one that
  /// knows the place of each.
  private func sharedFolder(
    for roots: [[UInt8]], besides others: [LibrarySpecification]
  ) -> [UInt8]? {
    let taken = Set(others.map(\.stateFolder))
    let marks = roots.map { replicaMark(ofRoot: $0) }
    var best: (folder: [UInt8], marked: Int)?
    for folder in folders() where !taken.contains(folder) {
      guard let known = ReplicaPlaces(of: folder)?.replicas, !known.isEmpty else { continue }
      let marked = zip(roots, marks).count { root, mark in
        known.contains { $0.mark == mark && !$0.mark.isEmpty && isHome(root, $0) }
      }
      let isEachKnown = zip(roots, marks).allSatisfy { root, mark in
        known.contains { $0.path == root || $0.mark == mark }
      }
      guard marked > 0 || isEachKnown, marked > best?.marked ?? -1 else { continue }
      best = (folder, marked)
    }
    return best?.folder
  }

  /// Whether a root with a replica's mark is that: not where the replica is in its place still.
  private func isHome(_ root: [UInt8], _ replica: KnownReplica) -> Bool {
    guard let home = replica.path, home != root else { return true }
    return replicaMark(ofRoot: home) != replica.mark || Overlap().kind(home, root) == .same
  }

  private func folders() -> [[UInt8]] {
    do throws(SystemError) {
      return try openPath(state, [.readOnly, .directory]).list().map { path($0.name) }
        .sorted { $0.lexicographicallyPrecedes($1) }
    } catch {
      return []
    }
  }

  private func path(_ name: [UInt8]) -> [UInt8] { state + [UInt8(ascii: "/")] + name }

  private func isThere(_ path: [UInt8]) -> Bool {
    do throws(SystemError) {
      _ = try openPath(path, [.place, .directory])
      return true
    } catch {
      return false
    }
  }

  /// The same for the same root, readable, and never two roots' at once.
  private static func folderName(_ root: [UInt8], isShared: Bool) -> [UInt8] {
    let last = root.split(separator: UInt8(ascii: "/")).last ?? []
    let plain = last.prefix(40).map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    let ending = isShared ? "-shared" : ""
    return plain + Array("-\(SHA256.digest(root).description.prefix(12))\(ending)".utf8)
  }
}
