import LinuxSystem
import Reconciliation

/// Watches one replica: a thread that turns what the kernel tells into hints.
///
/// It reads the kernel's queue as soon as something is in it, so that a long cycle of the engine
/// can't overflow it, and sleeps otherwise: it has no timer. Where the kernel refuses a watch, or
/// watching altogether, the directories concerned are listed by `unwatched()` and nothing fails.
final class Watcher: Sendable {
  private let queue: WatchQueue
  private let thread: DedicatedThread?

  /// `wake` is called, on the watch's thread or on the caller's, when hints have come.
  convenience init(wake: @escaping @Sendable () -> Void) {
    self.init(
      wake: wake,
      add: { inotify, directory, mask throws(SystemError) in
        try inotify.addWatch(on: directory, mask)
      })
  }

  /// With a way of its own to add a watch, so that a test can reach the limit.
  init(wake: @escaping @Sendable () -> Void, add: @escaping WatchQueue.Add) {
    let queue = WatchQueue(wake: wake, add: add)
    self.queue = queue
    thread = queue.startThread()
  }

  deinit {
    queue.stop()
    // The thread ends by itself once told; nothing is lost where it can't be waited for.
    _ = Result { () throws(SystemError) in try thread?.join() }
  }

  /// Everything that the kernel has told so far, whatever the thread has read of it: what was
  /// done before this call is in it.
  func takeHints() -> [Hint] {
    queue.takeHints()
  }

  /// Makes sure that changes in an open directory will be told, and gives the watch's number; nil
  /// where that can't be had.
  ///
  /// RACE: The directory may have moved since it was opened. The caller looks, after this, whether
  /// the path still leads to it, and else calls `undo`; a change after that look is told.
  func watch(_ directory: borrowing Descriptor, at path: RelativePath) -> Int32? {
    queue.watch(directory, at: path)
  }

  /// Takes back what `watch` did. By its number: the tree may have learned meanwhile that the
  /// path leads elsewhere, and a watch that was made after its directory's move is told nothing.
  func undo(_ watch: Int32?, at path: RelativePath) {
    queue.change { tree in
      guard let watch else { return tree.forget(path) }
      return tree.forget(watch: watch)
    }
  }

  /// Says that no directory is at the path any more.
  func forget(_ path: RelativePath) {
    queue.change { $0.forget(path) }
  }

  /// Says which directories a directory was found to hold.
  func prune(_ path: RelativePath, holding names: Set<[UInt8]>) {
    queue.change { $0.prune(path, holding: names) }
  }

  /// Watches an open directory where changes were found, at the price of the watched one that
  /// has been quiet for longest. Its listing from before says nothing of what happened until
  /// now, so a hint asks for another. RACE: as for `watch`.
  func favour(_ directory: borrowing Descriptor, at path: RelativePath) -> Int32? {
    queue.favour(directory, at: path)
  }

  /// Watches for late writes to displaced files.
  func watchDisplacedFolder(_ directory: borrowing Descriptor) {
    queue.watchDisplacedFolder(directory)
  }

  /// Watches for the root's name to come and go, in the directory at the path.
  func watchRootName(_ name: [UInt8], in parent: [UInt8]) {
    queue.watchRootName(name, in: parent)
  }

  /// The listed directories whose changes are not told.
  func unwatched() -> [RelativePath] {
    queue.read { $0.tree.unwatched() }
  }

  func unwatchedCount() -> Int {
    queue.read { $0.tree.unwatchedCount }
  }

  func watchedCount() -> Int {
    queue.read { $0.tree.watchedCount }
  }

  /// Why some directories are not watched, in words for `collate doctor`; nil while all are.
  func problem() -> String? {
    queue.read { $0.tree.unwatchedCount == 0 ? nil : $0.problem }
  }
}
