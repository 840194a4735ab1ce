import LinuxSystem

/// Where a document lies: its directory, held open, and its name in there.
///
/// Held open, the directory can be followed when it is renamed, and no symbolic link that is put in
/// its way leads anything elsewhere. A place never changes; when the document moves, it has another.
final class DocumentPlace: Sendable {
  let directory: Descriptor
  let path: DocumentPath

  var name: [UInt8] { path.name }

  private init(directory: consuming Descriptor, path: DocumentPath) {
    self.directory = directory
    self.path = path
  }

  /// A name in a directory that is open.
  convenience init(
    in directory: borrowing Descriptor, of place: FilePlace
  ) throws(SystemError) {
    self.init(
      directory: try directory.duplicate(),
      path: DocumentPath(directory: place.directory, name: place.name))
  }

  /// The place of a path, whose directory must be there; links on the way are followed, and so is
  /// the last step where it is one.
  convenience init(_ path: DocumentPath) throws(SystemError) {
    var resolved: [UInt8]
    do throws(SystemError) {
      resolved = try resolvedPath(path.bytes)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      resolved = DocumentPath(directory: try resolvedPath(path.directory), name: path.name).bytes
    }
    try self.init(resolved: DocumentPath(resolved))
  }

  private convenience init(resolved path: DocumentPath) throws(SystemError) {
    guard !path.name.isEmpty else {
      throw SystemError(call: "open", errno: .isDirectory, path: path.bytes)
    }
    self.init(directory: try openPath(path.directory, [.readOnly, .directory]), path: path)
  }

  /// Another name in the same directory.
  func sibling(_ name: [UInt8]) throws(SystemError) -> DocumentPlace {
    DocumentPlace(
      directory: try directory.duplicate(),
      path: DocumentPath(directory: path.directory, name: name))
  }

  /// What has the name; nil where nothing has.
  func status() throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try directory.status(of: name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  /// Where the directory is now.
  enum Whereabouts {
    /// Where it was.
    case same
    /// Somewhere else.
    case moved(DocumentPlace)
    /// Nowhere: it was deleted, or its file system is not mounted there any more.
    case lost
  }

  /// Finds out whether the path still leads to the directory, and else where that is.
  func whereabouts() throws(SystemError) -> Whereabouts {
    let mine = try directory.status()
    if isDirectory(path.directory, mine) { return .same }
    guard mine.links > 0, let now = directory.currentPath(), isDirectory(now, mine) else {
      return .lost
    }
    return .moved(
      DocumentPlace(
        directory: try directory.duplicate(), path: DocumentPath(directory: now, name: name)))
  }

  private func isDirectory(_ path: [UInt8], _ mine: FileStatus) -> Bool {
    do throws(SystemError) {
      return try LinuxSystem.status(ofPath: path).isSameFile(as: mine)
    } catch {
      // Whatever is the matter there, it doesn't lead here.
      return false
    }
  }
}

/// The file or directory that a document was last seen to be, held so that it is found again
/// wherever another program moves it.
final class HeldItem: Sendable {
  private let item: Descriptor

  /// Holds what has the name.
  init(at place: DocumentPlace) throws(SystemError) {
    item = try place.directory.open(beneath: place.name, .place)
  }

  /// Where it is now, unless it was deleted or put into a trash.
  func place() throws(SystemError) -> DocumentPlace? {
    let mine = try item.status()
    guard mine.links > 0, let path = item.currentPath() else { return nil }
    let now = DocumentPath(path)
    guard !now.isInTrash else { return nil }
    do throws(SystemError) {
      let place = try DocumentPlace(now)
      guard place.path == now, let status = try place.status(), status.isSameFile(as: mine) else {
        return nil
      }
      return place
    } catch {
      // A path that says "(deleted)", or may not be gone along: it is gone for us.
      return nil
    }
  }

  /// Whether this is what it holds.
  func isItem(_ status: FileStatus) throws(SystemError) -> Bool {
    try item.status().isSameFile(as: status)
  }
}

extension DocumentPath {
  /// Whether it lies where desktops put what a person throws away, or where we put what is replaced.
  ///
  /// The folders' names are those of freedesktop.org's Trash specification.
  fileprivate var isInTrash: Bool {
    bytes.split(separator: UInt8(ascii: "/")).dropLast().contains { folder in
      folder.elementsEqual("Trash".utf8) || folder.starts(with: ".Trash".utf8)
        || folder.starts(with: ".collate".utf8)
    }
  }
}

extension Descriptor {
  /// The path of what is open, as the kernel has it now; nil where it has none that we may see.
  fileprivate func currentPath() -> [UInt8]? {
    do throws(SystemError) {
      let links = try openPath(Array("/proc/self/fd".utf8), .directory)
      let path = try links.readSymbolicLink(Array(String(raw).utf8))
      return path.first == UInt8(ascii: "/") ? path : nil
    } catch {
      // Without /proc nothing can be followed.
      return nil
    }
  }
}
