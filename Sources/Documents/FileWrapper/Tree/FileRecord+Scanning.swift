package import LinuxSystem

extension FileRecord {
  /// More levels than any package has; fewer than would exhaust a thread's stack or descriptors.
  static let depthLimit = 128

  /// What stands at a place; nil for nothing. Reads no content.
  package static func scan(_ place: FilePlace) throws(SystemError) -> FileRecord? {
    let open: Place
    do throws(SystemError) {
      open = try place.open()
    } catch {
      guard error.errno.isAbsence else { throw error }
      return nil
    }
    return try scan(open.name, in: open.directory)
  }

  /// What stands under a name; nil for nothing. The errors' paths start at the directory.
  static func scan(
    _ name: [UInt8], in directory: borrowing Descriptor, depth: Int = 0
  ) throws(SystemError) -> FileRecord? {
    do throws(SystemError) {
      let status = try directory.status(of: name)
      switch status.kind {
      case .file: return .file(status)
      case .special: return .special(status)
      case .symbolicLink:
        return .symbolicLink(try directory.readSymbolicLink(name), status)
      case .directory:
        guard depth < depthLimit else {
          throw SystemError(call: "openat", errno: .symbolicLink, path: name)
        }
        return try scan(try directory.openDirectory(name), name, depth: depth)
      }
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  private static func scan(
    _ directory: borrowing Descriptor, _ name: [UInt8], depth: Int
  ) throws(SystemError) -> FileRecord {
    do throws(SystemError) {
      var members: [[UInt8]: FileRecord] = [:]
      for entry in try directory.list() {
        // Nil where it was removed since it was listed.
        members[entry.name] = try scan(entry.name, in: directory, depth: depth + 1)
      }
      return .directory(try directory.status(), members)
    } catch {
      throw error.inside(name)
    }
  }
}

extension SystemError {
  /// The same, its path told from one directory further up.
  func inside(_ name: [UInt8]) -> SystemError {
    var error = self
    error.path = path.map { name + [UInt8(ascii: "/")] + $0 } ?? name
    return error
  }
}
