import FoundationEssentials
import LinuxSystem

/// An item that somebody wants to read or write.
struct LockRequest: Sendable {
  /// From the root, or from the working directory.
  let path: [UInt8]
  let mode: LockMode

  /// Throws where the URL is not a file's.
  init(_ url: URL, _ mode: LockMode) throws(CocoaError) {
    guard let path = pathBytes(of: url) else {
      throw .file(
        mode == .shared ? .read : .write,
        mode == .shared ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme,
        "it is not the place of a file.", at: Array(url.absoluteString.utf8))
    }
    self.path = path
    self.mode = mode
  }

  /// What came of trying.
  enum Attempt {
    /// It is ours, or was already; to be left.
    case held(ItemLock)
    case busy
    /// What is there changed meanwhile: begin again.
    case overtaken
  }

  /// Takes the lock where nobody's forbids it, or joins one that is held within. Never waits.
  ///
  /// Throws `.deadlock` where the item is held to be read, and now is to be written: no wait would
  /// end.
  func attempt(within held: [ItemLock]) throws(SystemError) -> Attempt {
    switch try target() {
    case .item(let place, let status):
      if let lock = try held.join(status, mode, path) { return .held(lock) }
      return try lockItem(place, status.kind)
    case .parent(let directory, let status, let name):
      if let lock = try held.join(status, mode, path) { return .held(lock) }
      return try lockParent(directory, of: name)
    }
  }

  /// What the lock is taken on.
  private enum Target {
    /// A file or directory that is there.
    case item(FilePlace, FileStatus)
    /// The directory that a name is missing from, or where it is of something that isn't opened;
    /// nil for the name where not even its own directory is there.
    case parent([UInt8], FileStatus, name: [UInt8]?)
  }

  private func target() throws(SystemError) -> Target {
    let place: FilePlace
    do throws(SystemError) {
      place = try FilePlace(following: path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return try nearestDirectory()
    }
    if let package = try package(among: place.directory) { return package }
    if let status = try statusIfAny(place.path), status.kind == .file || status.kind == .directory {
      return .item(place, status)
    }
    return .parent(place.directory, try status(ofPath: place.directory), name: place.name)
  }

  /// The outermost directory that is one document, among one and those above it: who touches a
  /// member touches it.
  private func package(among directory: [UInt8]) throws(SystemError) -> Target? {
    let slash = UInt8(ascii: "/")
    let names = directory.split(separator: slash)
    guard let index = names.firstIndex(where: { isPackageName(Array($0)) }) else { return nil }
    let path = names[...index].flatMap { [slash] + $0 }
    return .item(try FilePlace(path: path), try status(ofPath: path))
  }

  /// For what lies in a directory that is itself to be made.
  private func nearestDirectory() throws(SystemError) -> Target {
    let slash = UInt8(ascii: "/")
    var above = path[...]
    while let index = above.lastIndex(of: slash) {
      above = above[..<index]
      if let target = try self.target(directory: above.isEmpty ? [slash] : Array(above)) {
        return target
      }
    }
    let here = try resolvedPath([UInt8(ascii: ".")])
    return .parent(here, try status(ofPath: here), name: nil)
  }

  /// Nil where it isn't one.
  private func target(directory: [UInt8]) throws(SystemError) -> Target? {
    guard let status = try statusIfAny(directory), status.kind == .directory else { return nil }
    let resolved = try resolvedPath(directory)
    return try package(among: resolved) ?? .parent(resolved, status, name: nil)
  }

  private func lockItem(
    _ place: FilePlace, _ kind: FileStatus.Kind
  ) throws(SystemError) -> Attempt {
    let directory = try openPath(place.directory, [.place, .directory])
    let attempt: LockedFile.Attempt
    do throws(SystemError) {
      attempt = try LockedFile.open(directory, place.name, mode, kind: kind)
    } catch {
      // What can't be opened can't be locked. Who may replace it coordinates on its directory.
      guard error.errno == .accessDenied, mode == .exclusive else { throw error }
      return try lockParent(place.directory, of: nil)
    }
    switch consume attempt {
    case .held(let file):
      // The lock is the open file's, which the duplicate shares and keeps.
      return .held(ItemLock(try file.descriptor.duplicate(), file.status, mode))
    case .locked: return .busy
    case .absent: return .overtaken
    case .otherKind: return .overtaken
    case .overtaken: return .overtaken
    }
  }

  private func lockParent(
    _ directory: [UInt8], of name: [UInt8]?
  ) throws(SystemError) -> Attempt {
    let descriptor = try openPath(directory, [.readOnly, .directory])
    guard try descriptor.lockWhereSupported(mode) else { return .busy }
    let locked = try descriptor.status()
    guard let current = try statusIfAny(directory), current.isSameFile(as: locked) else {
      return .overtaken
    }
    if let name, let kind = try descriptor.kindIfAny(of: name), kind == .file || kind == .directory
    {
      return .overtaken
    }
    return .held(ItemLock(descriptor, locked, mode))
  }
}

extension [ItemLock] {
  /// Joins the lock of a file among these; nil where it isn't among them.
  fileprivate func join(
    _ file: FileStatus, _ mode: LockMode, _ path: [UInt8]
  ) throws(SystemError) -> ItemLock? {
    let locks = filter { $0.isOf(file) }
    if let joined = locks.first(where: { $0.allows(mode) && $0.join() }) { return joined }
    guard locks.contains(where: \.isHeld) else { return nil }
    throw SystemError(call: "flock", errno: .deadlock, path: path)
  }
}

/// Whether a directory of this name is one document.
func isPackageName(_ name: [UInt8]) -> Bool {
  name.contains(UInt8(ascii: "."))
    && ContentTypes.system.conforms(ContentTypes.system.type(forName: name), to: .package)
}

/// Nil where nothing is there.
private func statusIfAny(_ path: [UInt8]) throws(SystemError) -> FileStatus? {
  do throws(SystemError) {
    return try status(ofPath: path)
  } catch {
    guard error.errno.isAbsence else { throw error }
    return nil
  }
}

extension Descriptor {
  /// Of a name in this directory; nil where nothing has it.
  fileprivate func kindIfAny(of name: [UInt8]) throws(SystemError) -> FileStatus.Kind? {
    do throws(SystemError) {
      return try status(of: name).kind
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }
}
