import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// The best side for a file of a directory. One in the directory itself is written down first.
  func side(
    for id: UInt64, in directory: borrowing Descriptor, at path: RelativePath,
    beneath root: borrowing Descriptor
  ) throws(SystemError) -> Side {
    let last = shared.last?.path == path.parentBytes ? shared.last : nil
    if let folders = last?.folders { return try Side(folders, id: id) }
    if let folders = try folders(for: directory, beneath: root) {
      last?.folders = folders
      return try Side(folders, id: id)
    }
    for name in [OwnName.staged(id).bytes, OwnName.displaced(id).bytes] {
      if let hiddenPath = path.parent.appending(name) {
        try hidden.insert(hiddenPath, in: stateFolder)
      }
    }
    return try Side(beside: directory, id: id)
  }

  /// The folders from which a file can be renamed into a directory; nil where there are none.
  func folders(
    for directory: borrowing Descriptor, beneath root: borrowing Descriptor
  ) throws(SystemError) -> Side.Folders? {
    let device = try directory.status().device
    if device == stateDevice, try calls.canRename(stateSide.staging, directory) {
      return stateSide
    }
    guard device == volumeRoot.device,
      let folders = try makeRootSide(beneath: root),
      try calls.canRename(folders.staging, directory)
    else { return nil }
    return folders
  }

  /// Says that no file of this id lies in the directory any more.
  func endSide(_ kind: Side.Kind, for id: UInt64, at path: RelativePath) throws(SystemError) {
    guard kind == .beside else { return }
    for name in [OwnName.staged(id).bytes, OwnName.displaced(id).bytes] {
      if let hiddenPath = path.parent.appending(name) {
        try hidden.remove(hiddenPath, in: stateFolder)
      }
    }
  }

  /// The folders in `.collate`, made if need be; nil where the root lets none be made.
  private func makeRootSide(
    beneath root: borrowing Descriptor
  ) throws(SystemError) -> Side.Folders? {
    if let folders = shared.rootSide { return folders }
    do throws(SystemError) {
      let folder = try root.openOrMakeDirectory(OwnName.folderName, mode: 0o700)
      let folders = try Side.Folders(.root, in: folder)
      watcher.watchDisplacedFolder(folders.displaced)
      if shared.isSharing { shared.rootSide = folders }
      return folders
    } catch {
      switch error.errno {
      case .accessDenied, .notPermitted, .notDirectory, .symbolicLink: return nil
      default: throw error
      }
    }
  }

  /// The folders in `.collate`, if they are there.
  func existingRootSide(beneath root: borrowing Descriptor) throws(SystemError) -> Side.Folders? {
    if let folders = shared.rootSide { return folders }
    do throws(SystemError) {
      let folder = try root.openDirectory(OwnName.folderName)
      return try Side.Folders(.root, in: folder)
    } catch {
      if error.errno.isAbsence || error.errno == .accessDenied || error.errno == .readOnly {
        return nil
      }
      throw error
    }
  }

  /// Removes what a crash left half staged: only files that this library made, by name and place.
  func removeLeftovers() throws(VolumeError) {
    let root = try openRoot()
    do throws(SystemError) {
      try removeStaged(in: stateSide.staging)
      if let folders = try existingRootSide(beneath: root) {
        try removeStaged(in: folders.staging)
        watcher.watchDisplacedFolder(folders.displaced)
      }
      for path in hidden.paths {
        guard case .staged = OwnName(Array(path.name), atRoot: false) else { continue }
        try remove(hidden: path, beneath: root)
        try hidden.remove(path, in: stateFolder)
      }
    } catch {
      throw VolumeError(error, own: "the folder for staged files")
    }
  }

  private func removeStaged(in staging: borrowing Descriptor) throws(SystemError) {
    for entry in try staging.list()
    where OwnName.id(of: entry.name) != nil || Probe.names.contains(entry.name) {
      try staging.removeTree(entry.name)
    }
  }

  private func remove(
    hidden path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      let place = try root.place(of: path.bytes)
      try place.directory.removeTree(place.name)
    } catch {
      guard error.errno.isAbsence else { throw error }
    }
  }
}
