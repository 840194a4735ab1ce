import LinuxSystem
import Reconciliation

/// The attribute of a root that holds its mark.
private let attributeName = Array("user.collate.replica".utf8)

/// The file in `.collate` that holds it, where the file system has no such attributes.
private let fileName = Array("replica".utf8)

extension DirectoryVolume {
  package func identity() throws(VolumeError) -> [UInt8]? {
    do throws(SystemError) {
      return try readReplicaMark(of: try openPath(volumeRoot.path, [.readOnly, .directory]))
    } catch {
      throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
    }
  }

  package func adopt(_ identity: [UInt8]) throws(VolumeError) {
    do throws(SystemError) {
      let root = try openPath(volumeRoot.path, [.readOnly, .directory])
      do throws(SystemError) {
        try root.setAttribute(attributeName, to: identity)
        try root.sync()
        return
      } catch {
        guard error.errno == .notSupported else { throw error }
      }
      let folder = try root.openOrMakeDirectory(OwnName.folderName, mode: 0o700)
      let file = try folder.open(beneath: fileName, [.writeOnly, .create], mode: 0o600)
      try file.writeAll(identity)
      try file.sync()
      try folder.sync()
    } catch {
      throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
    }
  }

  package func birthmark() throws(VolumeError) -> [UInt8]? {
    do throws(SystemError) {
      let root = try openPath(volumeRoot.path, [.readOnly, .directory])
      let (status, type) = (try root.status(), try root.fileSystemStatus().type)
      let born = try root.birthTime().map { " \($0)" } ?? ""
      return Array("unmarked \(type) \(status.inode)\(born)".utf8)
    } catch {
      throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
    }
  }

  package func obstacle() throws(VolumeError) -> String? {
    let root = try volumeRoot.open()
    do throws(SystemError) {
      try root.checkWritable()
      return nil
    } catch {
      switch error.errno {
      case .readOnly: return "it is mounted read-only"
      case .accessDenied, .notPermitted: return "this user may not write there"
      default: throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
      }
    }
  }

  /// By the root's file system; one mounted in it may differ.
  package func isChangedElsewhere() -> Bool {
    do throws(SystemError) {
      return try openPath(volumeRoot.path, [.readOnly, .directory]).fileSystemStatus().type.isShared
    } catch {
      // A look at everything that fails is made again.
      return false
    }
  }

  package func newIdentity() -> [UInt8] {
    let number = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return Array((String(number.0, radix: 16) + "-" + String(number.1, radix: 16)).utf8)
  }
}

/// The mark of an open root: an attribute, or a file in `.collate`; nil where it has neither.
func readReplicaMark(of root: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
  do throws(SystemError) {
    if let mark = try root.attribute(attributeName) { return mark }
  } catch {
    guard error.errno == .notSupported else { throw error }
  }
  do throws(SystemError) {
    let folder = try root.openDirectory(OwnName.folderName)
    return try folder.open(beneath: fileName, [.readOnly]).readAll(limit: 256)
  } catch {
    guard error.errno.isAbsence else { throw error }
    return nil
  }
}
