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
    if let package = packages.package(holding: path) {
      throw VolumeError(
        kind: .badName, message: "Can't write \(path): it is a part of the package \(package).")
    }
    let root = try openRoot()
    do throws(SystemError) {
      return try again { () throws(SystemError) in
        if let expected = installation.expecting {
          return try replace(installation, expecting: expected, beneath: root)
        }
        return try create(installation, beneath: root)
      }
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
    let claim = try claim(place, expecting: expected, standing: installation.standing)
    switch consume claim {
    case .refused(let refusal): return Claim.install(refusal)
    case .link(let status):
      return try replaceLink(
        installation, status, at: place, expecting: expected, beneath: root)
    case .held(let file, let standing):
      let archive = try archive(of: installation)
      if archive == nil, installation.link == nil, standing == nil, file.status.links > 1 {
        guard !installation.isStaged else {
          // Its old content is in no history, and a write that fails would leave half of each.
          throw SystemError(call: "write", errno: .tooManyLinks, path: path.bytes)
        }
        return try writeInPlace(installation, over: file, at: place)
      }
      let side = try side(for: installation.id, in: place.directory, at: path, beneath: root)
      let staged = try stage(installation, archive, in: side, replacing: file, standing)
      unsynced.insert(path.parent)
      let exchanged = try exchange(with: file.status, at: place, in: side, expecting: expected)
      try carryRest(of: standing, to: staged)
      isDisplacedUnsynced = true
      let outcome = try outcome(of: exchanged, staged, installation, side)
      // It is held until the new version has its name.
      _ = file.status
      return outcome
    }
  }

  func outcome(
    of exchanged: Exchanged, _ staged: borrowing Staged, _ installation: Installation,
    _ side: borrowing Side
  ) throws(SystemError) -> InstallOutcome {
    switch exchanged {
    case .asExpected: return .installed(try fingerprint(of: staged), displaced: true)
    case .raced: return .raced(try fingerprint(of: staged))
    case .superseded:
      try endSide(side.kind, for: installation.id, at: installation.path)
      return .superseded
    }
  }

  private func carryRest(
    of standing: StandingPackage?, to staged: borrowing Staged
  ) throws(SystemError) {
    switch staged {
    case .file: break
    case .package(let package): try standing?.carryRest(to: package.descriptor)
    }
  }

  private func stage(
    _ installation: Installation, _ archive: PackageArchive?, in side: borrowing Side,
    replacing file: borrowing LockedFile, _ standing: StandingPackage?
  ) throws(SystemError) -> Staged {
    let status = file.status
    // As the owner of all files one keeps whose they are; another user can't give files away.
    let isRoot = currentUser() == 0
    if let archive {
      let builder = PackageBuilder(
        archive, over: standing, defaultMode: defaultMode,
        mode: installation.mode.flatMap { $0 & 0o100 == 0 ? nil : $0 },
        modified: installation.modified, keepsOwner: isRoot)
      return .package(try builder.build(in: side, &stamps))
    }
    if let link = installation.link {
      return .file(
        try stageLink(link, modified: installation.modified, in: side, ownedAs: status))
    }
    var mode = installation.mode ?? status.mode
    if standing != nil { mode &= 0o666 }
    let likeness = StagedFile.Likeness(
      mode: mode, owner: isRoot ? status.owner : nil, group: isRoot ? status.group : nil,
      modified: installation.modified)
    // What is staged ahead has none.
    var hasAttributes = installation.attributes?.isEmpty == false
    if installation.attributes == nil { hasAttributes = try file.descriptor.hasUserAttributes() }
    return .file(
      try StagedFile.stage(
        installation, in: side, as: likeness,
        isAhead: takeAhead(side) && !hasAttributes && !installation.isStaged,
        staysUnsynced: noteUnsynced(side), &stamps
      ) {
        writer throws(SystemError) in
        if let attributes = installation.attributes {
          try writer.setTravellingAttributes(attributes.mapValues { $0 })
        } else {
          try writer.copyUserAttributes(from: file.descriptor)
        }
      })
  }

  /// The package that is to be installed; nil where it is a file.
  private func archive(of installation: Installation) throws(SystemError) -> PackageArchive? {
    guard packages.contains(installation.path.name),
      PackageArchive.isArchive(installation.content)
    else { return nil }
    guard let archive = PackageArchive(decoding: installation.content) else {
      // From a later version, or damaged: no file may stand where a package is meant.
      throw SystemError(call: "decode", errno: .badSequence, path: installation.path.bytes)
    }
    return archive
  }

  /// Nil where the directory isn't there.
  func existingPlace(
    of path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> Place? {
    do throws(SystemError) {
      let directory = try openShared(path.parentBytes, beneath: root)
      return Place(directory: try directory.descriptor.duplicate(), name: Array(path.name))
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
    let owner = try directory.status()
    let place = Place(directory: directory, name: Array(path.name))
    defer { unlockShared(place.directory) }
    guard try isFree(place) else { return .superseded }
    let side = try side(for: installation.id, in: place.directory, at: path, beneath: root)
    let staged = try stageNew(installation, in: side, ownedAs: owner)
    unsynced.insert(path.parent)
    do throws(SystemError) {
      calls.beforeRename()
      try calls.renameToFree(side.staging, side.stagedName, place.directory, place.name)
    } catch {
      try side.staging.removeTree(side.stagedName)
      try endSide(side.kind, for: installation.id, at: path)
      guard error.errno == .exists else { throw error }
      return .superseded
    }
    try endSide(side.kind, for: installation.id, at: path)
    return .installed(try fingerprint(of: staged), displaced: false)
  }

  /// Stages what takes nothing over from what stood there.
  ///
  /// - Parameter owner: whose it is where one makes it as the owner of all files.
  func stageNew(
    _ installation: Installation, in side: borrowing Side, ownedAs owner: FileStatus
  ) throws(SystemError) -> Staged {
    if let link = installation.link {
      return .file(
        try stageLink(link, modified: installation.modified, in: side, ownedAs: owner))
    }
    let isRoot = currentUser() == 0
    if let archive = try archive(of: installation) {
      let builder = PackageBuilder(
        archive, over: nil, defaultMode: defaultMode,
        mode: installation.mode.flatMap { $0 & 0o100 == 0 ? nil : $0 },
        modified: installation.modified, keepsOwner: isRoot, newOwner: owner)
      return .package(try builder.build(in: side, &stamps))
    }
    let likeness = StagedFile.Likeness(
      mode: installation.mode ?? defaultMode, owner: isRoot ? owner.owner : nil,
      group: isRoot ? owner.group : nil, modified: installation.modified)
    return .file(
      try StagedFile.stage(
        installation, in: side, as: likeness,
        isAhead: takeAhead(side) && installation.attributes?.isEmpty ?? true
          && !installation.isStaged,
        staysUnsynced: noteUnsynced(side), &stamps
      ) {
        writer throws(SystemError) in
        try writer.setTravellingAttributes((installation.attributes ?? [:]).mapValues { $0 })
      })
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

  /// Makes a directory, if it isn't there; as root it belongs to whom the one above belongs to.
  func makeDirectory(
    _ name: [UInt8], in parent: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let made = try parent.openOrMakeDirectory(name, mode: 0o777)
    if currentUser() == 0 {
      let owner = try parent.status()
      try made.giveIfPossible(to: owner)
    }
    return made
  }

  /// Opens a directory, made with those above it where they are missing; nil where something
  /// else than a directory is in the way.
  func makeDirectories(
    _ path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try openShared(path.bytes[...], beneath: root).descriptor.duplicate()
    } catch {
      if error.errno == .notDirectory || error.errno == .symbolicLink { return nil }
      guard error.errno == .noSuchFile else { throw error }
    }
    guard let parent = try makeDirectories(path.parent, beneath: root) else { return nil }
    do throws(SystemError) {
      unsynced.insert(path.parent)
      return try makeDirectory(Array(path.name), in: parent)
    } catch {
      if error.errno == .notDirectory || error.errno == .symbolicLink { return nil }
      throw error
    }
  }
}
