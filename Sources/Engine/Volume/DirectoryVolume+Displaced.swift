import LinuxSystem
package import Reconciliation
import StateStore

extension DirectoryVolume {
  /// How long a displaced file must have been quiet to be taken for closed, where nobody can tell
  /// whether a program has it open.
  private static let quietTime: Int64 = 600_000_000_000

  /// Larger ones are not held in memory.
  private static let largeSize: Int64 = 32 << 20

  package func displaced() throws(VolumeError) -> [DisplacedFile] {
    let root = try openRoot()
    var files: [DisplacedFile] = []
    do throws(SystemError) {
      try append(to: &files, from: stateSide.displaced)
      if let folders = try existingRootSide(beneath: root) {
        try append(to: &files, from: folders.displaced)
      }
      for path in hidden.paths {
        guard case .displaced(let id) = OwnName(Array(path.name), atRoot: false),
          let place = try existingPlace(of: path, beneath: root)
        else { continue }
        try append(id, place.name, to: &files, from: place.directory)
      }
    } catch {
      throw VolumeError(error, own: "the folder for displaced files")
    }
    return files
  }

  package func discardDisplaced(
    _ id: UInt64, expecting digest: Digest
  ) throws(VolumeError) -> Bool {
    let root = try openRoot()
    let name = OwnName.name(of: id)
    do throws(SystemError) {
      if try discard(name, in: stateSide.displaced, by: stateSide.staging, name, digest) {
        return true
      }
      if let folders = try existingRootSide(beneath: root),
        try discard(name, in: folders.displaced, by: folders.staging, name, digest)
      {
        return true
      }
      let hiddenName = OwnName.displaced(id).bytes
      for path in hidden.paths where path.name.elementsEqual(hiddenName) {
        guard let place = try existingPlace(of: path, beneath: root),
          try discard(
            hiddenName, in: place.directory, by: place.directory, OwnName.staged(id).bytes, digest)
        else { continue }
        try endSide(.beside, for: id, at: path)
        return true
      }
      return false
    } catch {
      throw VolumeError(error, own: "the displaced file \(id)")
    }
  }

  private func append(
    to files: inout [DisplacedFile], from folder: borrowing Descriptor
  ) throws(SystemError) {
    for entry in try folder.list() {
      guard let id = OwnName.id(of: entry.name) else { continue }
      try append(id, entry.name, to: &files, from: folder)
    }
  }

  private func append(
    _ id: UInt64, _ name: [UInt8], to files: inout [DisplacedFile],
    from folder: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      if let link = try displacedLink(id, name, in: folder) {
        files.append(link)
        return
      }
      let file = try folder.openDocument(name)
      let status = try file.status()
      if status.kind == .directory {
        files.append(try displacedPackage(id, file))
        return
      }
      let isOpen = try isOpen(file)
      if status.size > Self.largeSize {
        files.append(
          DisplacedFile(
            id: id, content: [], fingerprint: fingerprint(of: status), isOpen: isOpen,
            digestOfLarge: try digest(of: file, afterRename: true)))
        return
      }
      let content = try file.readAll(limit: .max - 1, expected: status.size) ?? []
      files.append(
        DisplacedFile(
          id: id, content: content, fingerprint: fingerprint(of: status), isOpen: isOpen))
    } catch {
      // Only Collate removes them, but a person may clear the folder.
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  /// True only if it is there, is that version, can't be written to any more, and is now removed.
  private func discard(
    _ name: [UInt8], in folder: borrowing Descriptor, by staging: borrowing Descriptor,
    _ stagedName: [UInt8], _ digest: Digest
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      if let link = try displacedLink(0, name, in: folder) {
        guard SHA256.digest(link.content) == digest else { return false }
        try folder.removeFile(name)
        isDisplacedUnsynced = true
        return true
      }
      let file = try folder.openDocument(name)
      // In this order: once nobody has it open, nobody can open it, since it has no name that
      // another program knows.
      if try file.status().kind == .directory {
        let package = try displacedPackage(0, file)
        guard !package.isOpen, SHA256.digest(package.content) == digest else { return false }
        try discardPackage(name, in: folder, by: staging, stagedName)
      } else {
        guard try !isOpen(file), try self.digest(of: file, afterRename: true) == digest else {
          return false
        }
        try folder.removeFile(name)
      }
      isDisplacedUnsynced = true
      return true
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  /// Nil where what lies there is no link. Nobody can write to one.
  private func displacedLink(
    _ id: UInt64, _ name: [UInt8], in folder: borrowing Descriptor
  ) throws(SystemError) -> DisplacedFile? {
    let status = try folder.status(of: name)
    guard status.kind == .symbolicLink, let link = try folder.link(of: name) else { return nil }
    return DisplacedFile(
      id: id, content: link.content, fingerprint: fingerprint(of: status), isOpen: false)
  }

  /// Removes a displaced package, which takes several calls: it leaves the displaced folder first,
  /// so that a part of it is never taken for a version.
  ///
  /// RACE: A program whose working directory lies in it can make a file there up to the last
  /// moment. What it made while the rest was removed is put back into the displaced folder, and is
  /// found there as a version that nobody expected.
  private func discardPackage(
    _ name: [UInt8], in folder: borrowing Descriptor, by staging: borrowing Descriptor,
    _ stagedName: [UInt8]
  ) throws(SystemError) {
    try staging.removeTree(stagedName)
    try calls.renameToFree(folder, name, staging, stagedName)
    try folder.sync()
    do throws(SystemError) {
      try staging.removeTree(stagedName)
    } catch {
      guard error.errno == .notEmpty else { throw error }
      try calls.renameToFree(staging, stagedName, folder, name)
    }
  }

  /// One that can't be read as a package is shown as if it were being written to: it stays.
  private func displacedPackage(
    _ id: UInt64, _ package: borrowing Descriptor
  ) throws(SystemError) -> DisplacedFile {
    guard
      case .content(let bytes, let walk) = try PackageReading(
        package, limit: .max, evenIfOpen: true)
    else {
      return DisplacedFile(
        id: id, content: [], fingerprint: fingerprint(of: try package.status()), isOpen: true)
    }
    var isOpen = false
    for member in walk.members where !isOpen && member.status.kind == .file {
      isOpen = try self.isOpen(package.openDocument(member.path.bytes))
    }
    return DisplacedFile(
      id: id, content: bytes, fingerprint: walk.stamp.fingerprint, isOpen: isOpen)
  }

  private func isOpen(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    if let isOpen = try file.isOpenForWriting() { return isOpen }
    let status = try file.status()
    let (age, overflows) = wallClock().subtractingReportingOverflow(
      max(status.modified, status.changed))
    return !overflows && age < Self.quietTime
  }
}
