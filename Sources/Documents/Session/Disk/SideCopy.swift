import LinuxSystem
import Reconciliation

/// Puts a version that did not keep the name beside the one that does.
enum SideCopy {
  private static let most = 1000

  /// A copy, and what it is like.
  struct Made: Sendable {
    let path: DocumentPath
    let version: DiskVersion

    fileprivate init(at place: DocumentPlace, _ name: [UInt8]) throws(SystemError) {
      path = DocumentPath(directory: place.path.directory, name: name)
      guard let version = try DiskVersion.of(name, in: place.directory) else {
        throw SystemError(call: "fstatat", errno: .noSuchFile, path: name)
      }
      self.version = version
    }
  }

  /// Copies what is locked under a conflict name, and says where. A copy of the same content that is
  /// there already serves as well.
  static func make(of document: LockedDocument) throws(SystemError) -> Made {
    let version = try DiskVersion.of(document.item)
    let folder = try SavingFolder.make(for: document.place)
    do throws(SystemError) {
      try TreeCopy.copy(
        document.place.name, of: document.place.directory, version, to: folder.directory,
        as: folder.item)
      try folder.open().sync()
      let made = try move(folder.item, of: folder, version, beside: document.place)
      try folder.remove()
      return made
    } catch {
      _ = Result { () throws(SystemError) in try folder.remove() }
      throw error
    }
  }

  /// Moves what has a name in a folder to a conflict name beside the document.
  static func move(
    _ item: [UInt8], of folder: SavingFolder, _ version: DiskVersion, beside place: DocumentPlace
  ) throws(SystemError) -> Made {
    let origin = String(decoding: try hostName(), as: UTF8.self)
    let time = version.modified
    for number in 1...most {
      let name = ConflictName.make(
        for: place.name, at: time, utcOffsetSeconds: localTime(at: time).offset, origin: origin,
        number: number)
      do throws(SystemError) {
        try folder.directory.renameToFree(item, to: place.directory, as: name)
        try place.directory.sync()
        return try Made(at: place, name)
      } catch {
        guard error.errno == .exists else { throw error }
        if try Comparison.isSame(folder.directory, item, place.directory, name) {
          return try Made(at: place, name)
        }
      }
    }
    throw SystemError(call: "renameat2", errno: .exists, path: place.name)
  }
}

extension Descriptor {
  /// Renames to a name that must be free, in one step where the file system can.
  ///
  /// RACE: Where it can't, and can't link either, a name that is taken between two calls loses what
  /// it had; only file systems such as FAT are like that.
  func renameToFree(
    _ name: [UInt8], to directory: borrowing Descriptor, as newName: [UInt8]
  ) throws(SystemError) {
    do throws(SystemError) {
      try rename(name, to: directory, as: newName, .noReplace)
      return
    } catch {
      guard error.errno.isLack else { throw error }
    }
    do throws(SystemError) {
      _ = try directory.status(of: newName)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return try rename(name, to: directory, as: newName, .replace)
    }
    throw SystemError(call: "renameat", errno: .exists, path: newName)
  }
}
