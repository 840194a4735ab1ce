import Synchronization

/// Counts what is done with files' contents, to show what is left alone.
package final class FileActivity: Sendable {
  /// Whatever reads and writes within this task is counted here.
  @TaskLocal package static var current: FileActivity?

  package struct Counts: Hashable, Sendable {
    /// Files whose content was read, and their bytes.
    package var filesRead = 0
    package var bytesRead = 0
    /// Files whose content was written, and their bytes.
    package var filesWritten = 0
    package var bytesWritten = 0
    /// Files that got one more name instead of being written.
    package var filesLinked = 0
    /// Files that were copied on disk, where links can't be had.
    package var filesCopied = 0

    package init() {}
  }

  private let current = Mutex(Counts())

  package init() {}

  package var counts: Counts { current.withLock { $0 } }

  func noteRead(_ bytes: Int) {
    current.withLock {
      $0.filesRead += 1
      $0.bytesRead += bytes
    }
  }

  func noteWritten(_ bytes: Int) {
    current.withLock {
      $0.filesWritten += 1
      $0.bytesWritten += bytes
    }
  }

  func noteLinked() {
    current.withLock { $0.filesLinked += 1 }
  }

  func noteCopied() {
    current.withLock { $0.filesCopied += 1 }
  }
}
