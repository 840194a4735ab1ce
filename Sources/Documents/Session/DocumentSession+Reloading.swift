import FoundationEssentials
import LinuxSystem

extension DocumentSession {
  /// Sees what is on disk, and follows the document where it was moved.
  func look() async {
    await settleDisplaced()
    guard let path else { return machine.looked(nil, at: clock.now()) }
    let place = place
    let item = item
    do {
      await saw(
        try await onThreads {
          if let place { try place.look(for: item) } else { try DocumentPlace.lookAgain(at: path) }
        })
    } catch let error as SystemError where error.errno.isAbsenceOfFolder {
      lost(path)
    } catch {
      machine.readFailed(DocumentProblem(error, .read, path), at: clock.now())
    }
  }

  /// Sees whether programs that had a version open which was replaced have written to it since.
  func settleDisplaced() async {
    for old in displaced {
      do {
        let outcome = try await onThreads { try old.settle() }
        if case .waiting = outcome { continue }
        if case .setAside(let copy) = outcome {
          machine.conflicted(
            DocumentConflict(
              copy: copy.path.url,
              reason: "a program that had the version before open wrote to it late",
              mark: copy.version.contentMark))
        }
        displaced.removeAll { $0 === old }
      } catch {
        // Its disk may be gone: it stays hidden there, and is looked at again.
      }
    }
  }

  private func saw(_ sighting: Sighting) async {
    if let moved = sighting.place {
      if let path, path != moved.path { machine.moved(from: path) }
      follow(moved)
      await watchDisk(known, at: moved)
    }
    let now = clock.now()
    switch sighting.found {
    case .version(let version):
      if version == known {
        machine.looked(machine.disk == .current ? nil : .current, at: now)
      } else {
        machine.looked(version == refused ? nil : .changed, at: now)
      }
    case .otherKind:
      let text =
        "\(path.map { "\($0)" } ?? "It") is no longer a file. It is left alone; save elsewhere."
      machine.readFailed(DocumentProblem(.unreadable, text), at: now)
    case .nothing: machine.looked(.gone, at: now)
    case .lost: if let path { lost(path) }
    }
  }

  /// The folder is gone. What is held of it is let go, so that a device can be removed.
  private func lost(_ path: DocumentPath) {
    place = nil
    item = nil
    machine.looked(.unavailable(.folderGone(path)), at: clock.now())
  }

  /// Reads what is on disk and has the document apply it, unless it was edited meanwhile.
  func reload() async {
    guard let place, let path else { return machine.looked(nil, at: clock.now()) }
    do {
      try await read(at: place, .unlessEdited)
    } catch is CancellationError {
      // Not given up for good: the next step is the same.
    } catch {
      lastError = error
      machine.readFailed(DocumentProblem(error, .read, path), at: clock.now())
    }
  }

  /// What becomes of edits that a reading finds.
  enum Edits {
    /// They win: nothing is applied, and a save joins both.
    case unlessEdited
    /// They are given up.
    case dropped
  }

  /// How often a version that changes while it is read is read again.
  static var attempts: Int { 8 }

  func read(
    at place: DocumentPlace, _ edits: Edits, _ progress: ProgressManager? = nil
  ) async throws {
    for _ in 0..<Self.attempts {
      let lock = try await onThreads { try LockedDocument.lock(place, .shared) }
      let known = known
      guard let version = try await onThreads({ try lock.settledVersion(since: known) }) else {
        machine.looked(.gone, at: clock.now())
        if case .dropped = edits { throw DocumentProblem.missing(place.path) }
        return
      }
      if case .unlessEdited = edits, !isNews(version) {
        await hold(version, at: place)
        return machine.reloaded()
      }
      guard let (new, new2) = try await readVersion(version, of: lock, progress) else { continue }
      if case .unlessEdited = edits, machine.hasUnsavedEdits, machine.isWritable { return }
      if steps.isEqual(kept, new) != true || machine.hasUnsavedEdits {
        do {
          try await apply(new, previous: kept)
        } catch {
          refused = version
          throw error
        }
      }
      kept = new2
      written = steps.written(new2)
      await hold(version, at: place)
      if case .dropped = edits {
        machine.reverted()
        // What takes back an edit that is no more would make a state that never was.
        undoManager.removeAllActions()
      }
      machine.reloaded()
      if !machine.hasUnsavedEdits { saved(undoManager.state) }
      return
    }
    throw DocumentProblem(
      .busy, "\(place.path) changes faster than it can be read. It is tried again.")
  }

  /// Whether a version may hold something else than what is known. Only its ctime is different where
  /// a file was linked, or its mode set; a snapshot that can be compared is read even then.
  func isNews(_ version: DiskVersion) -> Bool {
    guard let known, version != known else { return known == nil }
    return !version.hasSameContent(as: known) || D.Reader.Snapshot.self is any Equatable.Type
  }

  /// Reads a version that is locked; nil where a program that takes no lock changed it meanwhile.
  ///
  /// A version that can't be read is remembered, so that it is not tried again before it changes.
  func readVersion(
    _ version: DiskVersion, of lock: LockedDocument, _ progress: ProgressManager? = nil
  ) async throws -> (new: Parcel<D.Reader.Snapshot>, kept: Parcel<D.Reader.Snapshot>?)? {
    let progress = progress ?? ProgressManager(totalCount: 100)
    let before = self.progress
    self.progress = progress.reporter
    // Read within a save, it goes on with that.
    defer { self.progress = before }
    do {
      let parcels = try await CoordinationScope.with([lock.coordinated]) {
        try await FileMemory.$current.withValue(memory) {
          try await steps.read(
            document, as: contentType, from: lock.place.path.url, progress)
        }
      }
      let isSame = try await onThreads { try lock.version() == version && lock.isNamed() }
      return isSame ? parcels : nil
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // Perhaps it was only half there.
      guard try await onThreads({ try lock.version() == version && lock.isNamed() }) else {
        return nil
      }
      refused = version
      throw error
    }
  }

  /// Has the document take over a snapshot. `previous` is what it holds, as far as that is known.
  func apply(
    _ new: Parcel<D.Reader.Snapshot>, previous: Parcel<D.Reader.Snapshot>?
  ) async throws {
    try await steps.apply(new, previous: previous, to: document)
  }
}

extension DocumentProblem {
  static func folderGone(_ path: DocumentPath) -> DocumentProblem {
    DocumentProblem(
      .unavailable,
      "The folder of \(path) can't be reached: it was deleted, or its device was removed. Edits are "
        + "kept, and saved once it is back; or save elsewhere.")
  }

  static func missing(_ path: DocumentPath) -> DocumentProblem {
    DocumentProblem(.missing, "\(path) is not there any more.")
  }
}

extension Errno {
  /// Whether it says that there is no such folder.
  var isAbsenceOfFolder: Bool {
    switch self {
    case .noSuchFile, .notDirectory, .stale: true
    default: false
    }
  }
}
