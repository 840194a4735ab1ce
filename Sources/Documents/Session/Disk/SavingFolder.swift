import LinuxSystem
import Synchronization

/// A hidden folder beside a document, in which its next version is made before it takes the name.
///
/// It lies in the document's own directory, since only there the new version is sure to be on the same
/// file system, and it is gone once the save is over. What is in it has the document's name, so that a
/// writer which looks at the name of its destination finds the right one. While someone saves, the
/// folder is locked; one that nobody locks was left by a crash, and is cleared up by whoever opens or
/// writes a document beside it next.
final class SavingFolder: Sendable {
  static let prefix = Array(".collate-installing-".utf8)
  static let linkName = Array(".collate-link".utf8)
  static let noteName = Array(".collate-expected".utf8)
  /// What was taken out of its place where two names can't be exchanged, until it is looked at.
  static let replaced = Array(".collate-replaced".utf8)

  let parent: DocumentPlace
  let directory: Descriptor
  /// The folder's own name.
  let name: [UInt8]
  /// What is made in it.
  let item: [UInt8]
  /// Whether it is about to take its name, and so is waited for.
  let isInstalling = Atomic(false)

  init(
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
  ///
  /// - Parameter onlyIfLocked: whether it is another's too where there are no locks.
  static func claim(
    _ name: [UInt8], in parent: borrowing Descriptor, onlyIfLocked: Bool = false
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      let directory = try parent.openDirectory(name)
      let isLocked =
        onlyIfLocked
        ? try directory.lock(.exclusive) : try directory.lockWhereSupported(.exclusive)
      guard isLocked, try directory.status().links > 0 else {
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

  // MARK: The end

  /// Removes the folder and what is in it. First what would have someone save it from there: half
  /// removed, it would look like another program's.
  func remove() throws(SystemError) {
    let lingering = try Lingering(item, in: directory)
    defer { lingering?.letGo() }
    try removeNote()
    try Self.removeFile(Installing.inPlace, in: directory)
    try Self.removeAll(in: directory)
    try parent.directory.removeDirectory(name)
  }

  static func removeFile(
    _ name: [UInt8], in directory: borrowing Descriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      try directory.removeFile(name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  private static func removeAll(in directory: borrowing Descriptor) throws(SystemError) {
    for entry in try directory.list() {
      do throws(SystemError) {
        try directory.removeFile(entry.name)
      } catch {
        guard error.errno == .isDirectory || error.errno == .notPermitted else { throw error }
        let inner = try directory.openDirectory(entry.name)
        // A package may forbid even its owner to change it.
        try inner.setModeWhereSupported(0o700)
        try removeAll(in: inner)
        try directory.removeDirectory(entry.name)
      }
    }
  }
}

/// A large file that is removed. Freeing its blocks takes a tenth of a second and more, which nobody
/// need wait for: the file stays until a thread of its own has closed it.
private final class Lingering: Sendable {
  private static let large: Int64 = 16 << 20

  private let file: Descriptor

  /// Holds what has the name, if it is a large file.
  init?(_ name: [UInt8], in directory: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) {
      let status = try directory.status(of: name)
      guard status.kind == .file, status.size >= Self.large else { return nil }
      file = try directory.openDocument(name)
    } catch {
      // There is none, or it is not ours to read.
      guard error.errno == .noSuchFile || error.errno == .accessDenied else { throw error }
      return nil
    }
  }

  func letGo() {
    do throws(SystemError) {
      _ = try DedicatedThread(name: "documents") {
        // So that whoever let go has done so.
        _ = Result { () throws(SystemError) in try pause(milliseconds: 1) }
        withExtendedLifetime(self) {}
      }
    } catch {
      // It is closed here then.
    }
  }
}
