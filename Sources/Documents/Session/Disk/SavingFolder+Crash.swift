import LinuxSystem

extension SavingFolder {
  // MARK: The note

  /// What is to be found in the folder when all goes well.
  private struct Note {
    let staged: UInt64
    let expected: UInt64
    let item: [UInt8]
  }

  /// Writes down what the exchange that is next is expected to bring out, so that after a crash a
  /// version of another program is told from the one that was replaced.
  ///
  /// The note is a symbolic link that leads nowhere: it is made whole in one call.
  ///
  /// - Parameters:
  ///   - staged: what is in the folder; nil where that is not ours.
  ///   - expected: the content mark of what is to come out; nil where nobody knows.
  func note(staged: DiskVersion?, expected: UInt64?) throws(SystemError) {
    try removeNote()
    try directory.makeSymbolicLink(
      Self.noteName, to: Array("\(staged?.root.inode ?? 0) \(expected ?? 0) ".utf8) + item)
  }

  func removeNote() throws(SystemError) {
    try Self.removeFile(Self.noteName, in: directory)
  }

  private static func readNote(
    in directory: borrowing Descriptor
  ) throws(SystemError) -> Note? {
    let text: [UInt8]
    do throws(SystemError) {
      text = try directory.readSymbolicLink(noteName)
    } catch {
      guard error.errno == .noSuchFile || error.errno == .invalid else { throw error }
      return nil
    }
    let parts = text.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count == 3, let staged = UInt64(String(decoding: parts[0], as: UTF8.self)),
      let expected = UInt64(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    return Note(staged: staged, expected: expected, item: Array(parts[2]))
  }

  // MARK: After a crash

  /// Clears up what crashed programs left in a document's directory. A version of another program
  /// that was caught there in the middle of an exchange is put beside the document.
  static func clearUp(beside place: DocumentPlace) throws(SystemError) {
    for entry in try place.directory.list() where entry.name.starts(with: prefix) {
      guard let directory = try claim(entry.name, in: place.directory, onlyIfLocked: true) else {
        continue
      }
      do throws(SystemError) {
        try clearUp(directory, named: entry.name, beside: place)
      } catch {
        // Another user's, or the disk is full: it stays hidden, and does no harm to the others.
      }
    }
  }

  private static func clearUp(
    _ directory: consuming Descriptor, named name: [UInt8], beside place: DocumentPlace
  ) throws(SystemError) {
    let own = [noteName, linkName, replaced, Installing.previous, Installing.inPlace]
    let names = try directory.list().map(\.name)
    let noted = try readNote(in: directory)?.item
    let item = names.first { !own.contains($0) } ?? noted
    let folder = SavingFolder(place, directory, name: name, item: item ?? place.name)
    if item != nil, names.contains(Installing.inPlace) {
      try Installing.complete(folder, at: try place.sibling(folder.item))
      try folder.remove()
    } else {
      try folder.settle()
    }
  }

  /// Ends the folder once nothing more is to come of it, or after a failure. What another program may
  /// have in it is put beside the document; where that fails, the folder stays until it is cleared up.
  func end() {
    do throws(SystemError) {
      try settle()
    } catch {
      // The document is as it should be; the rest stays hidden.
    }
  }

  private func settle() throws(SystemError) {
    if let note = try Self.readNote(in: directory) {
      try restoreReplaced()
      let version = try DiskVersion.of(item, in: directory)
      // Who has it open may still write to it: it waits.
      if version?.root.inode != note.staged, try isOpenForWriting() { return }
      _ = try rescue()
    }
    try remove()
  }

  /// Gives a version its name back that lost it in the middle of an exchange in two steps; where
  /// something has the name, and it isn't the version that was to be replaced, it is put beside it.
  private func restoreReplaced() throws(SystemError) {
    guard let version = try DiskVersion.of(Self.replaced, in: directory) else { return }
    do throws(SystemError) {
      return try directory.renameToFree(Self.replaced, to: parent.directory, as: item)
    } catch {
      guard error.errno == .exists else { throw error }
    }
    if try version.contentMark != Self.readNote(in: directory)?.expected {
      _ = try SideCopy.move(
        Self.replaced, of: self, version, beside: try parent.sibling(item))
    }
  }

  /// Puts what is in the folder beside the document, unless it is the version that was being saved, or
  /// the one that it was to replace.
  func rescue() throws(SystemError) -> SideCopy.Made? {
    guard let note = try Self.readNote(in: directory),
      let version = try DiskVersion.of(item, in: directory), version.root.inode != note.staged,
      version.contentMark != note.expected
    else { return nil }
    return try SideCopy.move(item, of: self, version, beside: try parent.sibling(item))
  }

  /// Whether a program has what is in the folder open for writing.
  func isOpenForWriting() throws(SystemError) -> Bool {
    guard let version = try DiskVersion.of(item, in: directory) else { return false }
    if version.root.kind == .file { return try isOpenForWriting([]) }
    for (path, stamp) in version.members where stamp.kind == .file {
      if try isOpenForWriting(path) { return true }
    }
    return false
  }

  private func isOpenForWriting(_ member: [UInt8]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      let path = member.isEmpty ? item : item + [UInt8(ascii: "/")] + member
      return try directory.openDocument(path).isOpenForWriting() ?? false
    } catch {
      // Gone since, or not ours to open.
      guard error.errno == .noSuchFile || error.errno == .accessDenied else { throw error }
      return false
    }
  }
}
