import LinuxSystem
import Reconciliation

/// A directory that several operations in turn have open.
///
/// RACE: It may be renamed meanwhile; then a document is read or written as if that had happened a
/// moment later, which a hint tells, as it tells of any rename after that.
final class SharedDirectory {
  let path: ArraySlice<UInt8>
  let descriptor: Descriptor
  /// Where files for it are staged, once that was found out; nil for in the directory itself.
  var folders: Side.Folders?

  init(_ path: ArraySlice<UInt8>, _ descriptor: consuming Descriptor) {
    self.path = path
    self.descriptor = descriptor
  }
}

/// What operations that are made together have open.
struct SharedDirectories {
  /// How many times over operations are being made together.
  var depth = 0
  var root: SharedDirectory?
  /// The last directory that a document was looked up in.
  var last: SharedDirectory?
  /// The folders in `.collate`.
  var rootSide: Side.Folders?

  var isSharing: Bool { depth > 0 }

  mutating func forget() {
    root = nil
    last = nil
    rootSide = nil
  }
}

extension DirectoryVolume {
  /// No directory stays open afterwards: that would keep a disk from being unmounted.
  package func together(_ body: () -> Void) {
    shared.depth += 1
    body()
    shared.depth -= 1
    if !shared.isSharing { shared.forget() }
  }

  /// The root, opened and known to be the one that is meant.
  func openRoot() throws(VolumeError) -> Descriptor {
    guard shared.isSharing else { return try volumeRoot.open() }
    guard let root = shared.root else {
      shared.root = SharedDirectory([], try volumeRoot.open())
      return try openRoot()
    }
    do throws(SystemError) {
      return try root.descriptor.duplicate()
    } catch {
      throw VolumeError(error, own: "the folder \(displayed(volumeRoot.path))")
    }
  }

  /// A directory beneath the root.
  func openShared(
    _ path: ArraySlice<UInt8>, beneath root: borrowing Descriptor
  ) throws(SystemError) -> SharedDirectory {
    if let last = shared.last, last.path == path { return last }
    return share(path, try root.openDirectory(Array(path)))
  }

  /// Keeps a directory open for the operations that are made together with this one.
  func share(_ path: ArraySlice<UInt8>, _ directory: consuming Descriptor) -> SharedDirectory {
    let opened = SharedDirectory(path, directory)
    if shared.isSharing { shared.last = opened }
    return opened
  }

  /// Gives the lock on a directory back, which stays open while it is shared.
  func unlockShared(_ directory: borrowing Descriptor) {
    guard shared.isSharing else { return }
    // What can't be unlocked is so when it is closed.
    _ = Result { () throws(SystemError) in try directory.unlock() }
  }

  /// Makes an operation again where the directory that it shared with others is no more.
  func again<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let wasShared = shared.last != nil
    do throws(SystemError) {
      return try body()
    } catch {
      guard error.errno == .noSuchFile, wasShared else { throw error }
      shared.last = nil
      return try body()
    }
  }
}

extension RelativePath {
  /// The bytes of the directory that it is in.
  var parentBytes: ArraySlice<UInt8> { bytes[..<max(name.startIndex - 1, 0)] }
}
