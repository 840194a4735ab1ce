import Glibc

/// A name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
  package var name: [UInt8]
  package var inode: UInt64
  /// What it is; nil where the file system doesn't say, so that `status(of:)` is needed.
  package var kind: FileStatus.Kind?
}

extension Descriptor {
  /// Everything in this directory but `.` and `..`, in no order; read from its start each time.
  ///
  /// All or an error: a failure in the middle is thrown, so that a short list is never taken for
  /// a complete one. What is created or removed meanwhile may or may not be listed. Throws
  /// `.noSuchFile` where the directory itself was removed.
  ///
  /// Wraps `readdir(3)`.
  package func list() throws(SystemError) -> [DirectoryEntry] {
    // fdopendir takes its number over, and would share the offset of a duplicate.
    let number = try open(beneath: [], [.readOnly, .directory]).release()
    guard let stream = fdopendir(number) else {
      let failure = SystemError(call: "fdopendir", errno: .current)
      _ = Glibc.close(number)
      throw failure
    }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    while true {
      // NULL means the end as well as an error; only this tells them apart.
      Glibc.errno = 0
      guard let entry = readdir(stream) else {
        let errno = Errno.current
        if errno.rawValue != 0 { throw SystemError(call: "readdir", errno: errno) }
        // glibc takes the error for a directory that was removed for its end.
        if entries.isEmpty, try status().links == 0 {
          throw SystemError(call: "readdir", errno: .noSuchFile)
        }
        return entries
      }
      if let entry = DirectoryEntry(entry) { entries.append(entry) }
    }
  }
}

extension DirectoryEntry {
  /// Nil for `.` and `..`.
  fileprivate init?(_ entry: UnsafeMutablePointer<dirent>) {
    guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    // By address, not through the struct: a long name lies beyond the end of its array.
    let text = UnsafeRawPointer(entry).advanced(by: start).assumingMemoryBound(to: UInt8.self)
    let count = text.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
    name = Array(UnsafeBufferPointer(start: text, count: count))
    guard isComponent(name) else { return nil }
    inode = UInt64(entry.pointee.d_ino)
    switch Int(entry.pointee.d_type) {
    case Int(DT_REG): kind = .file
    case Int(DT_DIR): kind = .directory
    case Int(DT_LNK): kind = .symbolicLink
    case Int(DT_UNKNOWN): kind = nil
    default: kind = .special
    }
  }
}
