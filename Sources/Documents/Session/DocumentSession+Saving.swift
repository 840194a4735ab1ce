import FoundationEssentials
import LinuxSystem

extension DocumentSession {
  /// Saves the document's edits. Where nothing is different from what is on disk, nothing is written.
  ///
  /// What another program wrote meanwhile is joined first, or put beside the document. Throws what the
  /// writer says, a `DocumentProblem`, or `CancellationError`; the edits stay then, and are saved by
  /// themselves once the cause is gone.
  public func save() async throws {
    try await turn.take {
      try ensureOpen()
      try await saveNow(isAsked: true)
    }
  }

  func ensureOpen() throws {
    if machine.next(at: clock.now()) == .end {
      throw DocumentProblem(.closed, "The document is closed.")
    }
  }

  func autosaveNow() async {
    do {
      try await saveNow(isAsked: false)
    } catch {
      // The machine knows, and tries again.
    }
  }

  /// - Parameter isAsked: whether a person waits for it. Then a version on disk that can't be read
  ///   is set aside at once, and the file is made anew where it was deleted.
  func saveNow(isAsked: Bool) async throws {
    machine.savingBegan()
    let progress = ProgressManager(totalCount: Self.progressTotal)
    self.progress = progress.reporter
    defer { self.progress = nil }
    do {
      let place = try await reachedPlace()
      for _ in 0..<Self.attempts * 2 {
        if try await saveOnce(at: place, isAsked: isAsked, progress) {
          lastError = nil
          // What was undone meanwhile is to be saved next, and who asked for this one was not the loop.
          bell.ring()
          return progress.complete(count: Self.progressTotal)
        }
        try Task.checkCancellation()
      }
      throw DocumentProblem(
        .busy, "\(place.path) changes faster than it can be saved. It is tried again.")
    } catch let error as CancellationError {
      machine.savingCancelled()
      throw error
    } catch {
      throw saveFailed(error)
    }
  }

  /// The writer has 100 of it; the rest is for what follows, which compares and flushes.
  static var progressTotal: Int { 120 }

  /// Remembers what failed, and says it as a person can be told.
  private func saveFailed(_ error: any Error) -> any Error {
    let path = path ?? DocumentPath([])
    let problem = DocumentProblem(error, .save, path)
    // The reader's word on what is on disk, not the writer's.
    if problem.kind == .unreadable {
      machine.savingCancelled()
      machine.readFailed(problem, at: clock.now())
    } else {
      machine.savingFailed(problem, at: clock.now())
    }
    let told = error is SystemError ? problem : error
    lastError = told
    return told
  }

  /// The place, made sure to be the one that the path leads to: a folder may have been renamed, and a
  /// device removed, without a word.
  private func reachedPlace() async throws -> DocumentPlace {
    guard let path else {
      throw DocumentProblem(.missing, "The document has no place yet: save it somewhere first.")
    }
    await look()
    guard let place else { throw machine.problem ?? DocumentProblem.folderGone(path) }
    return place
  }

  /// Saves once; false where another program came in between.
  private func saveOnce(
    at place: DocumentPlace, isAsked: Bool, _ progress: ProgressManager
  ) async throws -> Bool {
    let lock = try await onThreads { try LockedDocument.lock(place, .exclusive) }
    let known = known
    let found = try await onThreads { try lock.settledVersion(since: known) }
    if let found, isNews(found) {
      guard try await join(found, of: lock, isAsked: isAsked) else { return false }
    } else if let found {
      self.known = found
    }
    let edits = machine.edits
    let undoState = undoManager.state
    let taken = try await steps.take(document, as: contentType)
    if let found, steps.isEqual(taken.kept, kept) == true {
      await hold(found, at: place)
      machine.saved(edits: edits, at: clock.now())
      saved(undoState)
      return true
    }
    if let found, found.isWriteProtected { throw DocumentProblem.writeProtected(place.path) }
    let version: DiskVersion?
    do {
      version = try await write(
        taken, as: contentType, of: lock, over: found, startingFrom: .present, memory: memory,
        progress)
    } catch is FileChangedError {
      // The writer knows of a change that stays hidden from us: what is there is read again.
      self.known = nil
      return false
    }
    guard let version else { return false }
    kept = taken.kept ?? kept
    written = steps.written(taken)
    await hold(version, at: place)
    machine.saved(edits: edits, at: clock.now())
    saved(undoState)
    return true
  }

