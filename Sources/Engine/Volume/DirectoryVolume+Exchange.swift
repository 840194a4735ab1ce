import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// Puts a staged version under the name of the claimed one, so that what stood there comes out
  /// whole and is looked at: whatever another program did meanwhile, nothing is overwritten.
  func exchange(
    _ staged: borrowing StagedFile, with file: borrowing LockedFile, at place: borrowing Place,
    in side: borrowing Side, expecting expected: Digest
  ) throws(SystemError) -> InstallOutcome {
    // Exchanged under the displaced name: after a crash what lies there may be someone's version.
    do throws(SystemError) {
      try calls.renameToFree(
        side.staging, side.stagedName, side.displaced, side.displacedName)
    } catch {
      try side.staging.removeFile(side.stagedName)
      throw error
    }
    do throws(SystemError) {
      calls.beforeRename()
      try calls.rename(
        side.displaced, side.displacedName, place.directory, place.name, .exchange)
      exchanges[file.status.device] = true
    } catch {
      if error.errno.isLack {
        exchanges[file.status.device] = false
        return try replaceWithoutExchange(
          staged, over: file, at: place, in: side, expecting: expected)
      }
      try side.displaced.removeFile(side.displacedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    guard try side.displaced.status(of: side.displacedName).kind == .file else {
      // A directory or a link took the name meanwhile: it goes back where it was.
      try calls.rename(
        side.displaced, side.displacedName, place.directory, place.name, .exchange)
      try side.displaced.removeFile(side.displacedName)
      return .superseded
    }
    return try outcome(of: staged, in: side, expecting: expected)
  }

  /// Tells by its content whether what came out is what was expected.
  private func outcome(
    of staged: borrowing StagedFile, in side: borrowing Side, expecting expected: Digest
  ) throws(SystemError) -> InstallOutcome {
    let installed = try fingerprint(of: staged)
    return isDisplaced(expected, in: side)
      ? .installed(installed, displaced: true) : .raced(installed)
  }

  /// Whether what came out has this content; what can't be read is not known to have it.
  func isDisplaced(_ expected: Digest, in side: borrowing Side) -> Bool {
    do throws(SystemError) {
      return try side.displaced.openDocument(side.displacedName).digest() == expected
    } catch {
      return false
    }
  }

  // MARK: File systems that can't exchange

  /// The closest order of links and renames: the old version gets a second name, the new one
  /// takes the first.
  ///
  /// RACE: A version that another program renames into place between the two calls is lost. What
  /// is written into the old file is not.
  private func replaceWithoutExchange(
    _ staged: borrowing StagedFile, over file: borrowing LockedFile, at place: borrowing Place,
    in side: borrowing Side, expecting expected: Digest
  ) throws(SystemError) -> InstallOutcome {
    try calls.renameToFree(side.displaced, side.displacedName, side.staging, side.stagedName)
    do throws(SystemError) {
      try calls.link(place.directory, place.name, side.displaced, side.displacedName)
    } catch {
      if error.errno.isLinkRefusal {
        return try replaceWithoutLink(staged, at: place, in: side, expecting: expected)
      }
      try side.staging.removeFile(side.stagedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    do throws(SystemError) {
      let linked = try side.displaced.status(of: side.displacedName)
      if linked.isSameFile(as: file.status) {
        try calls.rename(
          side.staging, side.stagedName, place.directory, place.name, .replace)
        return try outcome(of: staged, in: side, expecting: expected)
      }
    } catch {
      try withdraw(side)
      throw error
    }
    try withdraw(side)
    return .superseded
  }

  /// Takes back the second name and what was staged; the first name stands as it stood.
  private func withdraw(_ side: borrowing Side) throws(SystemError) {
    try side.displaced.removeFile(side.displacedName)
    try side.staging.removeFile(side.stagedName)
  }

  /// Where a file can't have a second name: the old one goes aside, the new one takes its place.
  /// The name has no content for as long as one call takes.
  private func replaceWithoutLink(
    _ staged: borrowing StagedFile, at place: borrowing Place, in side: borrowing Side,
    expecting expected: Digest
  ) throws(SystemError) -> InstallOutcome {
    do throws(SystemError) {
      try calls.renameToFree(place.directory, place.name, side.displaced, side.displacedName)
    } catch {
      try side.staging.removeFile(side.stagedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    do throws(SystemError) {
      try calls.renameToFree(side.staging, side.stagedName, place.directory, place.name)
    } catch {
      try side.staging.removeFile(side.stagedName)
      // A program has made the name anew: its version stays, and the old one stays displaced.
      if error.errno == .exists { return .superseded }
      try calls.renameToFree(side.displaced, side.displacedName, place.directory, place.name)
      throw error
    }
    return try outcome(of: staged, in: side, expecting: expected)
  }
}
