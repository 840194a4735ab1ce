import LinuxSystem

/// Copies a document, sharing its blocks on disk where the file system can.
enum TreeCopy {
  /// Copies a file or a package to a name that must be free. The copy has the times, the mode and the
  /// user's attributes of the original.
  ///
  /// Throws `.noSuchFile` where the name leads to something else than the version meanwhile, and
  /// `.cancelled` where the task is.
  static func copy(
    _ name: [UInt8], of source: borrowing Descriptor, _ version: DiskVersion,
    to directory: borrowing Descriptor, as newName: [UInt8]
  ) throws(SystemError) {
    guard version.isPackage else {
      return try copyFile(name, of: source, version.root, to: directory, as: newName)
    }
    let item = try source.openDirectory(name)
    guard try item.status().inode == version.root.inode else {
      throw SystemError(call: "openat2", errno: .noSuchFile, path: name)
    }
    try directory.makeDirectory(newName, mode: 0o700)
    let copy = try directory.openDirectory(newName)
    let members = version.members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    // What is in a directory comes after it, since its path is longer.
    for (path, stamp) in members {
      let from = try item.place(of: path)
      let to = try copy.place(of: path)
      switch stamp.kind {
      case .directory:
        try to.directory.makeDirectory(to.name, mode: 0o700)
        try to.directory.openDirectory(to.name).setModeWhereSupported(stamp.mode | 0o700)
      case .file:
        try copyFile(from.name, of: from.directory, stamp, to: to.directory, as: to.name)
      case .symbolicLink:
        try to.directory.makeSymbolicLink(
          to.name, to: try from.directory.readSymbolicLink(from.name))
      case .special: break
      }
    }
    try copy.setModeWhereSupported(version.root.mode)
  }

  private static func copyFile(
    _ name: [UInt8], of source: borrowing Descriptor, _ stamp: DiskVersion.Stamp,
    to directory: borrowing Descriptor, as newName: [UInt8]
  ) throws(SystemError) {
    let item = try source.openDocument(name)
    guard try item.status().inode == stamp.inode else {
      throw SystemError(call: "openat2", errno: .noSuchFile, path: name)
    }
    let copy = try directory.open(
      beneath: newName, [.readWrite, .create, .exclusive], mode: 0o600)
    try copy.copyContent(of: item, passed: passUnlessCancelled)
    try Likeness.copyAttributes(from: item, to: copy)
    try copy.setModeWhereSupported(stamp.mode)
    try copy.setModified(stamp.modified)
  }
}

/// What a new version of a document takes over from the one that it replaces.
enum Likeness {
  /// Gives a file or directory the owner, the mode and the user's attributes of another.
  static func copy(
    _ status: FileStatus, of item: borrowing Descriptor, to copy: borrowing Descriptor
  ) throws(SystemError) {
    let mine = try copy.status()
    var mode = status.mode
    if mine.owner != status.owner || mine.group != status.group {
      do throws(SystemError) {
        try copy.setOwner(status.owner, group: status.group)
      } catch {
        guard error.errno == .notPermitted || error.errno.isLack else { throw error }
        // What was to run as its owner must not run as ours.
        mode &= 0o1777
      }
    }
    if mine.mode != mode {
      do throws(SystemError) {
        try copy.setMode(mode)
      } catch {
        guard error.errno == .notPermitted || error.errno.isLack else { throw error }
      }
    }
    try copyAttributes(from: item, to: copy)
  }

  static func copyAttributes(
    from item: borrowing Descriptor, to copy: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      try copy.copyUserAttributes(from: item)
    } catch {
      // They don't fit, or the file system has none: the content counts for more.
      guard error.errno.isLack || error.errno == .noSpace || error.errno == .notPermitted else {
        throw error
      }
    }
  }
}
