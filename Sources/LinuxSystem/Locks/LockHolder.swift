import CLinux
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
  /// Who holds the advisory lock on what is open; the first of several. Nil where nobody does or
  /// it can't be told: in a container, processes outside have no number, and file systems such
  /// as btrfs show another device here than `stat` does.
  ///
  /// What it says may be over when it returns: for messages only.
  ///
  /// Reads `/proc/locks`, see `proc_locks(5)`.
  package func lockHolder() throws(SystemError) -> LockHolder? {
    let status = try status()
    let locks = try openPath(Array("/proc/locks".utf8), .readOnly).readAll(limit: 16 << 20) ?? []
    let device = (major: clinux_major(status.device), minor: clinux_minor(status.device))
    for line in locks.split(separator: UInt8(ascii: "\n")) {
      guard let lock = HeldLock(line), lock.inode == status.inode, lock.process > 0,
        lock.major == device.major, lock.minor == device.minor
      else { continue }
      return LockHolder(process: lock.process, name: programName(lock.process))
    }
    return nil
  }
}

/// A line of `/proc/locks` that says who holds a `flock`:
/// `3: FLOCK  ADVISORY  WRITE 4711 fe:00:131080 0 EOF`.
struct HeldLock: Hashable {
  var process: Int32
  var major: UInt32
  var minor: UInt32
  var inode: UInt64

  /// Nil for locks of other kinds, for lines of those who wait (`3: -> FLOCK …`), and for
  /// anything unknown.
  init?(_ line: some Collection<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 6, fields[1] == "FLOCK", let process = Int32(fields[4]) else {
      return nil
    }
    let place = fields[5].split(separator: ":")
    guard place.count == 3, let major = UInt32(place[0], radix: 16),
      let minor = UInt32(place[1], radix: 16), let inode = UInt64(place[2])
    else { return nil }
    self.process = process
    self.major = major
    self.minor = minor
    self.inode = inode
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
