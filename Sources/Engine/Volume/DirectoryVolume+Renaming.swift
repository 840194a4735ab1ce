import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  package func makeDirectory(at path: RelativePath) throws(VolumeError) -> Bool {
    let root = try openRoot()
    guard !path.isRoot, !isOwn(path), !isMember(path), !isPackage(path) else { return false }
    do throws(SystemError) {
      guard let place = try existingPlace(of: path, beneath: root) else { return false }
      do throws(SystemError) {
        return try place.directory.status(of: place.name).kind == .directory
      } catch {
        guard error.errno == .noSuchFile else { throw error }
      }
      _ = try makeDirectory(place.name, in: place.directory)
      unsynced.insert(path.parent)
      return true
    } catch {
      if error.errno.isAbsence { return false }
      throw VolumeError(error, "make the directory", path)
    }
  }

  package func rename(
    _ path: RelativePath, to newPath: RelativePath, kind: Entry.Kind
  ) throws(VolumeError) -> RenameOutcome {
    let root = try openRoot()
    let isRefused = [path, newPath].contains { $0.isRoot || isOwn($0) || isMember($0) }
    guard !isRefused, !newPath.isBeneath(path) else { return .obstructed }
    do throws(SystemError) {
      guard let place = try existingPlace(of: path, beneath: root) else { return .gone }
      guard let target = try existingPlace(of: newPath, beneath: root) else { return .obstructed }
      if kind == .directory {
        guard try place.directory.status(of: place.name).kind == .directory else { return .gone }
        return try rename(place, to: target, kind, path, newPath, beneath: root)
      }
      if kind == .symbolicLink {
        guard try place.directory.status(of: place.name).kind == .symbolicLink else { return .gone }
        return try rename(place, to: target, kind, path, newPath, beneath: root)
      }
      if kind == .package, !isPackage(path) { return .gone }
      switch try LockedFile.open(
        place.directory, place.name, .exclusive, kind: kind == .package ? .directory : .file,
        attempts: Self.attempts)
      {
      case .absent: return .gone
      case .otherKind: return .gone
      case .overtaken: return .gone
      case .locked(let holder): return .locked(by: holder)
      case .held(let file):
        let outcome = try rename(place, to: target, kind, path, newPath, beneath: root)
        // It is held until it has its name.
        _ = file.status
        return outcome
      }
    } catch {
      if error.errno == .noSuchFile { return .gone }
      throw VolumeError(error, "rename", path)
    }
  }

  private func rename(
    _ place: borrowing Place, to target: borrowing Place, _ kind: Entry.Kind,
    _ path: RelativePath, _ newPath: RelativePath, beneath root: borrowing Descriptor
  ) throws(SystemError) -> RenameOutcome {
    let before = try fingerprint(of: place, kind, at: path, beneath: root)
    do throws(SystemError) {
      calls.beforeRename()
      try calls.renameToFree(place.directory, place.name, target.directory, target.name)
    } catch {
      switch error.errno {
      case .exists, .notEmpty: return .obstructed
      case .crossesDevices: return .crossesDevices
      default: throw error
      }
    }
    shared.last = nil
    unsynced.insert(path.parent)
    unsynced.insert(newPath.parent)
    return .renamed(
      from: before, to: try fingerprint(of: target, kind, at: newPath, beneath: root))
  }

  private func fingerprint(
    of place: borrowing Place, _ kind: Entry.Kind, at path: RelativePath,
    beneath root: borrowing Descriptor
  ) throws(SystemError) -> Fingerprint {
    let status = try place.directory.status(of: place.name)
    guard kind == .package, status.kind == .directory else { return Fingerprint(status) }
    return packageEntry(at: path, status, beneath: root).fingerprint
  }
}
