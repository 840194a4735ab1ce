import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// The names that it gives are durable once `sync` has returned; the content is so before.
  package func install(_ installation: Installation) throws(VolumeError) -> InstallOutcome {
    let path = installation.path
    guard !path.isRoot, !isOwn(path) else {
      throw VolumeError(
        kind: .badName, message: "Can't write \(path): the name is one of Collate's own.")
    }
    let root = try volumeRoot.open()
    do throws(SystemError) {
      if let expected = installation.expecting {
        return try replace(installation, expecting: expected, beneath: root)
      }
      return try create(installation, beneath: root)
    } catch {
      throw VolumeError(error, "write", path)
    }
  }

  // MARK: A name that is taken

  private func replace(
    _ installation: Installation, expecting expected: Digest, beneath root: borrowing Descriptor
  ) throws(SystemError) -> InstallOutcome {
    let path = installation.path
    guard let place = try existingPlace(of: path, beneath: root) else { return .superseded }
    let claim = try Claim(place, expecting: expected, attempts: Self.attempts)
    switch consume claim {
    case .refused(let refusal): return Claim.install(refusal)
    case .held(let file):
      if file.status.links > 1 {
        return try writeInPlace(installation, over: file, at: place)
      }
      let side = try side(for: installation.id, in: place.directory, at: path, beneath: root)
      let staged = try stage(installation, in: side, replacing: file)
      unsynced.insert(path.parent)
      let outcome = try exchange(
        staged, with: file, at: place, in: side, expecting: expected)
      if case .superseded = outcome { try endSide(side.kind, for: installation.id, at: path) }
      isDisplacedUnsynced = true
      return outcome
    }
  }

  private func stage(
    _ installation: Installation, in side: borrowing Side, replacing file: borrowing LockedFile
  ) throws(SystemError) -> StagedFile {
    let status = file.status
    // As the owner of all files one keeps whose they are; another user can't give files away.
    let isRoot = currentUser() == 0
    let likeness = StagedFile.Likeness(
      mode: installation.mode ?? status.mode, owner: isRoot ? status.owner : nil,
      group: isRoot ? status.group : nil, modified: installation.modified)
    return try StagedFile.stage(installation.content, in: side, as: likeness, &stamps) {
      writer throws(SystemError) in
      try writer.copyUserAttributes(from: file.descriptor)
    }
  }

  /// Nil where the directory isn't there.
  func existingPlace(
    of path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> Place? {
    do throws(SystemError) {
      return try root.place(of: path.bytes)
    } catch {
      guard error.errno.isAbsence else { throw error }
      return nil
    }
  }

  // MARK: A new name

  private func create(
    _ installation: Installation, beneath root: borrowing Descriptor
  ) throws(SystemError) -> InstallOutcome {
    let path = installation.path
    guard let directory = try makeDirectories(path.parent, beneath: root) else {
      return .superseded
    }
    // To create a name is to write to its directory.
    guard try directory.lockWhereSupported(.exclusive) else {
      return .locked(by: try directory.lockHolder()?.description)
    }
    let place = Place(directory: directory, name: Array(path.name))
    guard try isFree(place) else { return .superseded }
    let side = try side(for: installation.id, in: place.directory, at: path, beneath: root)
    let likeness = StagedFile.Likeness(
      mode: installation.mode ?? defaultMode, modified: installation.modified)
    let staged = try StagedFile.stage(installation.content, in: side, as: likeness, &stamps) { _ in
    }
    unsynced.insert(path.parent)
    do throws(SystemError) {
      calls.beforeRename()
      try calls.renameToFree(side.staging, side.stagedName, place.directory, place.name)
    } catch {
      try side.staging.removeFile(side.stagedName)
      try endSide(side.kind, for: installation.id, at: path)
      guard error.errno == .exists else { throw error }
      return .superseded
    }
    try endSide(side.kind, for: installation.id, at: path)
    return .installed(try fingerprint(of: staged), displaced: false)
  }

  private func isFree(_ place: borrowing Place) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try place.directory.status(of: place.name)
      return false
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return true
    }
  }

  /// Opens a directory, made with those above it where they are missing; nil where something
  /// else than a directory is in the way.
  private func makeDirectories(
    _ path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try root.openDirectory(path.bytes)
    } catch {
      if error.errno == .notDirectory || error.errno == .symbolicLink { return nil }
      guard error.errno == .noSuchFile else { throw error }
    }
    guard let parent = try makeDirectories(path.parent, beneath: root) else { return nil }
    do throws(SystemError) {
      unsynced.insert(path.parent)
      return try parent.openOrMakeDirectory(Array(path.name), mode: 0o777)
    } catch {
      if error.errno == .notDirectory || error.errno == .symbolicLink { return nil }
      throw error
    }
  }
}
