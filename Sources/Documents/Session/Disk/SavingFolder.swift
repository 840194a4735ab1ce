import LinuxSystem
import Synchronization

/// A hidden folder beside a document, in which its next version is made before it takes the name.
///
/// It lies in the document's own directory, since only there the new version is sure to be on the same
/// file system, and it is gone once the save is over. What is in it has the document's name, so that a
/// writer which looks at the name of its destination finds the right one. While someone saves, the
/// folder is locked; one that nobody locks was left by a crash, and is cleared up by the next session
/// that opens a document beside it.
final class SavingFolder: Sendable {
  static let prefix = Array(".collate-installing-".utf8)
  private static let linkName = Array(".collate-link".utf8)
  private static let noteName = Array(".collate-expected".utf8)

  private let parent: DocumentPlace
  let directory: Descriptor
  /// The folder's own name.
  let name: [UInt8]
  /// What is made in it.
  let item: [UInt8]
  /// Whether it is about to take its name, and so is waited for.
  let isInstalling = Atomic(false)

  private init(
    _ parent: DocumentPlace, _ directory: consuming Descriptor, name: [UInt8], item: [UInt8]
  ) {
    self.parent = parent
    self.directory = directory
    self.name = name
    self.item = item
  }

  /// Makes one for a document.
  static func make(for place: DocumentPlace) throws(SystemError) -> SavingFolder {
    while true {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let name =
        prefix + Array(repeating: UInt8(ascii: "0"), count: 16 - digits.utf8.count)
        + Array(digits.utf8)
      do throws(SystemError) {
        try place.directory.makeDirectory(name, mode: 0o700)
      } catch {
        if error.errno == .exists { continue }
        throw error
      }
      if let directory = try claim(name, in: place.directory) {
        return SavingFolder(place, directory, name: name, item: place.name)
      }
    }
  }

