package import LinuxSystem
import Reconciliation

/// Tells whether two directories hold files in common: they are one, or one lies in the other, by
/// whatever way they are reached. A symbolic link is followed, and a bind mount is what it shows.
package struct Overlap {
  private let mounts: [Mount]

  /// With the mounts as they are now; by the paths alone where they can't be told.
  package init() {
    do throws(SystemError) {
      mounts = try LinuxSystem.mounts()
    } catch {
      mounts = []
    }
  }

  /// With these mounts.
  package init(mounts: [Mount]) {
    self.mounts = mounts
  }

  /// How two directories overlap.
  package enum Kind: Hashable, Sendable {
    case same
    /// The first lies in the second, as a whole or with a part of what is mounted in it.
    case inside
    /// The first holds the second, or a part of it.
    case around
  }

  /// Nil where they have nothing in common.
  package func kind(_ one: [UInt8], _ other: [UInt8]) -> Kind? {
    let (one, other) = (resolved(one), resolved(other))
    if one == other { return .same }
    if isWithin(one, other) { return .inside }
    if isWithin(other, one) { return .around }
    let (first, second) = (places(of: one), places(of: other))
    for place in first {
      for there in second where place.device == there.device {
        if place.path == there.path { return .same }
        if isWithin(place.path, there.path) { return .inside }
        if isWithin(there.path, place.path) { return .around }
      }
    }
    return nil
  }

  private struct Place {
    var device: [UInt8]
    var path: [UInt8]
  }

  /// Where a directory's files are on their file systems: its own, and those mounted in it.
  private func places(of directory: [UInt8]) -> [Place] {
    var found: [Place] = []
    if let mount = mounts.last(where: { $0.point == directory || isWithin(directory, $0.point) }) {
      let rest = directory.dropFirst(mount.point.count).drop { $0 == slash }
      found.append(Place(device: mount.device, path: joined(mount.root, Array(rest))))
    }
    for mount in mounts where isWithin(mount.point, directory) {
      found.append(Place(device: mount.device, path: mount.root))
    }
    return found
  }
}

private let slash = UInt8(ascii: "/")

private func joined(_ directory: [UInt8], _ rest: [UInt8]) -> [UInt8] {
  if rest.isEmpty { return directory }
  return directory.last == slash ? directory + rest : directory + [slash] + rest
}

/// Whether a path leads beneath another.
private func isWithin(_ inner: [UInt8], _ outer: [UInt8]) -> Bool {
  inner.count > outer.count && inner.starts(with: outer)
    && (outer.last == slash || inner[outer.count] == slash)
}

/// The path without symbolic links, as far as it is there.
private func resolved(_ path: [UInt8]) -> [UInt8] {
  var rest: [[UInt8]] = []
  var start = path
  while start.count > 1 {
    do throws(SystemError) {
      return rest.reversed().reduce(try resolvedPath(start)) { joined($0, $1) }
    } catch {
      let cut = start.lastIndex(of: slash) ?? 0
      rest.append(Array(start[(cut + 1)...]))
      start = cut == 0 ? [slash] : Array(start[..<cut])
    }
  }
  return path
}
