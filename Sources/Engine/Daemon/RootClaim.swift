import LinuxSystem
import Reconciliation

/// Keeps a second daemon away from a root, whatever state folder it has.
///
/// The lock lies on a file named for the root's device and inode, in a folder that all daemons of
/// one user share; never on the root itself, whose lock belongs to those who make names in it.
final class RootClaim {
  private let lock: Descriptor

  /// Waits a moment for a predecessor that was killed to vanish. Throws `.claimed` where another
  /// daemon stays.
  init(root: [UInt8], in folder: [UInt8]) throws(VolumeError) {
    do throws(SystemError) {
      let directory = try openPath(root, [.readOnly, .directory])
      let status = try directory.status()
      let claims = try openPath(folder, [.readOnly, .directory])
      let name = Array("root-\(status.device)-\(status.inode).lock".utf8)
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
      lock = file
    } catch {
      throw Self.sentence(error, root)
    }
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
