import Glibc

/// A queue of what happens in watched directories.
package struct Inotify: ~Copyable, Sendable {
  /// Readable, for `poll`, while events wait.
  package let descriptor: Descriptor

  /// Throws `.tooManyOpen` where the user has no instance left (`max_user_instances`).
  ///
  /// Wraps `inotify_init1(2)`.
  package init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try retrying("inotify_init1") {
        inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      })
  }

  /// Watches a directory that is held open, so that no rename or link can lead the watch
  /// elsewhere. The same directory gives the same number again.
  ///
  /// Throws `.noSpace` where the user has no watch left (`max_user_watches`), which says nothing
  /// of the disk. Through `/proc`; wraps `inotify_add_watch(2)`.
  package func addWatch(
    on directory: borrowing Descriptor, _ mask: InotifyMask
  ) throws(SystemError) -> Int32 {
    let path = "/proc/self/fd/\(directory.raw)"
    return try retrying("inotify_add_watch", path: Array(path.utf8)) {
      inotify_add_watch(descriptor.raw, $0, mask.rawValue)
    }
  }

  /// Watches a path, which may lead through symbolic links: for what lies above a root.
  ///
  /// Wraps `inotify_add_watch(2)`.
  package func addWatch(path: [UInt8], _ mask: InotifyMask) throws(SystemError) -> Int32 {
    try retrying("inotify_add_watch", path: path) {
      inotify_add_watch(descriptor.raw, $0, mask.rawValue)
    }
  }

  /// Ends a watch; an `.ignored` event follows. Throws `.invalid` where it has ended already.
  ///
  /// Wraps `inotify_rm_watch(2)`.
  package func removeWatch(_ watch: Int32) throws(SystemError) {
    try retrying("inotify_rm_watch") { inotify_rm_watch(descriptor.raw, watch) }
  }

  /// The next events, at most as many as fit into 64 KiB; none where none wait.
  ///
  /// Wraps `read(2)`.
  package func readEvents() throws(SystemError) -> [InotifyEvent] {
    do {
      return InotifyEvent.decode(try descriptor.readAvailable(upTo: 64 << 10))
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      return []
    }
  }
}
