import LinuxSystem
import Reconciliation

/// The root's path, and which directory was meant by it.
///
/// It isn't held open, since that would keep a disk from being unmounted: each operation opens it
/// anew and makes sure that it is the one that was meant.
struct VolumeRoot {
  /// Absolute; may lead through symbolic links.
  let path: [UInt8]
  private(set) var device: UInt64
  private(set) var inode: UInt64

  /// - Parameter mayBeMissing: takes a path at which nothing is for a root that is away.
  init(path: [UInt8], mayBeMissing: Bool = false) throws(VolumeError) {
    self.path = path
    do throws(SystemError) {
      let status = try openPath(path, [.readOnly, .directory]).status()
      device = status.device
      inode = status.inode
    } catch {
      if mayBeMissing, error.errno.isAbsence {
        // No file has this number.
        (device, inode) = (0, 0)
        return
      }
      throw VolumeError(error, own: "the folder \(displayed(path))")
    }
  }

  /// Whether nothing was there when it was opened.
  var isAway: Bool { inode == 0 }

  /// What stands at the path now.
  func state() throws(VolumeError) -> RootState {
    do throws(SystemError) {
      return isMeant(try status(ofPath: path)) ? .present : .replaced
    } catch {
      // Above the root, a link that leads nowhere or a file is an absence too.
      if error.errno.isAbsence { return .missing }
      throw VolumeError(error, own: "the folder \(displayed(path))")
    }
  }

  /// Opens it. What isn't the root that was meant says nothing of any document: that is an error
  /// of the kind `broken`, never `missing`.
  func open() throws(VolumeError) -> Descriptor {
    do throws(SystemError) {
      let root = try openPath(path, [.place, .directory])
      if isMeant(try root.status()) { return root }
    } catch {
      guard error.errno.isAbsence else {
        throw VolumeError(error, own: "the folder \(displayed(path))")
      }
    }
    throw VolumeError(
      kind: .broken,
      message: "The folder \(displayed(path)) is not there, or is another than before. "
        + "Mount it or put it back; nothing is changed until then.")
  }

  /// The directories in which the root's path, and what it leads to, have their names.
  func names() -> [(parent: [UInt8], name: [UInt8])] {
    var paths = [path]
    do throws(SystemError) {
      let resolved = try resolvedPath(path)
      if resolved != path { paths.append(resolved) }
    } catch {
      // It has gone since; the path as it is written is all there is.
    }
    return paths.compactMap { path in
      let trimmed = path.prefix(1 + (path.lastIndex { $0 != UInt8(ascii: "/") } ?? -1))
      guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      return (Array(trimmed[...slash]), Array(trimmed[(slash + 1)...]))
    }
  }

  private func isMeant(_ status: FileStatus) -> Bool {
    status.kind == .directory && status.device == device && status.inode == inode
  }
}
