import LinuxSystem

extension DocumentSession {
  /// Gives up the unsaved edits, and takes what is on disk. Nothing can be undone then. Where it can't
  /// be read, the edits stay and the error is thrown.
  public func revert() async throws {
    try await turn.take {
      try ensureOpen()
      guard path != nil else { throw DocumentProblem.hasNoPlace }
      await look()
      guard let place else { throw machine.problem ?? DocumentProblem.hasNoPlace }
      do {
        try await read(at: place, .dropped)
      } catch {
        throw told(error, .read, place.path)
      }
    }
  }

  /// Closes the session. What is unsaved is saved first; where that fails, the error is thrown and the
  /// session stays open.
  ///
  /// - Parameter discardingEdits: Whether unsaved edits are given up instead.
  public func close(discardingEdits: Bool = false) async throws {
    try await turn.take {
      if machine.next(at: clock.now()) == .end { return }
      if !discardingEdits, machine.isWritable { try await saveAll() }
      await settleDisplaced()
      end()
    }
  }

  /// Saves what is unsaved, and what is edited or undone while that is written.
  private func saveAll() async throws {
    for _ in 0..<Self.attempts where machine.hasUnsavedEdits {
      try await saveNow(isAsked: true)
    }
    if machine.hasUnsavedEdits {
      throw DocumentProblem(
        .busy,
        "\(path.map { "\($0)" } ?? "The document") is edited faster than it can be saved. It stays "
          + "open: close it once the edits are done.")
    }
  }

  /// Settles a conflict as a person has chosen.
  ///
  /// A copy that was edited since is not removed: the problem that is thrown then says so.
  public func resolve(_ conflict: DocumentConflict, keeping choice: ConflictChoice) async throws {
    try await turn.take {
      try ensureOpen()
      guard machine.conflicts.contains(conflict) else { return }
      do {
        switch choice {
        case .both: break
        case .mine: try await removeCopy(conflict)
        case .theirs: try await takeCopy(conflict)
        }
      } catch {
        throw told(error, .save, DocumentPath(conflict.copy))
      }
      machine.resolved(conflict)
    }
  }

  private func removeCopy(_ conflict: DocumentConflict) async throws {
    try await onThreads {
      let place = try DocumentPlace(DocumentPath(conflict.copy))
      let lock = try LockedDocument.lock(place, .exclusive)
      // Removed by the person already.
      guard lock.status != nil else { return }
      let folder = try SavingFolder.make(for: place)
      try folder.note(staged: nil, expected: conflict.mark)
      try place.directory.renameToFree(place.name, to: folder.directory, as: folder.item)
      guard try DiskVersion.of(try folder.open()).contentMark == conflict.mark else {
        try folder.directory.renameToFree(folder.item, to: place.directory, as: place.name)
        try folder.remove()
        throw DocumentProblem(
          .busy, "\(place.path) was changed since it was put aside. It stays; look at both again.")
      }
      try folder.remove()
    }
  }

  /// Puts the bytes of the copy under the document's name, whether or not they can be read.
  private func takeCopy(_ conflict: DocumentConflict) async throws {
    await look()
    guard let place else { throw machine.problem ?? DocumentProblem.hasNoPlace }
    let known = known
    let outcome = try await onThreads {
      let copy = try LockedDocument.lock(try DocumentPlace(DocumentPath(conflict.copy)), .shared)
      guard let version = try copy.version() else { throw DocumentProblem.missing(copy.place.path) }
      let lock = try LockedDocument.lock(place, .exclusive)
      guard let found = try lock.version(), found == known else { return InstallOutcome.superseded }
      let folder = try SavingFolder.make(for: place)
      do throws(SystemError) {
        try TreeCopy.copy(
          copy.place.name, of: copy.place.directory, version, to: folder.directory, as: folder.item)
      } catch {
        _ = Result { () throws(SystemError) in try folder.remove() }
        throw error
      }
      return try Installing(folder: folder, document: lock, expected: found).install()
    }
    if case .installedOver(_, let old) = outcome { displaced.append(old) }
    if case .superseded = outcome {
      throw DocumentProblem(
        .busy, "\(place.path) was changed by another program meanwhile. Look at it again.")
    }
    try await read(at: place, .dropped)
    try await removeCopy(conflict)
  }
}
