import LinuxSystem
import Reconciliation
import StateStore

/// What the machine itself needs to look at a tree: one thread, as the daemon has for it.
enum TreeWalk {
  /// Lists every folder and asks for the status of every name. Gives how many files there are.
  static func stat(_ root: [UInt8]) throws -> Int {
    var files = 0
    try walk(root) { _, _, _ in files += 1 }
    return files
  }

  /// The same, and reads and hashes every file. Gives how many bytes there are.
  static func readAndHash(
    _ root: [UInt8], _ body: ([UInt8]) throws -> Void = { _ in }
  ) throws -> Int {
    var bytes = 0
    try walk(root) { directory, name, status in
      let content = try directory.openDocument(name).read(at: 0, count: Int(status.size))
      // An empty digest can't be; asking keeps the work from being left out.
      if SHA256.digest(content).words.0 == 0 { bytes += 1 }
      bytes += content.count
      try body(content)
    }
    return bytes
  }

  private static func walk(
    _ root: [UInt8], _ body: (borrowing Descriptor, [UInt8], FileStatus) throws -> Void
  ) throws {
    try walk(try openPath(root, .directory), body)
  }

  private static func walk(
    _ directory: borrowing Descriptor,
    _ body: (borrowing Descriptor, [UInt8], FileStatus) throws -> Void
  ) throws {
    for entry in try directory.list() {
      let status = try directory.status(of: entry.name)
      switch status.kind {
      case .directory: try walk(try directory.openDirectory(entry.name), body)
      case .file: try body(directory, entry.name, status)
      case .symbolicLink, .special: break
      }
    }
  }
}
