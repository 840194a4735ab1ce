import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  package func remove(
    _ path: RelativePath, expecting digest: Digest, id: UInt64
  ) throws(VolumeError) -> RemoveOutcome {
    let root = try openRoot()
    guard !path.isRoot, !isOwn(path), !isMember(path) else { return .gone }
    do throws(SystemError) {
      guard let place = try existingPlace(of: path, beneath: root) else { return .gone }
      let claim = try claim(place, expecting: digest)
      switch consume claim {
      case .refused(let refusal): return Claim.remove(refusal)
      case .held(let file, _):
        let outcome = try displace(file.status, id, path, at: place, beneath: root, digest)
        // It is held until it is gone from its name.
        _ = file.status
        return outcome
      case .link(let status):
        return try displace(status, id, path, at: place, beneath: root, digest)
      }
    } catch {
      throw VolumeError(error, "remove", path)
    }
  }

  package func removeDirectory(_ path: RelativePath) throws(VolumeError) -> Bool {
    let root = try openRoot()
    guard !path.isRoot, !isOwn(path) else { return false }
    do throws(SystemError) {
      guard let place = try existingPlace(of: path, beneath: root) else { return true }
      try place.directory.removeDirectory(place.name)
      shared.last = nil
      unsynced.insert(path.parent)
      return true
    } catch {
      switch error.errno {
      case .notEmpty, .exists, .notDirectory, .busy: return false
      case .noSuchFile: return true
      default: throw VolumeError(error, "remove", path)
      }
    }
  }

  /// Renames what has the place into the displaced folder, and back if it isn't the expected
  /// version. The lock on the claimed file is held meanwhile.
  private func displace(
    _ claimed: FileStatus, _ id: UInt64, _ path: RelativePath, at place: borrowing Place,
    beneath root: borrowing Descriptor, _ digest: Digest
  ) throws(SystemError) -> RemoveOutcome {
    let side = try side(for: id, in: place.directory, at: path, beneath: root)
    let outcome = try displace(claimed, at: place, in: side, expecting: digest)
    unsynced.insert(path.parent)
    isDisplacedUnsynced = true
    return outcome
  }

  private func displace(
    _ claimed: FileStatus, at place: borrowing Place, in side: borrowing Side,
    expecting digest: Digest
  ) throws(SystemError) -> RemoveOutcome {
    do throws(SystemError) {
      calls.beforeRename()
      try calls.renameToFree(place.directory, place.name, side.displaced, side.displacedName)
    } catch {
      if error.errno == .noSuchFile { return .gone }
      throw error
    }
    let displaced = try side.displaced.status(of: side.displacedName)
    if isDocument(displaced.kind, named: place.name),
      isAsClaimed(displaced, claimed) || isDisplaced(digest, in: side)
    {
      return .removed
    }
    do throws(SystemError) {
      try calls.renameToFree(side.displaced, side.displacedName, place.directory, place.name)
    } catch {
      // The name is taken again: what came out stays displaced, where it is looked at.
      guard error.errno == .exists else { throw error }
    }
    return .superseded
  }
}
