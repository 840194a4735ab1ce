import LinuxSystem
import Synchronization

private struct Writings {
  /// In which something is made that nobody needs yet.
  var folders: [ObjectIdentifier: SavingFolder] = [:]
  /// How many new versions are about to take their names.
  var installing = 0
  var areAbandoned = false
}

private let writings = Mutex(Writings())

extension SavingFolder {
  /// Lets the folder go at any moment, until `beginInstalling`.
  func letGo() throws(SystemError) {
    try writings.withLock { writings throws(SystemError) in
      if writings.areAbandoned { throw SystemError(call: "mkdirat", errno: .cancelled) }
      writings.folders[ObjectIdentifier(self)] = self
    }
  }

  /// Keeps the folder from now on: what is in it is about to take its name. Throws `.cancelled` where
  /// it was let go and has been abandoned.
  func beginInstalling() throws(SystemError) {
    try writings.withLock { writings throws(SystemError) in
      guard writings.folders.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
      if writings.areAbandoned { throw SystemError(call: "renameat2", errno: .cancelled) }
      writings.installing += 1
      isInstalling.store(true, ordering: .relaxed)
    }
  }

  /// The folder is no longer needed, whatever became of it.
  func finish() {
    writings.withLock { writings in
      writings.folders[ObjectIdentifier(self)] = nil
      if isInstalling.exchange(false, ordering: .relaxed) { writings.installing -= 1 }
    }
  }
}

/// Removes what this process is writing and what has not taken its name yet, for a program that is
/// told to end and whose reader or writer doesn't: then nothing is left of it.
///
/// A version that is just taking its name is waited for. The program has to end afterwards, since
/// nothing is written any more. Blocks.
package func abandonWriting() {
  let folders = writings.withLock { writings in
    writings.areAbandoned = true
    return Array(writings.folders.values)
  }
  for folder in folders {
    // The writer may be making another file in that moment.
    var attempts = 0
    while attempts < 20, !folder.isRemoved() { attempts += 1 }
  }
  do throws(SystemError) {
    while writings.withLock({ $0.installing > 0 }) { try pause(milliseconds: 2) }
  } catch {
    return
  }
}

extension SavingFolder {
  fileprivate func isRemoved() -> Bool {
    do throws(SystemError) {
      try remove()
      return true
    } catch {
      return error.errno == .noSuchFile
    }
  }
}
