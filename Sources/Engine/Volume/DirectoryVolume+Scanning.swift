import LinuxSystem
package import Reconciliation

extension DirectoryVolume {
  /// All of a directory's names or an error, never a short list; Collate's own left out.
  package func list(_ directory: RelativePath) throws(VolumeError) -> [Entry] {
    let root = try volumeRoot.open()
    guard !isOwn(directory) else {
      throw VolumeError(SystemError(call: "open", errno: .noSuchFile), "list", directory)
    }
    for _ in 0..<Self.attempts {
      let opened = try open(directory, beneath: root)
      // The watch comes first, so that nothing falls between it and the listing.
      _ = watcher.watch(opened, at: directory)
      do throws(SystemError) {
        if try leads(directory, beneath: root, to: opened) {
          let entries = try entries(of: opened, at: directory)
          watcher.prune(
            directory, holding: Set(entries.lazy.filter { $0.kind == .directory }.map(\.name)))
          return entries
        }
      } catch {
        throw VolumeError(error, "list", directory)
      }
      watcher.forget(directory)
    }
    throw VolumeError(
      kind: .exhausted,
      message: "Can't list \(directory): other programs keep replacing it. It is tried again.")
  }

  package func stamp(_ path: RelativePath) throws(VolumeError) -> Entry? {
    let root = try volumeRoot.open()
    if isOwn(path) { return nil }
    do throws(SystemError) {
      let status = try root.status(beneath: path.bytes)
      return isStateFolder(status) ? nil : Entry(name: Array(path.name), status)
    } catch {
      if error.errno.isAbsence { return nil }
      throw VolumeError(error, "look at", path)
    }
  }

  private func leads(
    _ directory: RelativePath, beneath root: borrowing Descriptor, to opened: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try root.status(beneath: directory.bytes).isSameFile(as: opened.status())
    } catch {
      if error.errno.isAbsence { return false }
      throw error
    }
  }

  private func entries(
    of opened: borrowing Descriptor, at directory: RelativePath
  ) throws(SystemError) -> [Entry] {
    var entries: [Entry] = []
    let mayHoldOwn = directory.isRoot || !hidden.paths.isEmpty
    for listed in try opened.list() {
      if mayHoldOwn, let path = directory.appending(listed.name), isOwn(path) { continue }
      do throws(SystemError) {
        let status = try opened.status(of: listed.name)
        if !isStateFolder(status) { entries.append(Entry(name: listed.name, status)) }
      } catch {
        // It went away since the name was read.
        guard error.errno == .noSuchFile else { throw error }
      }
    }
    return entries
  }
}
