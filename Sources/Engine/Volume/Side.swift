import LinuxSystem
import Reconciliation

/// Where one file is staged, and where what it displaces will lie: on the target's file system,
/// so that a rename can join them.
///
/// A file is staged under one name and exchanged under the other. So what a crash leaves in the
/// staging folder is never anyone's version, and may be removed; what it leaves in the displaced
/// folder may be, and is looked at.
struct Side: ~Copyable {
  /// In order of preference: what lies in a person's folder is carried about by other tools.
  enum Kind: Hashable, Sendable {
    /// The library's state folder.
    case state
    /// `.collate` at the replica's root.
    case root
    /// Hidden in the target's own directory.
    case beside
  }

  let kind: Kind
  let staging: Descriptor
  let displaced: Descriptor
  let stagedName: [UInt8]
  let displacedName: [UInt8]

  /// The two folders, where there are such.
  final class Folders: Sendable {
    let kind: Kind
    let staging: Descriptor
    let displaced: Descriptor

    /// Opens them in a folder, private, and makes those that are missing.
    init(_ kind: Kind, in folder: borrowing Descriptor) throws(SystemError) {
      self.kind = kind
      let staging = try folder.openOrMakeDirectory(Array("staging".utf8), mode: 0o700)
      let displaced = try folder.openOrMakeDirectory(Array("displaced".utf8), mode: 0o700)
      self.staging = staging
      self.displaced = displaced
    }
  }

  /// A side in a pair of folders.
  init(_ folders: Folders, id: UInt64) throws(SystemError) {
    let staging = try folders.staging.duplicate()
    let displaced = try folders.displaced.duplicate()
    kind = folders.kind
    self.staging = staging
    self.displaced = displaced
    stagedName = OwnName.name(of: id)
    displacedName = OwnName.name(of: id)
  }

  /// A side in the target's own directory.
  init(beside directory: borrowing Descriptor, id: UInt64) throws(SystemError) {
    let staging = try directory.duplicate()
    let displaced = try directory.duplicate()
    kind = .beside
    self.staging = staging
    self.displaced = displaced
    stagedName = OwnName.staged(id).bytes
    displacedName = OwnName.displaced(id).bytes
  }
}

extension Descriptor {
  /// Opens a directory in this one, and makes it where it is missing.
  func openOrMakeDirectory(_ name: [UInt8], mode: UInt32) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try openDirectory(name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
    do throws(SystemError) {
      try makeDirectory(name, mode: mode)
    } catch {
      guard error.errno == .exists else { throw error }
    }
    return try openDirectory(name)
  }

  /// Whether a rename from this directory into another crosses no mount.
  ///
  /// Bind mounts have the same device number on both sides, so only a rename tells. The kernel
  /// compares the mounts before it looks for the name, which doesn't exist.
  func canRename(into directory: borrowing Descriptor) throws(SystemError) -> Bool {
    let name = Array("mount-probe".utf8)
    do throws(SystemError) {
      try rename(name, to: directory, as: Array(".collate-mount-probe".utf8), .noReplace)
    } catch {
      return error.errno != .crossesDevices
    }
    return true
  }
}
