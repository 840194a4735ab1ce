import Glibc

/// A process that holds an advisory lock, for people to know whom to ask.
package struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  package var process: Int32
  /// The program's name; nil where the process has gone (another, that it started, may hold the
  /// lock on) or is hidden from us.
  package var name: String?

  /// "flock (pid 123)".
  package var description: String {
    name.map { "\($0) (pid \(process))" } ?? "pid \(process)"
  }
}

extension Descriptor {
  /// Who holds the advisory lock on what is open; the first of several. Nil where nobody does,
  /// or it can't be told: in a container, processes outside have no number.
  ///
  /// What it says may be over when it returns: for messages only.
  ///
  /// Reads `/proc/locks`, see `proc_locks(5)`.
  package func lockHolder() throws(SystemError) -> LockHolder? {
    let locks = try openPath(Array("/proc/locks".utf8), .readOnly).readAll(limit: 16 << 20) ?? []
    return LockHolder(of: try status(), locks: locks)
  }
}

/// The inodes that other processes lock exclusively with `flock(2)`, each with a holder. Empty
/// also where that can't be told.
///
/// Reads `/proc/locks`, see `proc_locks(5)`.
package func heldLocks(exceptBy own: Int32) -> [UInt64: LockHolder] {
  var held: [UInt64: LockHolder] = [:]
  do throws(SystemError) {
    let text = try openPath(Array("/proc/locks".utf8), .readOnly).readAll(limit: 16 << 20) ?? []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let lock = HeldLock(line), lock.isExclusive, lock.process > 0, lock.process != own
      else { continue }
      held[lock.inode] = LockHolder(process: lock.process, name: programName(lock.process))
    }
  } catch {
    // Without /proc nobody is named.
  }
  return held
}

extension LockHolder {
  /// Finds who locks a file in the text of `/proc/locks`. On file systems such as btrfs it has
  /// another device than `stat`; there, who also has the file open is meant.
  init?(of status: FileStatus, locks: [UInt8]) {
    let candidates = locks.split(separator: UInt8(ascii: "\n"))
      .compactMap { HeldLock($0) }
      .filter { $0.inode == status.inode && $0.process > 0 }
    let lock =
      candidates.first { $0.isOnDevice(status.device) }
      ?? candidates.first { isOpen(status, in: $0.process) }
    guard let lock else { return nil }
    self.init(process: lock.process, name: programName(lock.process))
  }
}

/// Whether a process has a file open; false where we may not know.
private func isOpen(_ file: FileStatus, in process: Int32) -> Bool {
  let path = "/proc/\(process)/fd"
  do {
    return try openPath(Array(path.utf8), .directory).list().contains { entry in
      let descriptor = Array(path.utf8) + [UInt8(ascii: "/")] + entry.name
      do {
        return try status(ofPath: descriptor).isSameFile(as: file)
      } catch {
        // It was closed meanwhile.
        return false
      }
    }
  } catch {
    // It has gone or is hidden: nothing is known then.
    return false
  }
}

/// Nil where the process has gone or is hidden.
private func programName(_ process: Int32) -> String? {
  let path = Array("/proc/\(process)/comm".utf8)
  do {
    guard let name = try openPath(path, .readOnly).readAll(limit: 4096) else { return nil }
    return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  } catch {
    return nil
  }
}
