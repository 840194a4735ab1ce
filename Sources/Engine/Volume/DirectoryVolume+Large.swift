import LinuxSystem
package import Reconciliation
import StateStore

/// What large documents need, which are never in memory as a whole.
extension DirectoryVolume {
  package func stage(
    _ id: UInt64, for path: RelativePath, at offset: Int64, _ bytes: [UInt8]
  ) throws(VolumeError) {
    try withSide(of: id, for: path) { side throws(SystemError) in
      if offset == 0 { try side.staging.removeTree(side.stagedName) }
      let options: OpenOptions = offset == 0 ? [.writeOnly, .create, .exclusive] : .writeOnly
      let file = try side.staging.open(beneath: side.stagedName, options, mode: 0o600)
      // What is a hole in the source, or could be one, is one here.
      try file.writeSparse(bytes, at: offset)
      // So that flushing the whole of it holds up nobody at the end.
      try file.syncData()
    }
  }

  package func stage(
    _ id: UInt64, for path: RelativePath, cloning source: RelativePath, of other: any Volume,
    expecting fingerprint: Fingerprint
  ) throws(VolumeError) -> Bool {
    guard let other = other as? DirectoryVolume, fingerprint.changed != 0 else { return false }
    let root = try other.openRoot()
    var isCloned = false
    try withSide(of: id, for: path) { side throws(SystemError) in
      let place = try root.place(of: source.bytes)
      let from = try place.directory.openDocument(place.name)
      let before = try from.status()
      guard before.kind == .file, Fingerprint(before) == fingerprint,
        try from.isOpenForWriting() == false
      else { return }
      try side.staging.removeTree(side.stagedName)
      let file = try side.staging.open(
        beneath: side.stagedName, [.writeOnly, .create, .exclusive], mode: 0o600)
      do throws(SystemError) {
        try file.clone(from: from)
      } catch {
        guard error.errno.isNoClone else { throw error }
        return
      }
      // The blocks are those of the version that was read, if nothing has moved its stamps.
      isCloned = Fingerprint(try from.status()) == fingerprint
    }
    return isCloned
  }

  package func unstage(_ id: UInt64, for path: RelativePath) throws(VolumeError) {
    try withSide(of: id, for: path) { side throws(SystemError) in
      try side.staging.removeTree(side.stagedName)
      guard side.kind == .beside else { return }
      let isDisplaced = Result { () throws(SystemError) in
        try side.displaced.status(of: side.displacedName)
      }
      if case .failure = isDisplaced { try endSide(side.kind, for: id, at: path) }
    }
  }

  package func note(_ digest: Digest, of fingerprint: Fingerprint) {
    guard fingerprint.changed != 0 else { return }
    // A few at a time are being replaced.
    if largeDigests.count > 1_000 { largeDigests.removeAll() }
    largeDigests[fingerprint.inode] = (fingerprint, digest)
  }

  package func putBack(_ id: UInt64, at path: RelativePath) throws(VolumeError) -> Bool {
    let root = try openRoot()
    var isDone = false
    try withSide(of: id, for: path) { side throws(SystemError) in
      guard let place = try existingPlace(of: path, beneath: root) else { return }
      do throws(SystemError) {
        try calls.renameToFree(
          side.displaced, side.displacedName, place.directory, place.name)
      } catch {
        if error.errno == .exists || error.errno == .noSuchFile { return }
        throw error
      }
      unsynced.insert(path.parent)
      isDisplacedUnsynced = true
      isDone = true
    }
    return isDone
  }

  private func withSide(
    of id: UInt64, for path: RelativePath,
    _ body: (borrowing Side) throws(SystemError) -> Void
  ) throws(VolumeError) {
    let root = try openRoot()
    do throws(SystemError) {
      guard let directory = try makeDirectories(path.parent, beneath: root) else {
        throw SystemError(call: "openat2", errno: .notDirectory, path: path.bytes)
      }
      try body(side(for: id, in: directory, at: path, beneath: root))
    } catch {
      throw VolumeError(error, "write", path)
    }
  }

  /// The digest of a file, which need not be read if it is known to be large and unchanged.
  func digest(
    of file: borrowing Descriptor, afterRename isRenamed: Bool = false
  ) throws(SystemError) -> Digest {
    let status = try file.status()
    let now = Fingerprint(status)
    if let (known, digest) = largeDigests[now.inode] {
      // A rename moves the ctime. Nobody has written to it, or the mtime would have moved.
      let isSame = isRenamed ? known.isSameContent(as: now) : known == now
      if isSame, try file.isOpenForWriting() == false {
        largeDigests[now.inode] = (now, digest)
        return digest
      }
    }
    return try file.digest()
  }
}

extension Errno {
  /// Whether it only says that blocks can't be shared there.
  fileprivate var isNoClone: Bool {
    isLack || self == .crossesDevices || self == .notPermitted || self == .noTerminalCall
      || self == .textBusy
  }
}
