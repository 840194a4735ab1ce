import LinuxSystem

/// Keeps a state directory to one process: held for as long as this lives, gone with the process.
struct StateLock: ~Copyable {
  /// Never removed, so that it always leads to the inode that is locked.
  static let name = Array("lock".utf8)

  private let file: Descriptor

  /// Takes the lock, or returns nil where another process still has it after `patience`
  /// nanoseconds: one that was just killed holds it for some milliseconds more.
  init?(of directory: borrowing Descriptor, patience: Int64) throws(SystemError) {
    let deadline = steadyClock() + patience
    while true {
      let file = try directory.open(beneath: Self.name, [.readWrite, .create], mode: 0o600)
      if try file.lock(.exclusive) {
        // Someone may have removed it meanwhile, for all that nobody should.
        if try directory.holds(file, as: Self.name) {
          self.file = file
          return
        }
      } else if steadyClock() >= deadline {
        return nil
      }
      try pause(milliseconds: 10)
    }
  }

  /// Who has the lock, for the message; nil where that can't be told.
  static func holder(of directory: borrowing Descriptor) -> LockHolder? {
    do {
      return try directory.open(beneath: name, .readOnly).lockHolder()
    } catch {
      return nil
    }
  }
}

extension Descriptor {
  /// Whether the name leads to this file.
  fileprivate func holds(_ file: borrowing Descriptor, as name: [UInt8]) throws(SystemError) -> Bool
  {
    do {
      return try status(of: name).isSameFile(as: file.status())
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
  }
}
