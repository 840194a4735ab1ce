import CLinux
import Glibc

/// What a rename does with what already stands under the new name.
package enum RenameMode: Sendable {
  /// It is replaced and lost.
  case replace
  /// The rename fails with `.exists`.
  case noReplace
  /// Both swap names, in one step; it must be there.
  case exchange
}

extension Descriptor {
  /// Renames a name of this directory into another one, in one step.
  ///
  /// Throws `.crossesDevices` between file systems. File systems without `noReplace` or
  /// `exchange` (FAT, some network ones) throw `.invalid`, kernels without it `.notImplemented`.
  ///
  /// Wraps `renameat2(2)`.
  package func rename(
    _ name: [UInt8], to directory: borrowing Descriptor, as newName: [UInt8], _ mode: RenameMode
  ) throws(SystemError) {
    let flags: UInt32 =
      switch mode {
      case .replace: 0
      case .noReplace: clinux_rename_noreplace
      case .exchange: clinux_rename_exchange
      }
    let target = directory.raw
    guard isComponent(newName) else {
      throw SystemError(call: "renameat2", errno: .invalid, path: newName)
    }
    let destination = terminated(newName)
    try retrying("renameat2", name: name) { source in
      clinux_renameat2(raw, source, target, destination, flags)
    }
  }
}
