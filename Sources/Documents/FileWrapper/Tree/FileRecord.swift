package import LinuxSystem

/// What stood at a place at one moment, without the contents.
package indirect enum FileRecord: Hashable, Sendable {
  case file(FileStatus)
  case symbolicLink([UInt8], FileStatus)
  case directory(FileStatus, [[UInt8]: FileRecord])
  /// A FIFO, socket or device.
  case special(FileStatus)

  package var status: FileStatus {
    switch self {
    case .file(let status), .symbolicLink(_, let status), .directory(let status, _),
      .special(let status):
      status
    }
  }

  /// What is in it, by name; nothing in what is no directory.
  package var members: [[UInt8]: FileRecord] {
    if case .directory(_, let members) = self { members } else { [:] }
  }

  package var isDirectory: Bool {
    if case .directory = self { true } else { false }
  }

  /// Whether it is the same file with the same content as far as `stat` tells, whatever its names:
  /// giving it one more moves the ctime. Nothing is asked of what is in a directory.
  func isSameContent(as other: FileRecord?) -> Bool {
    switch (self, other) {
    case (.file(let status), .file(let other)?): status.isSameContent(as: other)
    case (.symbolicLink(let target, _), .symbolicLink(let other, _)?): target == other
    case (.special(let status), .special(let other)?): status.inode == other.inode
    case (.directory, .directory?): true
    default: false
    }
  }

  /// Whether nobody has touched it: as `isSameContent`, but an edit that keeps size and mtime
  /// counts too, since it moves the ctime; so does a mere `chmod`.
  func isUntouched(since other: FileRecord?) -> Bool {
    guard isSameContent(as: other) else { return false }
    guard case .file(let status) = self, case .file(let earlier)? = other else { return true }
    return status.changed == earlier.changed && status.mode == earlier.mode
  }

  /// Whether it and all that is in it is as it was, by content; for directories the names.
  package func matches(_ other: FileRecord) -> Bool {
    guard isSameContent(as: other) else { return false }
    guard case .directory(_, let members) = self, case .directory(_, let others) = other else {
      return true
    }
    return members.count == others.count
      && members.allSatisfy { name, member in others[name].map(member.matches) ?? false }
  }
}

extension FileStatus {
  func isSameContent(as other: FileStatus) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }
}
