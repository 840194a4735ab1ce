import LinuxSystem

/// Puts what was staged under a document's name, and sees to what it takes the place of.
struct DocumentExchange {
  let place: FilePlace
  /// Where it was staged.
  let folder: SavingFolder
  let plan: FilePlan
  /// What stood there when it was planned.
  let seen: FileRecord?
  let beforeExchange: () -> Void

  /// Installs it. Throws with the place as it was.
  func install(in directory: borrowing Descriptor) throws {
    guard let seen else {
      beforeExchange()
      return try create(in: directory)
    }
    try folder.note(
      staged: try DiskVersion.of(folder.item, in: folder.directory),
      expected: DiskVersion(seen).contentMark)
    beforeExchange()
    try exchange(in: directory)
    try settle(in: directory)
  }

  private func create(in directory: borrowing Descriptor) throws {
    do throws(SystemError) {
      try folder.directory.renameToFree(folder.item, to: directory, as: place.name)
    } catch {
      if error.errno == .exists { throw FileChangedError(path: place.path, members: []) }
      throw error
    }
  }

  /// Swaps the two. File systems that can't are given the closest order of renames: the name has
  /// no content for as long as one call takes.
  private func exchange(in directory: borrowing Descriptor) throws {
    do throws(SystemError) {
      return try folder.directory.rename(folder.item, to: directory, as: place.name, .exchange)
    } catch {
      // It was removed or renamed meanwhile.
      if error.errno == .noSuchFile { throw FileChangedError(path: place.path, members: []) }
      guard error.errno.isLack else { throw error }
    }
    let aside = SavingFolder.replaced
    try directory.renameToFree(place.name, to: folder.directory, as: aside)
    do throws(SystemError) {
      try folder.directory.renameToFree(folder.item, to: directory, as: place.name)
    } catch {
      try folder.directory.renameToFree(aside, to: directory, as: place.name)
      if error.errno == .exists { throw FileChangedError(path: place.path, members: []) }
      throw error
    }
    try folder.directory.renameToFree(aside, to: folder.directory, as: folder.item)
  }

  /// Looks at what came out: carries over what is new in it and removes it, or puts it back. An
  /// error leaves it to the folder's end.
  private func settle(in directory: borrowing Descriptor) throws {
    guard let found = try FileRecord.scan(folder.item, in: folder.directory) else { return }
    let late = LateChanges(plan, seen: seen, found: found)
    var conflicts = late.conflicts
    var carried: [[UInt8]] = []
    if conflicts.isEmpty {
      for path in late.carried {
        do throws(SystemError) {
          try move(path, folder.item, of: folder.directory, to: place.name, in: directory)
          carried.append(path)
        } catch {
          conflicts.append(path)
          break
        }
      }
    }
    guard conflicts.isEmpty else {
      for path in carried.reversed() {
        try move(path, place.name, of: directory, to: folder.item, in: folder.directory)
      }
      try putBack(in: directory)
      throw FileChangedError(path: place.path, members: conflicts)
    }
    do throws(SystemError) {
      // From here on it is only what is no longer needed.
      try folder.removeNote()
      if try !folder.directory.remove(folder.item, seen: found) {
        // Something came in at the last moment; nothing that was written is removed unseen.
        try folder.note(staged: nil, expected: nil)
      }
    } catch {
      // The document is in place all the same; the next save removes the rest.
    }
  }

  /// RACE: What another program writes into the new document in the instant in which it had the
  /// name is lost.
  private func putBack(in directory: borrowing Descriptor) throws {
    guard try FileRecord.scan(place.name, in: directory) != nil else {
      return try folder.directory.renameToFree(folder.item, to: directory, as: place.name)
    }
    try exchange(in: directory)
    // What is in it now is ours.
    try folder.removeNote()
  }

  private func move(
    _ path: [UInt8], _ name: [UInt8], of directory: borrowing Descriptor, to newName: [UInt8],
    in newDirectory: borrowing Descriptor
  ) throws(SystemError) {
    let old = try directory.openDirectory(name).place(of: path)
    let new = try newDirectory.openDirectory(newName).place(of: path)
    try old.directory.rename(old.name, to: new.directory, as: new.name, .replace)
    try new.directory.sync()
  }
}
