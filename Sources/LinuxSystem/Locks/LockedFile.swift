/// A file, or a directory that is one document, under the advisory lock that follows its name:
/// when the lock was granted, the name still led to it.
package struct LockedFile: ~Copyable, Sendable {
  /// Open for reading only, so that asking who can write does not count us.
  package let descriptor: Descriptor
  /// From after the lock.
  package let status: FileStatus

  /// What came of opening one.
  package enum Attempt: ~Copyable, Sendable {
    case held(LockedFile)
    /// Nothing has the name.
    case absent
    /// The name is of something else than was asked for; it was not opened.
    case otherKind
    case locked(by: String?)
    /// The name led elsewhere when the lock was granted: begin again.
    case overtaken
  }

  /// Opens and locks what has a name, never waiting for another's lock. What isn't of the kind that
  /// is asked for is not opened, since opening a FIFO or a device does something.
  ///
  /// Wraps `openat2(2)` and `flock(2)`.
  package static func open(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ mode: LockMode,
    kind: FileStatus.Kind = .file
  ) throws(SystemError) -> Attempt {
    guard let named = try status(of: name, in: directory) else { return .absent }
    guard named.kind == kind else { return .otherKind }
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
    guard locked.kind == kind, let current = try status(of: name, in: directory),
      current.isSameFile(as: locked)
    else { return .overtaken }
    return .held(LockedFile(descriptor: descriptor, status: locked))
  }

  /// Opens and locks as above, again while other programs rename files into place.
  ///
  /// Wraps `openat2(2)` and `flock(2)`.
  package static func open(
    _ directory: borrowing Descriptor, _ name: [UInt8], _ mode: LockMode,
    kind: FileStatus.Kind = .file, attempts: Int
  ) throws(SystemError) -> Attempt {
    for _ in 1..<max(attempts, 1) {
      switch try open(directory, name, mode, kind: kind) {
      case .overtaken: continue
      case .held(let file): return .held(file)
      case .absent: return .absent
      case .otherKind: return .otherKind
      case .locked(let holder): return .locked(by: holder)
      }
    }
    return try open(directory, name, mode, kind: kind)
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
  ///
  /// Wraps `flock(2)`.
  package func lockWhereSupported(_ mode: LockMode) throws(SystemError) -> Bool {
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
}
