import LinuxSystem
import Reconciliation
import StateStore

/// What came of putting a staged version under a name.
enum Exchanged {
  /// What came out is the expected version.
  case asExpected
  /// It is another one: a program wrote in between.
  case raced
  /// Nothing was changed, and what was staged is gone.
  case superseded
}

extension DirectoryVolume {
  /// Puts what is staged under the name of the claimed version, so that what stood there comes out
  /// whole and is looked at: whatever another program did meanwhile, nothing is overwritten.
  func exchange(
    with claimed: FileStatus, at place: borrowing Place, in side: borrowing Side,
    expecting expected: Digest
  ) throws(SystemError) -> Exchanged {
    // Exchanged under the displaced name: after a crash what lies there may be someone's version.
    do throws(SystemError) {
      try calls.renameToFree(
        side.staging, side.stagedName, side.displaced, side.displacedName)
    } catch {
      try side.staging.removeTree(side.stagedName)
      throw error
    }
    do throws(SystemError) {
      calls.beforeRename()
      try calls.rename(
        side.displaced, side.displacedName, place.directory, place.name, .exchange)
      exchanges[claimed.device] = true
    } catch {
      if error.errno.isLack {
        exchanges[claimed.device] = false
        return try replaceWithoutExchange(claimed, at: place, in: side, expecting: expected)
      }
      try side.displaced.removeTree(side.displacedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    let displaced = try side.displaced.status(of: side.displacedName)
    guard isDocument(displaced.kind, named: place.name) else {
      // A directory or a pipe took the name meanwhile: it goes back where it was.
      try calls.rename(
        side.displaced, side.displacedName, place.directory, place.name, .exchange)
      try side.displaced.removeTree(side.displacedName)
      return .superseded
    }
    return isAsClaimed(displaced, claimed) || isDisplaced(expected, in: side) ? .asExpected : .raced
  }

  /// Whether a file that came out is the one that was claimed, and its stamps say that nobody wrote
  /// to it since. It is read once more before it is deleted.
  func isAsClaimed(_ displaced: FileStatus, _ claimed: FileStatus) -> Bool {
    displaced.kind != .directory && displaced.kind == claimed.kind
      && displaced.isSameFile(as: claimed) && displaced.size == claimed.size
      && displaced.modified == claimed.modified
      && !stamps.mayRepeat(Fingerprint(claimed), on: claimed.device, now: wallClock())
  }

  /// Whether something of this kind can be a version of a document with this name.
  func isDocument(_ kind: FileStatus.Kind, named name: [UInt8]) -> Bool {
    kind == .file || kind == .symbolicLink || (kind == .directory && packages.contains(name))
  }

  /// Whether what came out has this content; what can't be read is not known to have it.
  func isDisplaced(_ expected: Digest, in side: borrowing Side) -> Bool {
    do throws(SystemError) {
      if try side.displaced.status(of: side.displacedName).kind == .symbolicLink {
        let link = try side.displaced.link(of: side.displacedName)
        return link.map { SHA256.digest($0.content) == expected } ?? false
      }
      let opened = try side.displaced.openDocument(side.displacedName)
      guard try opened.status().kind == .directory else {
        return try digest(of: opened, afterRename: true) == expected
      }
      guard
        case .content(let bytes, _) = try PackageReading(
          opened, limit: .max, evenIfOpen: true)
      else { return false }
      return SHA256.digest(bytes) == expected
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
    _ claimed: FileStatus, at place: borrowing Place, in side: borrowing Side,
    expecting expected: Digest
  ) throws(SystemError) -> Exchanged {
    try calls.renameToFree(side.displaced, side.displacedName, side.staging, side.stagedName)
    do throws(SystemError) {
      try calls.link(place.directory, place.name, side.displaced, side.displacedName)
    } catch {
      if error.errno.isLinkRefusal {
        return try replaceWithoutLink(at: place, in: side, expecting: expected)
      }
      try side.staging.removeTree(side.stagedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    do throws(SystemError) {
      let linked = try side.displaced.status(of: side.displacedName)
      if linked.isSameFile(as: claimed) {
        try calls.rename(
          side.staging, side.stagedName, place.directory, place.name, .replace)
        return isDisplaced(expected, in: side) ? .asExpected : .raced
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
    try side.displaced.removeTree(side.displacedName)
    try side.staging.removeTree(side.stagedName)
  }

  /// Where a file can't have a second name: the old one goes aside, the new one takes its place.
  /// The name has no content for as long as one call takes.
  private func replaceWithoutLink(
    at place: borrowing Place, in side: borrowing Side, expecting expected: Digest
  ) throws(SystemError) -> Exchanged {
    do throws(SystemError) {
      try calls.renameToFree(place.directory, place.name, side.displaced, side.displacedName)
    } catch {
      try side.staging.removeTree(side.stagedName)
      if error.errno == .noSuchFile { return .superseded }
      throw error
    }
    do throws(SystemError) {
      try calls.renameToFree(side.staging, side.stagedName, place.directory, place.name)
    } catch {
      try side.staging.removeTree(side.stagedName)
      // A program has made the name anew: its version stays, and the old one stays displaced.
      if error.errno == .exists { return .superseded }
      try calls.renameToFree(side.displaced, side.displacedName, place.directory, place.name)
      throw error
    }
    return isDisplaced(expected, in: side) ? .asExpected : .raced
  }
}
