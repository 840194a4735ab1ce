import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  /// All of a directory's names or an error, never a short list; Collate's own left out.
  package func list(_ directory: RelativePath) throws(VolumeError) -> [Entry] {
    let root = try openRoot()
    guard !isOwn(directory), !isMember(directory), !isPackage(directory) else {
      throw VolumeError(SystemError(call: "open", errno: .noSuchFile), "list", directory)
    }
    for _ in 0..<Self.attempts {
      let opened = try open(directory, beneath: root)
      // The watch comes first, so that nothing falls between it and the listing.
      let watch = watcher.watch(opened, at: directory)
      if try leads(directory, beneath: root, to: opened) {
        let entries = try entries(of: opened, at: directory, beneath: root)
        watcher.prune(
          directory, holding: Set(entries.lazy.filter(\.kind.isDirectory).map(\.name)))
        return entries
      }
      watcher.undo(watch, at: directory)
    }
    throw VolumeError(
      kind: .exhausted,
      message: "Can't list \(directory): other programs keep replacing it. It is tried again.")
  }

  package func stamp(_ path: RelativePath) throws(VolumeError) -> Entry? {
    let root = try openRoot()
    if isOwn(path) || isMember(path) { return nil }
    do throws(SystemError) {
      let status =
        try path.isRoot
        ? root.status()
        : openShared(path.parentBytes, beneath: root).descriptor.status(of: Array(path.name))
      if isStateFolder(status) { return nil }
      return status.kind == .directory && isPackage(path)
        ? packageEntry(at: path, status, beneath: root) : Entry(name: Array(path.name), status)
    } catch {
      if error.errno.isAbsence { return nil }
      throw VolumeError(error, "look at", path)
    }
  }

  package func born(_ path: RelativePath) throws(VolumeError) -> Int64? {
    let root = try openRoot()
    if isOwn(path) || isMember(path) || path.isRoot { return nil }
    do throws(SystemError) {
      return try root.open(beneath: path.bytes, .place).birthTime()
    } catch {
      if error.errno.isAbsence { return nil }
      throw VolumeError(error, "look at", path)
    }
  }

  /// Whether a directory that was opened still has the path.
  func leads(
    _ directory: RelativePath, beneath root: borrowing Descriptor, to opened: borrowing Descriptor
  ) throws(VolumeError) -> Bool {
    do throws(SystemError) {
      return try root.status(beneath: directory.bytes).isSameFile(as: opened.status())
    } catch {
      if error.errno.isAbsence { return false }
      throw VolumeError(error, "list", directory)
    }
  }

  private func entries(
    of opened: borrowing Descriptor, at directory: RelativePath, beneath root: borrowing Descriptor
  ) throws(VolumeError) -> [Entry] {
    let mayHoldOwn = directory.isRoot || !hidden.paths.isEmpty
    var entries: [Entry] = []
    do throws(SystemError) {
      for listed in try opened.list() {
        if mayHoldOwn, let path = directory.appending(listed.name), isOwn(path) { continue }
        guard let status = try status(of: listed.name, in: opened), !isStateFolder(status) else {
          continue
        }
        if status.kind == .directory, packages.contains(listed.name),
          let path = directory.appending(listed.name)
        {
          entries.append(packageEntry(at: path, status, beneath: root))
        } else {
          entries.append(Entry(name: listed.name, status))
        }
      }
    } catch {
      throw VolumeError(error, "list", directory)
    }
    return entries
  }

  /// Nil where it went away since its name was read.
  private func status(
    of name: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try directory.status(of: name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }
}
