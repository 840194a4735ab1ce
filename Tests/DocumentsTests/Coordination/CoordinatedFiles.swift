import FoundationEssentials
import LinuxSystem
import TestSupport

/// A folder of files to be coordinated, and what others would find of their locks.
struct CoordinatedFiles: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func url(_ name: String) -> URL {
    URL(filePath: String(decoding: folder.path(of: name), as: UTF8.self))
  }

  /// Opens a file anew; the folder itself for an empty name.
  func open(_ name: String) throws -> Descriptor {
    try folder.directory.openDocument(Array(name.utf8))
  }

  /// Whether another could take the lock now.
  func isFree(_ name: String, _ mode: LockMode) throws -> Bool {
    try open(name).lock(mode)
  }

  func makePipe(_ name: String) throws {
    let process = try spawn([Array("mkfifo".utf8), folder.path(of: name)])
    _ = try waitForExit(of: process)
  }
}
