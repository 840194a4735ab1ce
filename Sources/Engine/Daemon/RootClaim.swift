import LinuxSystem
import Reconciliation

/// Keeps a second daemon away from a root, and from directories in it and around it, whatever
/// state folder it has.
///
/// The lock lies on a file named for the root's device and inode, in a folder that all daemons of
/// one user share; never on the root itself, whose lock belongs to those who make names in it. The
/// file holds the root's path, by which others tell whether theirs overlaps with it.
final class RootClaim {
  private let lock: Descriptor

  private static let prefix = Array("root-".utf8)
  private static let turn = Array("claiming.lock".utf8)

  /// Waits a moment for a predecessor that was killed to vanish. Throws `.claimed` where another
  /// daemon stays.
  init(root: [UInt8], in folder: [UInt8]) throws(VolumeError) {
    let kept: [UInt8]?
    do throws(SystemError) {
      let status = try openPath(root, [.readOnly, .directory]).status()
      let claims = try openPath(folder, [.readOnly, .directory])
      // Two that claimed at once would each refuse the other, or neither.
      let turn = try Self.locked(Self.turn, in: claims, root)
      let name = Self.prefix + Array("\(status.device)-\(status.inode).lock".utf8)
      lock = try Self.locked(name, in: claims, root)
      try lock.truncate(to: 0)
      try lock.writeAll(root, at: 0)
      kept = try Self.keptPath(overlapping: root, besides: name, in: claims)
      try turn.unlock()
    } catch {
      throw Self.sentence(error, root)
    }
    if let kept {
      let relation = Overlap().kind(root, kept) == .inside ? "lies in" : "has files in common with"
      throw VolumeError(
        kind: .claimed,
        message:
          "\(displayed(root)) \(relation) \(displayed(kept)), which a collated keeps already; "
          + "one directory can be kept by one only")
    }
  }

  /// Opens a file of the folder and locks it, with some patience.
  private static func locked(
    _ name: [UInt8], in claims: borrowing Descriptor, _ root: [UInt8]
  ) throws(SystemError) -> Descriptor {
    let file = try claims.open(beneath: name, [.readWrite, .create], mode: 0o600)
    var attempts = 0
    while try !file.lock(.exclusive) {
      attempts += 1
      guard attempts < 20 else {
        let holder = try file.lockHolder().map { " (\($0))" } ?? ""
        throw SystemError(call: "flock" + holder, errno: .busy, path: root)
      }
      var none: [PollEntry] = []
      try wait(for: &none, milliseconds: 50)
    }
    return file
  }

  /// A root that is claimed now, and has files in common with this one.
  private static func keptPath(
    overlapping root: [UInt8], besides own: [UInt8], in claims: borrowing Descriptor
  ) throws(SystemError) -> [UInt8]? {
    let overlap = Overlap()
    for entry in try claims.list() where entry.name.starts(with: prefix) && entry.name != own {
      let file = try claims.open(beneath: entry.name, [.readWrite], mode: 0)
      // What nobody locks is left from one that has ended.
      if try file.lock(.exclusive) { continue }
      let path = try file.readAll(limit: 1 << 16) ?? []
      if !path.isEmpty, overlap.kind(root, path) != nil { return path }
    }
    return nil
  }

  private static func sentence(_ error: SystemError, _ root: [UInt8]) -> VolumeError {
    if error.errno == .busy {
      return VolumeError(
        kind: .claimed,
        message: "another collated keeps \(displayed(root)) already; stop it, or use it")
    }
    if error.errno == .noSuchFile {
      return VolumeError(
        kind: .missing,
        message: "\(displayed(root)) is missing; it is looked for again every few seconds")
    }
    return VolumeError(kind: .denied, message: "\(displayed(root)) can't be kept: \(error)")
  }
}
