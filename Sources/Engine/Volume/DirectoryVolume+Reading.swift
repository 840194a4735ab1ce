import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  /// Holds the shared lock while it reads, where the file system has locks.
  ///
  /// Where nobody can tell whether a program has it open for writing (another user's file, some
  /// network file systems), all that is known is that its stamp stayed the same meanwhile.
  package func contents(
    _ path: RelativePath, limit: Int, evenIfOpen: Bool
  ) throws(VolumeError) -> Reading {
    guard !isOwn(path), !isMember(path), !path.isRoot else { return .gone }
    let name = path.name
    guard let directory = try directory(of: path) else { return .gone }
    let file: Reading?
    do throws(SystemError) {
      switch try LockedFile.open(
        directory.descriptor, Array(name), .shared, attempts: Self.attempts)
      {
      case .held(let opened): file = try read(opened, limit: limit, evenIfOpen: evenIfOpen)
      case .absent: file = .gone
      case .otherKind: file = nil
      case .locked(let holder): file = .locked(by: holder)
      case .overtaken: file = .unsteady
      }
    } catch {
      if error.errno.isAbsence { return .gone }
      throw VolumeError(error, "read", path)
    }
    if let file {
      try refuseForm(file, at: path)
      return file
    }
    do throws(SystemError) {
      let link = try linkContents(Array(name), in: directory.descriptor)
      if let link { return link }
    } catch {
      if error.errno.isAbsence { return .gone }
      throw VolumeError(error, "read", path)
    }
    guard isPackage(path) else { return .gone }
    return try packageContents(
      Array(name), in: directory.descriptor, at: path, limit: limit, evenIfOpen: evenIfOpen)
  }

  /// A file that has a package's name and holds a package's archive would be taken for the package,
  /// and one that holds what stands for a link, for that link.
  private func refuseForm(_ reading: Reading, at path: RelativePath) throws(VolumeError) {
    guard case .content(let bytes, _) = reading else { return }
    if SymbolicLink.isLink(bytes) {
      throw VolumeError(
        kind: .denied,
        message:
          "The file \(path) holds just what stands for a symbolic link in Collate's history. "
          + "Change it, or move it away.")
    }
    guard isPackage(path), PackageArchive.isArchive(bytes) else { return }
    throw VolumeError(
      kind: .denied,
      message: "The file \(path) holds the archive of a package, and has a package's name. "
        + "Give it another name.")
  }

  /// The document's directory, opened from the root; nil where it is none.
  func directory(of path: RelativePath) throws(VolumeError) -> SharedDirectory? {
    let root = try openRoot()
    do throws(SystemError) {
      return try openShared(path.parentBytes, beneath: root)
    } catch {
      if error.errno.isAbsence { return nil }
      throw VolumeError(error, "read", path)
    }
  }

  package func slice(
    _ path: RelativePath, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(VolumeError) -> [UInt8]? {
    let root = try openRoot()
    guard !isOwn(path), !isMember(path), !path.isRoot else { return nil }
    do throws(SystemError) {
      let place = try root.place(of: path.bytes)
      if isPackage(path), try place.directory.status(of: place.name).kind == .directory {
        return try packageSlice(place, expecting: fingerprint, offset: offset, count: count)
      }
      if fingerprint.isLink {
        return try linkSlice(place, expecting: fingerprint, offset: offset, count: count)
      }
      guard case .held(let file) = try LockedFile.open(place.directory, place.name, .shared),
        Fingerprint(file.status) == fingerprint
      else { return nil }
      let bytes = try file.descriptor.read(at: offset, count: count)
      return Fingerprint(try file.descriptor.status()) == fingerprint ? bytes : nil
    } catch {
      if error.errno.isAbsence { return nil }
      throw VolumeError(error, "read", path)
    }
  }

  private func read(
    _ file: borrowing LockedFile, limit: Int, evenIfOpen: Bool
  ) throws(SystemError) -> Reading {
    let before = file.status
    let isOpen = try file.descriptor.isOpenForWriting() == true
    if isOpen, !evenIfOpen { return .beingWritten(Fingerprint(before)) }
    guard before.size <= limit,
      let bytes = try file.descriptor.readAll(limit: limit, expected: before.size)
    else { return .tooLarge(Fingerprint(before)) }
    // One who opened it since, and wrote behind what was read already, has moved the stamp.
    let after = try file.descriptor.status()
    let fingerprint = Fingerprint(after)
    guard fingerprint == Fingerprint(before), Int64(bytes.count) == after.size else {
      return .unsteady
    }
    if stamps.mayRepeat(fingerprint, on: after.device, now: wallClock()) {
      return try confirm(bytes, fingerprint, of: file, limit: limit, evenIfOpen: evenIfOpen)
    }
    // A mapping moves the stamp with its first write only.
    return .content(bytes, isOpen ? fingerprint.distrusted : fingerprint)
  }

  /// Reads once more where the stamp proves nothing of the time of the read: only that nobody
  /// has it open, and the bytes themselves, do.
  private func confirm(
    _ bytes: [UInt8], _ fingerprint: Fingerprint, of file: borrowing LockedFile, limit: Int,
    evenIfOpen: Bool
  ) throws(SystemError) -> Reading {
    if try file.descriptor.isOpenForWriting() == true, !evenIfOpen {
      return .beingWritten(fingerprint)
    }
    let again = try file.descriptor.readAll(limit: limit, expected: fingerprint.size)
    return again == bytes ? .content(bytes, fingerprint.distrusted) : .unsteady
  }

  /// What a staged version is like under the name that it took. A program may have written to it since:
  /// then it is to be read again.
  func fingerprint(of staged: borrowing Staged) throws(SystemError) -> Fingerprint {
    switch staged {
    case .file(let file): try fingerprint(of: file)
    case .package(let package): try fingerprint(of: package)
    }
  }

  private func fingerprint(of staged: borrowing StagedPackage) throws(SystemError) -> Fingerprint {
    let stamp = try PackageWalk(staged.descriptor).stamp
    let isRisky = mayRepeat(stamp, on: try staged.descriptor.status().device)
    return stamp.fingerprint == staged.stamp.fingerprint && !isRisky
      ? stamp.fingerprint : stamp.fingerprint.distrusted
  }

  private func fingerprint(of staged: borrowing StagedFile) throws(SystemError) -> Fingerprint {
    let status = try staged.descriptor.status()
    let isAsStaged =
      status.size == staged.status.size && status.modified == staged.status.modified
    let fingerprint = fingerprint(of: status)
    return isAsStaged ? fingerprint : fingerprint.distrusted
  }

  func fingerprint(of status: FileStatus) -> Fingerprint {
    let fingerprint = Fingerprint(status)
    let isRisky = stamps.mayRepeat(fingerprint, on: status.device, now: wallClock())
    return isRisky ? fingerprint.distrusted : fingerprint
  }
}
