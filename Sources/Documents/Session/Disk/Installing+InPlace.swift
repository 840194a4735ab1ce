import LinuxSystem

extension Installing {
  static let previous = Array(".collate-previous".utf8)
  static let inPlace = Array(".collate-in-place".utf8)

  /// Writes a file that has several names into itself, so that all of them still lead to it. What it
  /// held lies in the folder until the new content is complete.
  ///
  /// RACE: What a program that takes no lock writes to it meanwhile is mixed with ours.
  func writeInPlace(
    _ staged: borrowing Descriptor, over expected: DiskVersion
  ) throws(SystemError) -> InstallOutcome {
    let place = document.place
    try TreeCopy.copy(
      place.name, of: place.directory, expected, to: folder.directory, as: Self.previous)
    try folder.directory.openDocument(Self.previous).sync()
    try folder.directory.makeSymbolicLink(Self.inPlace, to: place.name)
    try folder.directory.sync()
    Self.beforeExchange?()
    guard try document.version() == expected, try document.isNamed() else { return .superseded }
    do throws(SystemError) {
      try Self.overwrite(place, with: staged)
    } catch {
      // Where the disk is full, there is room for what was there before.
      try Self.overwrite(place, with: try folder.directory.openDocument(Self.previous))
      throw error
    }
    return .installed(try DiskVersion.of(document.item))
  }

  private static func overwrite(
    _ place: DocumentPlace, with staged: borrowing Descriptor
  ) throws(SystemError) {
    let file = try place.directory.open(beneath: place.name, .writeOnly)
    var offset: Int64 = 0
    while true {
      let bytes = try staged.read(at: offset, count: 1 << 18)
      if bytes.isEmpty { break }
      try file.writeAll(bytes, at: offset)
      offset += Int64(bytes.count)
    }
    try file.truncate(to: offset)
    try file.setModified(wallClock())
    try file.sync()
  }

  /// Completes, after a crash, what was begun: the file holds neither the old content nor the new.
  static func complete(_ folder: SavingFolder, at place: DocumentPlace) throws(SystemError) {
    do throws(SystemError) {
      let isNew = try Comparison.isSame(
        folder.directory, folder.item, place.directory, place.name)
      let isOld = try Comparison.isSame(folder.directory, previous, place.directory, place.name)
      if !isNew, !isOld { try overwrite(place, with: try folder.open()) }
    } catch {
      // The file has gone since: then there is nothing to complete.
      guard error.errno == .noSuchFile else { throw error }
    }
  }
}
