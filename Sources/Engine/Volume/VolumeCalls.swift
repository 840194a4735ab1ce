import LinuxSystem

/// The calls that a test replaces.
struct VolumeCalls {
  typealias Rename = (
    _ directory: borrowing Descriptor, _ name: [UInt8], _ target: borrowing Descriptor,
    _ newName: [UInt8], _ mode: RenameMode
  ) throws(SystemError) -> Void

  /// Renames a name of the first directory into the second.
  var rename: Rename = { directory, name, target, newName, mode throws(SystemError) in
    try directory.rename(name, to: target, as: newName, mode)
  }

  /// Gives a file of the first directory one more name.
  var link:
    (
      _ directory: borrowing Descriptor, _ name: [UInt8], _ target: borrowing Descriptor,
      _ newName: [UInt8]
    ) throws(SystemError) -> Void = { directory, name, target, newName throws(SystemError) in
      try directory.link(name, to: target, as: newName)
    }

  /// Whether a rename from the first directory into the second crosses no mount.
  var canRename:
    (_ directory: borrowing Descriptor, _ target: borrowing Descriptor) throws(SystemError) -> Bool =
      { directory, target throws(SystemError) in try directory.canRename(into: target) }

  /// Happens between the last look at what stands under a name and the rename onto it.
  var beforeRename: () -> Void = {}

  /// Renames to a name that must be free, or throws `.exists`.
  ///
  /// File systems without such a rename mostly have links, which do the same in two steps. Where
  /// they have not even those (FAT), the name is taken by an empty file first.
  /// RACE: What a program writes into that empty file before the rename is lost, on such a file
  /// system only.
  func renameToFree(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ target: borrowing Descriptor,
    _ newName: [UInt8]
  ) throws(SystemError) {
    do throws(SystemError) {
      return try rename(directory, name, target, newName, .noReplace)
    } catch {
      guard error.errno.isLack else { throw error }
    }
    if try directory.status(of: name).kind == .directory {
      return try renameDirectoryToFree(directory, name, target, newName)
    }
    do throws(SystemError) {
      try link(directory, name, target, newName)
      return try directory.removeFile(name)
    } catch {
      guard error.errno.isLinkRefusal else { throw error }
    }
    try target.open(beneath: newName, [.writeOnly, .create, .exclusive]).close()
    try rename(directory, name, target, newName, .replace)
  }

  /// A directory can take the name of an empty one, and of no other.
  private func renameDirectoryToFree(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ target: borrowing Descriptor,
    _ newName: [UInt8]
  ) throws(SystemError) {
    try target.makeDirectory(newName, mode: 0o700)
    do throws(SystemError) {
      try rename(directory, name, target, newName, .replace)
    } catch {
      if error.errno == .notEmpty {
        throw SystemError(call: error.call, errno: .exists, path: error.path)
      }
      // The name is free again, unless something was put in meanwhile, which stays.
      _ = Result { () throws(SystemError) in try target.removeDirectory(newName) }
      throw error
    }
  }
}
