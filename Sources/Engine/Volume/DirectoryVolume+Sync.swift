import LinuxSystem
import Reconciliation

extension DirectoryVolume {
  /// Flushes the directories whose names were changed. What fails is flushed again the next time.
  package func sync() throws(VolumeError) {
    guard !unsynced.isEmpty || isDisplacedUnsynced else { return }
    let root = try openRoot()
    if isDisplacedUnsynced {
      do throws(SystemError) {
        try stateSide.displaced.sync()
        if let folders = try existingRootSide(beneath: root) { try folders.displaced.sync() }
      } catch {
        throw VolumeError(error, own: "the folder for displaced files")
      }
      isDisplacedUnsynced = false
    }
    for directory in unsynced {
      do throws(SystemError) {
        try root.openDirectory(directory.bytes).sync()
      } catch {
        // It was moved or removed since, and its names with it: that is for its mover to flush.
        guard error.errno.isAbsence else { throw VolumeError(error, "flush", directory) }
      }
      unsynced.remove(directory)
    }
  }
}
