import LinuxSystem
import Reconciliation
import StateStore

/// Symbolic links: read, made, replaced and taken away as such, and never followed.
///
/// A link can't be opened, and so neither locked nor written to: what another program does with one
/// is to put another in its place, which the exchange shows.
extension DirectoryVolume {
  /// What a name holds if it is a link's; nil where it is something else's.
  func linkContents(
    _ name: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) -> Reading? {
    let before = try directory.status(of: name)
    guard before.kind == .symbolicLink else { return nil }
    guard let link = try directory.link(of: name),
      Fingerprint(try directory.status(of: name)) == Fingerprint(before)
    else { return .unsteady }
    return .content(link.content, fingerprint(of: before))
  }

  /// As `slice`, of what is a link; nil where it is something else.
  func linkSlice(
    _ place: borrowing Place, expecting fingerprint: Fingerprint, offset: Int64, count: Int
  ) throws(SystemError) -> [UInt8]? {
    guard case .content(let bytes, _)? = try linkContents(place.name, in: place.directory),
      Fingerprint(try place.directory.status(of: place.name)) == fingerprint
    else { return nil }
    return Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
  }

  /// Claims a link, if it leads where is expected.
  func claimLink(
    _ place: borrowing Place, expecting digest: Digest
  ) throws(SystemError) -> Claim {
    let status = try place.directory.status(of: place.name)
    guard let link = try place.directory.link(of: place.name),
      SHA256.digest(link.content) == digest
    else { return .refused(.superseded) }
    return .link(status)
  }

  /// Puts a version in a link's place, as it is made where nothing is.
  func replaceLink(
    _ installation: Installation, _ standing: FileStatus, at place: borrowing Place,
    expecting expected: Digest, beneath root: borrowing Descriptor
  ) throws(SystemError) -> InstallOutcome {
    let path = installation.path
    let side = try side(for: installation.id, in: place.directory, at: path, beneath: root)
    let staged = try stageNew(installation, in: side, ownedAs: standing)
    unsynced.insert(path.parent)
    let exchanged = try exchange(with: standing, at: place, in: side, expecting: expected)
    isDisplacedUnsynced = true
    return try outcome(of: exchanged, staged, installation, side)
  }

  /// Stages a link. It has no content of its own to be flushed: it is there with its name.
  func stageLink(
    _ link: SymbolicLink, modified: Int64?, in side: borrowing Side, ownedAs owner: FileStatus
  ) throws(SystemError) -> StagedFile {
    // From an attempt that failed so badly that it could not be removed.
    try side.staging.removeTree(side.stagedName)
    do throws(SystemError) {
      try side.staging.makeSymbolicLink(side.stagedName, to: link.target)
      if currentUser() == 0 {
        try side.staging.setOwner(owner.owner, group: owner.group, of: side.stagedName)
      }
      if let modified { try side.staging.setModified(modified, of: side.stagedName) }
      let staged = try side.staging.open(beneath: side.stagedName, .place)
      let status = try staged.status()
      return StagedFile(descriptor: staged, status: status)
    } catch {
      // The first failure is the one to tell.
      _ = Result { () throws(SystemError) in try side.staging.removeTree(side.stagedName) }
      throw error
    }
  }
}

extension Descriptor {
  /// Where a link in this directory leads; nil where the name is something else's by now.
  func link(of name: [UInt8]) throws(SystemError) -> SymbolicLink? {
    do throws(SystemError) {
      guard let link = SymbolicLink(to: try readSymbolicLink(name)) else {
        throw SystemError(call: "readlinkat", errno: .tooLong, path: name)
      }
      return link
    } catch {
      // The name is no link's.
      guard error.errno == .invalid else { throw error }
      return nil
    }
  }
}
