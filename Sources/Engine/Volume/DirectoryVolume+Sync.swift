import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// Flushes the directories whose names were changed, and the contents that were not waited for.
  /// What fails is flushed again the next time.
  package func sync() throws(VolumeError) {
    guard !unsynced.isEmpty || isDisplacedUnsynced || isContentUnsynced else { return }
    let root = try openRoot()
    let isTogether = try flushTogether(root)
    if isDisplacedUnsynced {
      do throws(SystemError) {
        if !isTogether || stateDevice != volumeRoot.device { try stateSide.displaced.sync() }
        if !isTogether, let folders = try existingRootSide(beneath: root) {
          try folders.displaced.sync()
        }
      } catch {
        throw VolumeError(error, own: "the folder for displaced files")
      }
      isDisplacedUnsynced = false
    }
    for directory in unsynced {
      do throws(SystemError) {
        let opened = try root.openDirectory(directory.bytes)
        // On another file system that is mounted there, it was not flushed with the root's.
        let isElsewhere = try opened.status().device != volumeRoot.device
        if !isTogether || isElsewhere { try opened.sync() }
      } catch {
        // It was moved or removed since, and its names with it: that is for its mover to flush.
        guard error.errno.isAbsence else { throw VolumeError(error, "flush", directory) }
      }
      unsynced.remove(directory)
    }
  }

  /// Whether everything on the root's file system was flushed: what was not waited for is flushed
  /// in no other way.
  private func flushTogether(_ root: borrowing Descriptor) throws(VolumeError) -> Bool {
    guard
      isContentUnsynced
        || sharedFlush.isWorthwhile(for: unsynced.count, on: root, volumeRoot.device)
    else { return false }
    do throws(SystemError) {
      // The root itself is open as a place, which can't be flushed.
      try sharedFlush.flush(unsynced.count, on: root.openDirectory([]))
      isContentUnsynced = false
      return true
    } catch {
      guard isContentUnsynced else { return false }
      throw VolumeError(error, "flush", .root)
    }
  }

  /// Whether a version that is being staged there need not be waited for: `sync` flushes it then.
  func noteUnsynced(_ side: borrowing Side) -> Bool {
    guard flush == .fast, side.kind != .beside,
      sharedFlush.isTrusted(on: side.staging, volumeRoot.device)
    else { return false }
    isContentUnsynced = true
    return true
  }
}
