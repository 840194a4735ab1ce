import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  /// How long a displaced file must have been quiet to be taken for closed, where nobody can tell
  /// whether a program has it open.
  private static let quietTime: Int64 = 600_000_000_000

  package func displaced() throws(VolumeError) -> [DisplacedFile] {
    let root = try volumeRoot.open()
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
    let root = try volumeRoot.open()
    let name = OwnName.name(of: id)
    do throws(SystemError) {
      if try discard(name, in: stateSide.displaced, expecting: digest) { return true }
      if let folders = try existingRootSide(beneath: root),
        try discard(name, in: folders.displaced, expecting: digest)
      {
        return true
      }
      let hiddenName = OwnName.displaced(id).bytes
      for path in hidden.paths where path.name.elementsEqual(hiddenName) {
        guard let place = try existingPlace(of: path, beneath: root),
          try discard(hiddenName, in: place.directory, expecting: digest)
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
      let file = try folder.openDocument(name)
      let isOpen = try isOpen(file)
      let status = try file.status()
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
    _ name: [UInt8], in folder: borrowing Descriptor, expecting digest: Digest
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      let file = try folder.openDocument(name)
      // In this order: once nobody has it open, nobody can open it, since it has no name that
      // another program knows.
      guard try !isOpen(file), try file.digest() == digest else { return false }
      try folder.removeFile(name)
      isDisplacedUnsynced = true
      return true
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }

  private func isOpen(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    if let isOpen = try file.isOpenForWriting() { return isOpen }
    let status = try file.status()
    let (age, overflows) = wallClock().subtractingReportingOverflow(
      max(status.modified, status.changed))
    return !overflows && age < Self.quietTime
  }
}
