import LinuxSystem
import Reconciliation
import StateStore

/// A regular file under the advisory lock that follows its name: when the lock was granted, the
/// name still led to it.
struct LockedFile: ~Copyable {
  /// Open for reading only, so that asking who can write does not count us.
  let descriptor: Descriptor
  /// From after the lock.
  let status: FileStatus

  /// What came of opening one.
  enum Attempt: ~Copyable {
    case held(LockedFile)
    /// Nothing has the name.
    case absent
    /// The name is not a regular file's; it was not opened.
    case otherKind
    case locked(by: String?)
    /// The name led elsewhere when the lock was granted: begin again.
    case overtaken
  }

  /// Opens and locks what has a name, never waiting for another's lock. What isn't a regular file
  /// is not opened, since opening a FIFO or a device does something.
  static func open(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ mode: LockMode
  ) throws(SystemError) -> Attempt {
    guard let named = try status(of: name, in: directory) else { return .absent }
    guard named.kind == .file else { return .otherKind }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try directory.openDocument(name)
    } catch {
      if error.errno == .noSuchFile { return .absent }
      // A link, or a socket, that was put there in between.
      if error.errno == .symbolicLink || error.errno == .noSuchDevice { return .overtaken }
      throw error
    }
    guard try descriptor.lockWhereSupported(mode) else {
      return .locked(by: try descriptor.lockHolder()?.description)
    }
    let locked = try descriptor.status()
    guard locked.kind == .file, let current = try status(of: name, in: directory),
      current.isSameFile(as: locked)
    else { return .overtaken }
    return .held(LockedFile(descriptor: descriptor, status: locked))
  }

  /// Opens and locks as above, again while other programs rename files into place.
  static func open(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ mode: LockMode, attempts: Int
  ) throws(SystemError) -> Attempt {
    for _ in 1..<max(attempts, 1) {
      switch try open(directory, name, mode) {
      case .overtaken: continue
      case .held(let file): return .held(file)
      case .absent: return .absent
      case .otherKind: return .otherKind
      case .locked(let holder): return .locked(by: holder)
      }
    }
    return try open(directory, name, mode)
  }

  /// Nil where nothing has the name.
  private static func status(
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

extension Descriptor {
  /// Takes the lock; true as well where the file system has none, since nobody else can take
  /// part there either.
  func lockWhereSupported(_ mode: LockMode) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try lock(mode)
    } catch {
      // NFS wants a file open for writing to be locked exclusively, and says that it isn't.
      guard error.errno.isLack || error.errno == .badDescriptor || error.errno == .noLocks else {
        throw error
      }
      return true
    }
  }

  /// The digest of the whole file, a part at a time.
  func digest() throws(SystemError) -> Digest {
    var sha = SHA256()
    var offset: Int64 = 0
    while true {
      let part = try read(at: offset, count: 1 << 20)
      sha.update(part)
      offset += Int64(part.count)
      if part.count < 1 << 20 { return sha.finish() }
    }
  }
}