  /// Opens and locks a folder; nil where another has it, or has removed it.
  private static func claim(
    _ name: [UInt8], in parent: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      let directory = try parent.openDirectory(name)
      guard try directory.lockWhereSupported(.exclusive), try directory.status().links > 0 else {
        return nil
      }
      return directory
    } catch {
      guard error.errno == .noSuchFile || error.errno == .accessDenied else { throw error }
      return nil
    }
  }

  /// Where the new version is to be made.
  var path: DocumentPath {
    DocumentPath(
      directory: DocumentPath(directory: parent.path.directory, name: name).bytes, name: item)
  }

  /// Opens what was made; throws `.noSuchFile` where nothing was.
  func open() throws(SystemError) -> Descriptor {
    try directory.openDocument(item)
  }

  /// Puts a copy of the present version there, to start from, and says what the copy is like.
  func fill(
    with version: DiskVersion, of place: DocumentPlace
  ) throws(SystemError) -> DiskVersion {
    do throws(SystemError) {
      try TreeCopy.copy(place.name, of: place.directory, version, to: directory, as: item)
      return try DiskVersion.of(try open())
    } catch {
      // The first failure is the one to tell.
      _ = Result { () throws(SystemError) in try remove() }
      throw error
    }
  }

  /// Gives the members that are still as they were filled in the files of the present version: nothing
  /// that nobody changed gets another inode or time, and what a program writes into such a file while
  /// the package is exchanged is in the new one too.
  func share(
    _ filled: DiskVersion, with version: DiskVersion, of item: borrowing Descriptor
  ) throws(SystemError) {
    let made = try open()
    let now = try DiskVersion.of(made)
    guard now.isPackage else { return }
    for (path, stamp) in now.members
    where stamp.kind == .file && stamp == filled.members[path] && version.members[path] != nil {
      let from = try item.place(of: path)
      let to = try made.place(of: path)
      do throws(SystemError) {
        let original = try from.directory.status(of: from.name)
        guard original.inode == version.members[path]?.inode else { continue }
        try from.directory.link(from.name, to: directory, as: Self.linkName)
      } catch {
        // A file with too many names, or where there are no links: the copy does as well.
        continue
      }
      try directory.rename(Self.linkName, to: to.directory, as: to.name, .replace)
    }
  }

  // MARK: The note

  /// Writes down what the exchange that is next is expected to bring out, so that after a crash a
  /// version of another program is told from the one that was replaced.
  ///
  /// The note is a symbolic link that leads nowhere: it is made whole in one call.
  func note(staged: DiskVersion, expected: DiskVersion) throws(SystemError) {
    do throws(SystemError) {
      try directory.removeFile(Self.noteName)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
    try directory.makeSymbolicLink(
      Self.noteName, to: Array("\(staged.root.inode) \(expected.contentMark)".utf8))
  }

  // MARK: The end

  /// Removes the folder and what is in it. First what would have someone save it from there: half
  /// removed, it would look like another program's.
  func remove() throws(SystemError) {
    for note in [Self.noteName, Installing.inPlace] {
      do throws(SystemError) {
        try directory.removeFile(note)
      } catch {
        guard error.errno == .noSuchFile else { throw error }
      }
    }
    try Self.removeAll(in: directory)
    try parent.directory.removeDirectory(name)
  }

  private static func removeAll(in directory: borrowing Descriptor) throws(SystemError) {
    for entry in try directory.list() {
      do throws(SystemError) {
        try directory.removeFile(entry.name)
      } catch {
        guard error.errno == .isDirectory || error.errno == .notPermitted else { throw error }
        try removeAll(in: try directory.openDirectory(entry.name))
        try directory.removeDirectory(entry.name)
      }
    }
  }

  // MARK: After a crash

  /// Clears up what crashed programs left in a document's directory. A version of another program
  /// that was caught there in the middle of an exchange is put beside the document.
  static func clearUp(beside place: DocumentPlace) throws(SystemError) {
    for entry in try place.directory.list() where entry.name.starts(with: prefix) {
      guard let directory = try claim(entry.name, in: place.directory) else { continue }
      try clearUp(directory, named: entry.name, beside: place)
    }
  }

  private static func clearUp(
    _ directory: consuming Descriptor, named name: [UInt8], beside place: DocumentPlace
  ) throws(SystemError) {
    let own = [noteName, linkName, Installing.previous, Installing.inPlace]
    let names = try directory.list().map(\.name)
    let item = names.first { !own.contains($0) }
    let folder = SavingFolder(place, directory, name: name, item: item ?? place.name)
    if item != nil {
      if names.contains(Installing.inPlace) {
        try Installing.complete(folder, at: try place.sibling(folder.item))
      } else {
        // Who has it open may still write to it: it waits for the next session.
        if try folder.isOpenForWriting() { return }
        _ = try folder.rescue()
      }
    }
    try folder.remove()
  }

  /// Puts what is in the folder beside the document, unless it is the version that was being saved, or
  /// the one that it was to replace.
  func rescue() throws(SystemError) -> SideCopy.Made? {
    guard let note = try readNote() else { return nil }
    let version = try DiskVersion.of(try open())
    guard version.root.inode != note.staged, version.contentMark != note.expected else {
      return nil
    }
    return try SideCopy.move(self, version, beside: try parent.sibling(item))
  }

  /// Whether a program has what is in the folder open for writing.
  func isOpenForWriting() throws(SystemError) -> Bool {
    let made = try open()
    let version = try DiskVersion.of(made)
    guard version.isPackage else { return try made.isOpenForWriting() ?? false }
    for (path, stamp) in version.members where stamp.kind == .file {
      if try made.openDocument(path).isOpenForWriting() ?? false { return true }
    }
    return false
  }

  private func readNote() throws(SystemError) -> (staged: UInt64, expected: UInt64)? {
    let text: [UInt8]
    do throws(SystemError) {
      text = try directory.readSymbolicLink(Self.noteName)
    } catch {
      guard error.errno == .noSuchFile || error.errno == .invalid else { throw error }
      return nil
    }
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ").map { UInt64($0) }
    guard numbers.count == 2, let staged = numbers[0], let expected = numbers[1] else {
      return nil
    }
    return (staged, expected)
  }
}
