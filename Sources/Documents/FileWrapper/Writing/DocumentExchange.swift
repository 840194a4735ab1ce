import LinuxSystem

/// Puts what was staged under a document's name, and sees to what it takes the place of.
struct DocumentExchange {
  let place: FilePlace
  let plan: FilePlan
  /// What stood there when it was planned.
  let seen: FileRecord?
  let beforeExchange: () -> Void

  /// Installs a file that has no name yet.
  func install(_ file: borrowing Descriptor, in directory: borrowing Descriptor) throws {
    if seen == nil {
      beforeExchange()
      do throws(SystemError) {
        return try file.link(into: directory, as: place.name)
      } catch {
        if error.errno == .exists { throw FileChangedError(path: place.path, members: []) }
        throw error
      }
    }
    let name = SavingName.random(SavingName.saving)
    try file.link(into: directory, as: name)
    try install(name, in: directory)
  }

  /// Installs what was staged under a name, which is free again in the end.
  func install(_ staged: [UInt8], in directory: borrowing Descriptor) throws {
    // Exchanged under another name: after a crash, what lies there may be someone's version.
    let replaced = SavingName.random(SavingName.replaced)
    do {
      guard seen != nil else {
        beforeExchange()
        return try create(staged, in: directory)
      }
      try directory.renameToFree(staged, as: replaced)
      beforeExchange()
      try exchange(replaced, in: directory)
    } catch {
      // Nothing was exchanged: both names can only be ours.
      discard(staged, in: directory)
      discard(replaced, in: directory)
      throw error
    }
    try settle(replaced, as: staged, in: directory)
  }

  private func create(_ staged: [UInt8], in directory: borrowing Descriptor) throws {
    do throws(SystemError) {
      try directory.renameToFree(staged, as: place.name)
    } catch {
      if error.errno == .exists { throw FileChangedError(path: place.path, members: []) }
      throw error
    }
  }

  /// Swaps the two names. File systems that can't are given the closest order of renames: the name
  /// has no content for as long as one call takes.
  private func exchange(_ replaced: [UInt8], in directory: borrowing Descriptor) throws {
    do throws(SystemError) {
      return try directory.rename(replaced, to: directory, as: place.name, .exchange)
    } catch {
      // It was removed or renamed meanwhile.
      if error.errno == .noSuchFile { throw FileChangedError(path: place.path, members: []) }
      guard error.errno.isLack else { throw error }
    }
    let aside = SavingName.random(SavingName.replaced)
    try directory.renameToFree(place.name, as: aside)
    do throws(SystemError) {
      try directory.renameToFree(replaced, as: place.name)
    } catch {
      try directory.renameToFree(aside, as: place.name)
      if error.errno == .exists { throw FileChangedError(path: place.path, members: []) }
      throw error
    }
    try directory.renameToFree(aside, as: replaced)
  }

  /// Looks at what came out: carries over what is new in it and removes it, or puts it back. An
  /// error leaves it where it is, hidden.
  private func settle(
    _ replaced: [UInt8], as staged: [UInt8], in directory: borrowing Descriptor
  ) throws {
    guard let found = try FileRecord.scan(replaced, in: directory) else { return }
    let late = LateChanges(plan, seen: seen, found: found)
    var conflicts = late.conflicts
    var carried: [[UInt8]] = []
    if conflicts.isEmpty {
      for path in late.carried {
        do throws(SystemError) {
          try move(path, from: replaced, to: place.name, in: directory)
          carried.append(path)
        } catch {
          conflicts.append(path)
          break
        }
      }
    }
    guard conflicts.isEmpty else {
      for path in carried.reversed() {
        try move(path, from: place.name, to: replaced, in: directory)
      }
      try putBack(replaced, in: directory)
      throw FileChangedError(path: place.path, members: conflicts)
    }
    do throws(SystemError) {
      // From here on it is only what is no longer needed.
      try directory.renameToFree(replaced, as: staged)
      if try !directory.remove(staged, seen: found) {
        // Something came in at the last moment; nothing that was written is removed unseen.
        try directory.renameToFree(staged, as: replaced)
      }
    } catch {
      // The document is in place all the same; the next save removes the rest.
    }
  }

  /// RACE: What another program writes into the new document in the instant in which it had the
  /// name is lost.
  private func putBack(_ replaced: [UInt8], in directory: borrowing Descriptor) throws {
    guard try FileRecord.scan(place.name, in: directory) != nil else {
      return try directory.renameToFree(replaced, as: place.name)
    }
    try exchange(replaced, in: directory)
    discard(replaced, in: directory)
  }

  /// Removes what is ours alone.
  private func discard(_ name: [UInt8], in directory: borrowing Descriptor) {
    do throws(SystemError) {
      try directory.removeAll(name)
    } catch {
      // The first failure is the one to tell.
    }
  }

  private func move(
    _ path: [UInt8], from name: [UInt8], to newName: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) {
    let old = try directory.openDirectory(name).place(of: path)
    let new = try directory.openDirectory(newName).place(of: path)
    try old.directory.rename(old.name, to: new.directory, as: new.name, .replace)
    try new.directory.sync()
  }
}

extension Descriptor {
  /// Renames to a name that must be free, or throws `.exists`.
  ///
  /// RACE: On file systems without such a rename, what another program makes there in that moment
  /// is replaced; a directory only if it is empty.
  fileprivate func renameToFree(_ name: [UInt8], as newName: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      return try rename(name, to: self, as: newName, .noReplace)
    } catch {
      guard error.errno.isLack else { throw error }
    }
    guard try FileRecord.scan(newName, in: self) == nil else {
      throw SystemError(call: "renameat2", errno: .exists, path: newName)
    }
    try rename(name, to: self, as: newName, .replace)
  }
}
