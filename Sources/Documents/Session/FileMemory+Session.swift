import LinuxSystem

extension FileMemory {
  /// Says that what was written stands at the document's place now, as this version.
  ///
  /// Installing has given each file that was written a time of its own, which is no other program's
  /// change.
  func installed(_ version: DiskVersion, at place: DocumentPlace) {
    guard let remembered else { return }
    // What was written in the folder beside the document has the document's place now.
    remembered.location.move(to: place.path.filePlace)
    self.remembered = Remembered(
      location: remembered.location, record: remembered.record.settled(as: version, []))
  }
}

extension FileRecord {
  /// The same, each file with the times that it has in a version in which it is the same file.
  fileprivate func settled(as version: DiskVersion, _ path: [UInt8]) -> FileRecord {
    switch self {
    case .file(var status):
      let stamp = path.isEmpty ? version.root : version.members[path]
      guard let stamp, stamp.inode == status.inode, stamp.size == status.size else { return self }
      status.modified = stamp.modified
      status.changed = stamp.changed
      return .file(status)
    case .directory(let status, let members):
      var settled: [[UInt8]: FileRecord] = [:]
      for (name, member) in members {
        let inner = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
        settled[name] = member.settled(as: version, inner)
      }
      return .directory(status, settled)
    case .symbolicLink, .special: return self
    }
  }
}
