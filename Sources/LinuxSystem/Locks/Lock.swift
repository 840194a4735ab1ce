import Glibc

/// How a lock is held.
package enum LockMode: Sendable {
  /// With others who share it: to read.
  case shared
  /// Alone: to write.
  case exclusive
}

extension Descriptor {
  /// Takes the advisory lock on what is open, or changes how it is held; false where another
  /// holds it in a way that forbids it. Never waits.
  ///
  /// The lock belongs to the open file: a second `open` in this process is as good as another
  /// process, a duplicate is not. It goes with the last descriptor. A change from shared to
  /// exclusive isn't one step: another may get it in between, and then the lock is lost.
  ///
  /// Wraps `flock(2)`.
  package func lock(_ mode: LockMode) throws(SystemError) -> Bool {
    let operation = mode == .shared ? LOCK_SH : LOCK_EX
    do {
      try retrying("flock") { flock(raw, operation | LOCK_NB) }
      return true
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      return false
    }
  }

  /// Takes the advisory lock, waiting for those who hold it: only for a thread or process that
  /// has nothing else to do.
  ///
  /// Wraps `flock(2)`.
  package func waitForLock(_ mode: LockMode) throws(SystemError) {
    try retrying("flock") { flock(raw, mode == .shared ? LOCK_SH : LOCK_EX) }
  }

  /// Gives the lock back.
  ///
  /// Wraps `flock(2)`.
  package func unlock() throws(SystemError) {
    try retrying("flock") { flock(raw, LOCK_UN) }
  }
}
