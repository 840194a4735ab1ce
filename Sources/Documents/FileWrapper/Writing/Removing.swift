import LinuxSystem

extension Descriptor {
  /// Removes what stands under a name, with all in it, for as long as it is what was seen: what
  /// came since, or was changed since, stays, with the directories above it. Returns whether all
  /// went.
  func remove(_ name: [UInt8], seen: FileRecord) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard seen.isDirectory else {
        guard let now = try FileRecord.scan(name, in: self) else { return true }
        // A directory has taken the name, or a changed file.
        guard now.isSameContent(as: seen) else { return false }
        try removeFile(name)
        return true
      }
      let directory = try openDirectory(name)
      if seen.status.mode & 0o300 != 0o300 { try directory.setMode(seen.status.mode | 0o300) }
      var isEmpty = true
      for (name, member) in seen.members {
        if try !directory.remove(name, seen: member) { isEmpty = false }
      }
      guard isEmpty else { return false }
      try removeDirectory(name)
      return true
    } catch {
      switch error.errno {
      case .noSuchFile: return true
      case .notEmpty, .notDirectory, .exists: return false
      default: throw error
      }
    }
  }
}
