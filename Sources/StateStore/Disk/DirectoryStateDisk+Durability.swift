import LinuxSystem
import Reconciliation

extension DirectoryStateDisk {
  package func sync(_ name: String) throws(StateDiskError) {
    try about(name, "flush") { () throws(SystemError) in
      if unsoundFiles.contains(name) {
        try rewrite(name)
      } else {
        try flush(name)
      }
      try syncFolders(of: name)
    }
    guard let file = kept[name] else { return }
    let links = try about(name, "look at") { () throws(SystemError) in
      try file.descriptor.status().links
    }
    // A removed file takes writes, and is flushed, as if it were still there.
    if links == 0 {
      kept.forget(name)
      throw StateDiskError(
        isFull: false, isGone: true,
        message: "\(displayed(path))/\(name) was removed by another program.")
    }
  }

  /// Makes the name lead to a new file, in one step: its content is durable before it has the
  /// name, so that after a power cut the name leads to the old content or to all of the new.
  func writeAnew(
    _ name: String, _ write: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    try makeFolder(of: name)
    let place = try directory.place(of: Array(name.utf8))
    let new = try place.directory.createFile(prefix: temporaryPrefix, mode: 0o600)
    do throws(SystemError) {
      try write(new.descriptor)
      try new.descriptor.syncData()
      try place.directory.rename(new.name, to: place.directory, as: place.name, .replace)
    } catch {
      place.directory.discard(new.name)
      throw error
    }
    kept.forget(name)
    unsoundFiles.remove(name)
    unsyncedFolders.insert(folder(of: name))
  }

  /// Writes a file of which a flush failed to another place on the disk.
  private func rewrite(_ name: String) throws(SystemError) {
    let old = try directory.openDocument(Array(name.utf8))
    try writeAnew(name) { (file) throws(SystemError) in try file.copyRest(of: old) }
  }

  /// Makes a file's content durable, also what a process before this one left unflushed.
  private func flush(_ name: String) throws(SystemError) {
    do {
      if let file = kept[name] { return try file.descriptor.syncData() }
      try directory.openDocument(Array(name.utf8)).syncData()
    } catch {
      // That it was removed is made durable by its folder.
      if error.errno == .noSuchFile { return }
      if error.call == "fdatasync" { unsoundFiles.insert(name) }
      throw error
    }
  }

  private func syncFolders(of name: String) throws(SystemError) {
    for folder in Set([folder(of: name), ""]) where unsyncedFolders.contains(folder) {
      do {
        try directory.openDirectory(Array(folder.utf8)).sync()
      } catch {
        guard error.errno == .noSuchFile else { throw error }
      }
      unsyncedFolders.remove(folder)
    }
  }
}

extension Descriptor {
  /// Removes a half-written file, since room is what a full disk needs most.
  fileprivate func discard(_ name: [UInt8]) {
    do {
      try removeFile(name)
    } catch {
      // The first error is the one to tell, and the next start removes the file.
    }
  }
}
