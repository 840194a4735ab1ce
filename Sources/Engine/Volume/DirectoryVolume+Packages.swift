import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// Whether a directory at this path is one document.
  func isPackage(_ path: RelativePath) -> Bool { packages.contains(path.name) }

  /// Whether the path lies in a package, and so is no document.
  func isMember(_ path: RelativePath) -> Bool { packages.package(holding: path) != nil }

  /// What a walk says of a package, after making sure that changes in it will be told.
  ///
  /// One that can't be walked through, or changes all the while, has a stamp that no base has: it
  /// is read, and reading says why it can't be.
  func packageEntry(
    at path: RelativePath, _ status: FileStatus, beneath root: borrowing Descriptor
  ) -> Entry {
    for _ in 0..<Self.attempts {
      do throws(SystemError) {
        let walk = try watchedWalk(of: path, beneath: root)
        return Entry(
          name: Array(path.name), kind: .package, fingerprint: walk.stamp.fingerprint, links: 1)
      } catch {
        guard error.errno.isAbsence else { break }
      }
    }
    let stamp = PackageStamp(directory: Fingerprint(status), members: [])
    return Entry(
      name: Array(path.name), kind: .package, fingerprint: stamp.fingerprint.distrusted, links: 1)
  }

  /// Walks through a package with a watch on each of its directories. Throws `.noSuchFile` where
  /// one of them was moved meanwhile.
  private func watchedWalk(
    of path: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> PackageWalk {
    let package = try root.openDirectory(path.bytes)
    let walk = try PackageWalk(package) { directory, member throws(SystemError) in
      let place = path.member(member)
      // The watch comes first, so that nothing falls between it and the listing.
      let watch = watcher.watch(directory, at: place)
      guard try root.status(beneath: place.bytes).isSameFile(as: directory.status()) else {
        watcher.undo(watch, at: place)
        throw SystemError(call: "openat2", errno: .noSuchFile, path: place.bytes)
      }
    }
    for (directory, names) in walk.directories {
      watcher.prune(path.member(directory), holding: names)
    }
    return walk
  }

  // MARK: Reading

  /// As `contents`, of what is known to be a directory with a package's name.
  func packageContents(
    _ name: [UInt8], in directory: borrowing Descriptor, at path: RelativePath, limit: Int,
    evenIfOpen: Bool
  ) throws(VolumeError) -> Reading {
    let obstacle: String
    do throws(SystemError) {
      switch try LockedFile.open(
        directory, name, .shared, kind: .directory, attempts: Self.attempts)
      {
      case .held(let package):
        let reading = try PackageReading(package.descriptor, limit: limit, evenIfOpen: evenIfOpen)
        guard case .obstructed(let found) = reading else {
          return try confirmed(reading, of: package, limit: limit, evenIfOpen: evenIfOpen)
        }
        obstacle = found
      case .absent: return .gone
      case .otherKind: return .gone
      case .locked(let holder): return .locked(by: holder)
      case .overtaken: return .unsteady
      }
    } catch {
      if error.errno.isAbsence { return .unsteady }
      throw VolumeError(error, "read", path)
    }
    throw VolumeError(
      kind: .denied,
      message: "Can't read the package \(path): \(obstacle). Move that out of it.")
  }

  /// Reads once more where the stamps prove nothing of the time of the read.
  private func confirmed(
    _ reading: PackageReading, of package: borrowing LockedFile, limit: Int, evenIfOpen: Bool
  ) throws(SystemError) -> Reading {
    switch reading {
    case .unsteady, .obstructed: return .unsteady
    case .beingWritten(let walk): return .beingWritten(walk.stamp.fingerprint)
    case .tooLarge(let walk): return .tooLarge(walk.stamp.fingerprint)
    case .content(let bytes, let walk):
      let fingerprint = walk.stamp.fingerprint
      if mayRepeat(walk.stamp, on: package.status.device) {
        switch try PackageReading(package.descriptor, limit: limit, evenIfOpen: evenIfOpen) {
        case .content(bytes, _): return .content(bytes, fingerprint.distrusted)
        case .beingWritten: return .beingWritten(fingerprint)
        default: return .unsteady
        }
      }
      // A mapping moves a member's stamp with its first write only.
      let isOpen = evenIfOpen ? try walk.isOpenForWriting(package.descriptor) : false
      return .content(bytes, isOpen ? fingerprint.distrusted : fingerprint)
    }
  }

  /// Whether a later write could leave the very stamp of a member.
  func mayRepeat(_ stamp: PackageStamp, on device: UInt64) -> Bool {
    var latest = stamp.directory
    latest.changed = stamp.latestChange
    latest.modified = stamp.latestChange
    return stamps.mayRepeat(latest, on: device, now: wallClock())
  }

  /// A part of the archive of what is known to be a directory with a package's name.
  func packageSlice(
    _ place: borrowing Place, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8]? {
    guard
      case .held(let package) = try LockedFile.open(
        place.directory, place.name, .shared, kind: .directory)
    else { return nil }
    let walk = try PackageWalk(package.descriptor)
    guard walk.stamp.fingerprint == fingerprint,
      let bytes = try walk.slice(of: package.descriptor, offset: offset, count: count)
    else { return nil }
    return try walk.isUnchanged(package.descriptor) ? bytes : nil
  }
}
