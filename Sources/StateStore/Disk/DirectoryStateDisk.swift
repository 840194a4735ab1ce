import LinuxSystem
import Reconciliation

/// The state of one library in a directory that belongs to this process alone: mode 0700, files
/// 0600.
///
/// Files that another program removes or writes are its loss: the store's checksums find them.
package final class DirectoryStateDisk: StateDisk {
  /// For messages.
  let path: [UInt8]
  let directory: Descriptor
  private let lock: StateLock
  var kept = KeptFiles()
  /// Folders whose names are not known to be durable; the empty name is the directory itself.
  var unsyncedFolders: Set<String> = []
  /// Files of which a flush failed: what reached the disk isn't known, and the kernel would
  /// call the next flush a success.
  var unsoundFiles: Set<String> = []

  /// Opens the directory, which is made where it is missing, and takes it for this process.
  ///
  /// Throws an error with `isInUse` where another process still has it after a second, since two
  /// that write one state would destroy it.
  package convenience init(path: [UInt8]) throws(StateDiskError) {
    try self.init(path: path, patience: 1_000_000_000)
  }

  /// As `init(path:)`, waiting so many nanoseconds for the other process.
  init(path: [UInt8], patience: Int64) throws(StateDiskError) {
    self.path = path
    do {
      try makeDirectories(path, mode: 0o700)
      directory = try openPath(path, .directory)
      if try directory.status().mode != 0o700 { try directory.setMode(0o700) }
    } catch {
      throw StateDiskError(error, "open the state directory", path)
    }
    lock = try takeLock(of: directory, path: path, patience: patience)
    try removeLeftovers()
  }

  package func size(_ name: String) throws(StateDiskError) -> Int64? {
    try whereThere(name, "look at") { () throws(SystemError) in
      try directory.status(beneath: Array(name.utf8)).size
    }
  }

  package func read(
    _ name: String, from offset: Int64, count: Int
  ) throws(StateDiskError) -> [UInt8]? {
    try whereThere(name, "read") { () throws(SystemError) in
      if let file = kept[name] { return try file.descriptor.read(at: offset, count: count) }
      return try directory.openDocument(Array(name.utf8)).read(at: offset, count: count)
    }
  }

  package func append(_ bytes: [UInt8], to name: String) throws(StateDiskError) {
    try about(name, "append to") { () throws(SystemError) in
      if let file = kept[name] { return try file.descriptor.writeAll(bytes) }
      try makeFolder(of: name)
      let options: OpenOptions = [.readWrite, .append, .create]
      let file = KeptFiles.File(
        try directory.open(beneath: Array(name.utf8), options, mode: 0o600))
      // Perhaps it was there, and durable: asking costs as much as the flush.
      unsyncedFolders.insert(folder(of: name))
      kept.keep(file, as: name)
      try file.descriptor.writeAll(bytes)
    }
  }

  package func truncate(_ name: String, to size: Int64) throws(StateDiskError) {
    try about(name, "cut") { () throws(SystemError) in
      if let file = kept[name] { return try file.descriptor.truncate(to: size) }
      try directory.open(beneath: Array(name.utf8), .writeOnly).truncate(to: size)
    }
  }

  package func rename(_ name: String, to newName: String) throws(StateDiskError) {
    try about(name, "rename") { () throws(SystemError) in
      try makeFolder(of: newName)
      kept.forget(name)
      kept.forget(newName)
      let old = try directory.place(of: Array(name.utf8))
      let new = try directory.place(of: Array(newName.utf8))
      try old.directory.rename(old.name, to: new.directory, as: new.name, .replace)
      unsyncedFolders.formUnion([folder(of: name), folder(of: newName)])
      let isUnsound = unsoundFiles.remove(name) != nil
      unsoundFiles.remove(newName)
      if isUnsound { unsoundFiles.insert(newName) }
    }
  }

  package func remove(_ name: String) throws(StateDiskError) {
    _ = try whereThere(name, "remove") { () throws(SystemError) in
      kept.forget(name)
      unsoundFiles.remove(name)
      let place = try directory.place(of: Array(name.utf8))
      try place.directory.removeFile(place.name)
      unsyncedFolders.insert(folder(of: name))
    }
  }

  package func replace(_ name: String, with bytes: [UInt8]) throws(StateDiskError) {
    try about(name, "write") { () throws(SystemError) in
      try writeAnew(name) { (file) throws(SystemError) in try file.writeAll(bytes) }
    }
  }
}

/// The lock, or the error that names who has it.
private func takeLock(
  of directory: borrowing Descriptor, path: [UInt8], patience: Int64
) throws(StateDiskError) -> StateLock {
  do {
    if let lock = try StateLock(of: directory, patience: patience) { return lock }
  } catch {
    throw StateDiskError(error, "lock the state directory", path)
  }
  let holder = StateLock.holder(of: directory).map { ", \($0)," } ?? ""
  throw StateDiskError(
    isFull: false, isInUse: true,
    message: "Another process\(holder) is using the state directory \(displayed(path)): "
      + "stop it first, or give this one another directory.")
}