  /// Writes a snapshot over a version that is locked; nil where another program came in between.
  ///
  /// The writer is handed a URL in a hidden folder on the same file system, of the document's name, and
  /// what it makes there takes the document's name in one step: nobody ever sees half of it, whatever
  /// the writer does, and a version that was not seen before is never overwritten. Where the document
  /// is a package, it finds a copy of the present version there (which shares its blocks where the file
  /// system can), and writes what is different from `previous`; what it leaves alone keeps its file.
  /// Writers that work through file wrappers find nothing there, and link what is unchanged out of
  /// the document: they copy nothing.
  func write(
    _ taken: DocumentSteps<D>.Taken, as type: UTType, of lock: LockedDocument,
    over found: DiskVersion?, startingFrom start: WritingStart, memory: FileMemory,
    _ progress: ProgressManager
  ) async throws -> DiskVersion? {
    try Task.checkCancellation()
    let folder = try await onThreads {
      lock.place.clearUp()
      return try SavingFolder.make(for: lock.place)
    }
    defer { folder.finish() }
    // Without a version to start from there is nothing to compare with either.
    let base = if case .present = start { found } else { nil as DiskVersion? }
    let remembered = memory.remembered
    var filled: DiskVersion?
    do {
      try folder.letGo()
      if let base, base.isPackage, !steps.writesBeside {
        filled = try await onThreads { try folder.fill(with: base, of: lock.place) }
      }
      try await CoordinationScope.with([lock.coordinated]) {
        try await FileMemory.$current.withValue(memory) {
          let replaced = base == nil || filled != nil ? nil : lock.place.path.url
          try await FileMemory.$replaced.withValue(replaced) {
            try await steps.write(
              taken, of: document, as: type, previous: base == nil ? nil : written,
              to: folder.path.url, progress)
          }
        }
      }
      try Task.checkCancellation()
    } catch {
      memory.remembered = remembered
      try await onThreads { try folder.remove() }
      throw error
    }
    let outcome: InstallOutcome
    do {
      outcome = try await onThreads { [filled] in
        try Installing(folder: folder, document: lock, expected: found, filled: filled).install()
      }
    } catch {
      memory.remembered = remembered
      throw error
    }
    switch outcome {
    case .installed(let version):
      memory.installed(version, at: lock.place)
      return version
    case .installedOver(let version, let old):
      memory.installed(version, at: lock.place)
      displaced.append(old)
      return version
    case .unchanged(let version):
      memory.remembered = remembered ?? memory.remembered
      return version
    case .superseded:
      memory.remembered = remembered
      return nil
    }
  }

  /// Joins the document's edits with a version that another program wrote; false where that changed
  /// again, or the document did.
  private func join(
    _ found: DiskVersion, of lock: LockedDocument, isAsked: Bool
  ) async throws -> Bool {
    var theirs: Parcel<D.Reader.Snapshot>?
    var theirsKept: Parcel<D.Reader.Snapshot>?
    var refusal: String?
    do {
      guard let parcels = try await readVersion(found, of: lock) else { return false }
      (theirs, theirsKept) = parcels
    } catch let error as CancellationError {
      throw error
    } catch {
      guard isAsked || machine.isPatienceOver(at: clock.now()) else {
        let problem = DocumentProblem(error, .read, lock.place.path)
        throw DocumentProblem(.unreadable, problem.message)
      }
      refusal =
        "the version on disk can't be read: \(DocumentProblem(error, .read, lock.place.path))"
    }
    if let refusal { return try await setAside(found, of: lock, refusal) }
    // What is on disk is what the document came from.
    if steps.isEqual(kept, theirs) == true {
      known = found
      return true
    }
    let edits = machine.edits
    let ours = try await steps.take(document, as: contentType).kept
    // The snapshot may have waited; what was edited since would be lost.
    guard machine.edits == edits else { return false }
    switch steps.join(base: kept, ours: ours, theirs: theirs) {
    case .same: break
    case .merged(let merged): try await apply(merged, previous: ours)
    case .conflict(let reason): return try await setAside(found, of: lock, reason)
    }
    known = found
    kept = theirsKept
    written = steps.written(theirsKept)
    return true
  }

  /// Puts a version beside the document, whose edits take its name then.
  private func setAside(
    _ found: DiskVersion, of lock: LockedDocument, _ reason: String
  ) async throws -> Bool {
    let copy = try await onThreads {
      try lock.version() == found ? SideCopy.make(of: lock) : nil
    }
    guard let copy else { return false }
    machine.conflicted(
      DocumentConflict(copy: copy.path.url, reason: reason, mark: copy.version.contentMark))
    known = found
    // It was not joined, so it is no base of what comes; and the version before isn't there.
    kept = nil
    written = nil
    // Undone or not, the document isn't what is on disk, until a save has succeeded.
    hasLooseEdits = true
    return true
  }
}

/// What a writer finds where it writes.
enum WritingStart: Sendable {
  /// The present version, if it is a package.
  case present
  case nothing
}
