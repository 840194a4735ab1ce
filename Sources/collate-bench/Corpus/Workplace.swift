import LinuxSystem
import TestSupport

/// The folder that holds documents and state for a run, removed with it.
final class Workplace {
  private let folder: TemporaryFolder
  /// What it is on, and where, for people.
  let description: String

  /// In the folder that is asked for; else where files are memory, so that no disk is measured;
  /// else in `/tmp`.
  init(_ asked: String?) throws {
    if let asked {
      folder = try TemporaryFolder(in: asked)
    } else {
      do {
        folder = try TemporaryFolder(in: "/dev/shm")
      } catch {
        folder = try TemporaryFolder(in: "/tmp")
      }
    }
    let type = try folder.directory.fileSystemStatus().type
    description = "\(type) in " + String(decoding: folder.path, as: UTF8.self)
  }

  var path: [UInt8] { folder.path }

  /// The whole path of something in it.
  func path(of name: String) -> [UInt8] { folder.path(of: name) }

  func remove(_ name: String) throws {
    let directory = try openPath(path, .directory)
    try removeAll(Array(name.utf8), in: directory)
  }

  func open(_ path: [UInt8]) throws -> Descriptor {
    try openPath(folder.path, .directory).openDirectory(path)
  }

  private func removeAll(_ name: [UInt8], in directory: borrowing Descriptor) throws {
    let status: FileStatus
    do throws(SystemError) {
      status = try directory.status(of: name)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return
    }
    guard status.kind == .directory else { return try directory.removeFile(name) }
    let inner = try directory.openDirectory(name)
    for entry in try inner.list() { try removeAll(entry.name, in: inner) }
    try directory.removeDirectory(name)
  }
}
