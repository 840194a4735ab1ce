extension Descriptor {
  /// Removes a name from this directory, and where it is a directory all that is in it. Follows no
  /// symbolic link and enters no other mount. One that isn't there is no error.
  ///
  /// Throws `.notEmpty` where other programs put something in meanwhile: that stays.
  ///
  /// Wraps `unlinkat(2)`.
  package func removeTree(_ name: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      guard try status(of: name).kind == .directory else { return try removeFile(name) }
      let directory = try openInside(name)
      for entry in try directory.list() { try directory.removeTree(entry.name) }
      try removeDirectory(name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  /// Opens a directory whose names are about to be removed, which its mode may forbid.
  private func openInside(_ name: [UInt8]) throws(SystemError) -> Descriptor {
    let options: OpenOptions = [.readOnly, .directory]
    let directory = try open(beneath: name, options, staysOnMount: true)
    if try directory.status().mode & 0o700 != 0o700 {
      // Where that is refused, the removal says why it can't be.
      _ = Result { () throws(SystemError) in try directory.setMode(0o700) }
    }
    return directory
  }
}
