public import FoundationEssentials
import LinuxSystem

extension DocumentSession {
  /// Gives the file another name in its folder. The ending belongs to the name.
  ///
  /// Throws a problem of kind `.exists` where something has that name.
  public func rename(to name: String) async throws {
    try await turn.take {
      try ensureOpen()
      guard let path else { throw DocumentProblem.hasNoPlace }
      guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
        throw DocumentProblem(.unsupported, "\"\(name)\" can't be a name.")
      }
      try await relocate(to: DocumentPath(directory: path.directory, name: Array(name.utf8)))
    }
  }

  /// Moves the file into another folder, under its name.
  ///
  /// Throws a problem of kind `.exists` where something has that name there.
  public func move(to folder: URL) async throws {
    try await turn.take {
      try ensureOpen()
      guard let path else { throw DocumentProblem.hasNoPlace }
      try await relocate(
        to: DocumentPath(directory: DocumentPath(folder).bytes, name: path.name))
    }
  }

  private func relocate(to target: DocumentPath) async throws {
    await look()
    guard let place else { throw machine.problem ?? DocumentProblem.hasNoPlace }
    if target == place.path { return }
    do {
      let isCurrent = machine.disk == .current
      let (version, moved) = try await onThreads {
        let to = try DocumentPlace(target)
        let lock = try LockedDocument.lock(place, .exclusive)
        guard lock.status != nil else { throw DocumentProblem.missing(place.path) }
        try Relocation.move(lock, to: to)
        return (try DiskVersion.of(lock.item), to)
      }
      if isCurrent {
        await hold(version, at: moved)
      } else {
        follow(moved)
        await watchDisk(known, at: moved)
      }
    } catch let error as SystemError where error.errno == .exists {
      throw DocumentProblem.exists(target)
    } catch {
      throw told(error, .move, place.path)
    }
  }
}

/// Moves a document that is locked.
private enum Relocation {
  static func move(_ document: LockedDocument, to place: DocumentPlace) throws(SystemError) {
    let from = document.place
    do throws(SystemError) {
      try from.directory.renameToFree(from.name, to: place.directory, as: place.name)
    } catch {
      guard error.errno == .crossesDevices else { throw error }
      return try copy(document, to: place)
    }
    try place.directory.sync()
    try from.directory.sync()
  }

  /// To another file system it is copied, and the first goes once the copy is durable.
  private static func copy(
    _ document: LockedDocument, to place: DocumentPlace
  ) throws(SystemError) {
    let from = document.place
    let version = try DiskVersion.of(document.item)
    let folder = try SavingFolder.make(for: place)
    do throws(SystemError) {
      try TreeCopy.copy(
        from.name, of: from.directory, version, to: folder.directory, as: folder.item)
      try folder.open().syncFileSystem()
      try folder.directory.renameToFree(folder.item, to: place.directory, as: place.name)
      try place.directory.sync()
    } catch {
      _ = Result { () throws(SystemError) in try folder.remove() }
      throw error
    }
    try folder.remove()
    let old = try SavingFolder.make(for: from)
    try old.note(staged: nil, expected: version.contentMark)
    try from.directory.renameToFree(from.name, to: old.directory, as: old.item)
    if try DiskVersion.of(try old.open()).hasSameContent(as: version) {
      try old.remove()
    } else {
      // Changed since it was copied: that version stays where it was.
      try old.directory.renameToFree(old.item, to: from.directory, as: from.name)
      try old.remove()
    }
  }
}
