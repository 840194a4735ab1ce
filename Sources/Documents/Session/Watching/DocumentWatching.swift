import LinuxSystem
import Synchronization

/// What of a directory someone wants to know.
enum WatchedNames: Hashable, Sendable {
  /// What happens to anything in it.
  case all
  /// What happens to this name in it.
  case only([UInt8])
  /// Only that it is moved or removed itself.
  case none
}

/// Hears of changes to the documents of all sessions of this program, on one thread of its own.
final class DocumentWatching: Sendable {
  /// One for the program; nil where the system has no more of what it takes.
  static let shared: DocumentWatching? = {
    do throws(SystemError) {
      return try DocumentWatching()
    } catch {
      return nil
    }
  }()

  fileprivate struct Watcher {
    var tell: @Sendable () -> Void
    var names: [Int32: Set<WatchedNames>] = [:]
  }

  fileprivate struct State {
    var lastID = 0
    var watchers: [Int: Watcher] = [:]
  }

  private let inotify: Inotify
  private let state = Mutex(State())

  private init() throws(SystemError) {
    inotify = try Inotify()
    _ = try DedicatedThread(name: "document-watch") { [self] in hear() }
  }

  /// A new watcher, which is told of what it watches from then on. Being told means: look.
  func add(tell: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.watchers[state.lastID] = Watcher(tell: tell)
      return state.lastID
    }
  }

  func remove(_ id: Int) {
    let unused = state.withLock { state in
      let watches = state.watchers.removeValue(forKey: id)?.names.keys
      return state.unused(among: watches.map(Array.init) ?? [])
    }
    end(unused)
  }

  /// Watches these directories instead of those before. False where not all of them can be watched:
  /// then only looking tells.
  func watch(_ directories: [(path: [UInt8], names: WatchedNames)], for id: Int) -> Bool {
    var isComplete = true
    var names: [Int32: Set<WatchedNames>] = [:]
    for directory in directories {
      do throws(SystemError) {
        let watch = try inotify.addWatch(
          path: directory.path, directory.names == .none ? .itself : .contents)
        names[watch, default: []].insert(directory.names)
      } catch {
        isComplete = false
      }
    }
    let unused = state.withLock { state in
      guard let old = state.watchers[id]?.names.keys else { return Array(names.keys) }
      state.watchers[id]?.names = names
      return state.unused(among: Array(old))
    }
    end(unused)
    return isComplete
  }

  private func end(_ watches: [Int32]) {
    for watch in watches {
      // It has ended by itself where its directory is gone.
      _ = Result { () throws(SystemError) in try inotify.removeWatch(watch) }
    }
  }

  private func hear() {
    while true {
      var entries = [PollEntry(inotify.descriptor.raw, .readable)]
      do throws(SystemError) {
        try wait(for: &entries, milliseconds: nil)
        tell(try inotify.readEvents())
      } catch {
        // What was missed, a look will find.
        tell([InotifyEvent(watch: -1, mask: .overflow)])
        _ = Result { () throws(SystemError) in try pause(milliseconds: 1000) }
      }
    }
  }

  private func tell(_ events: [InotifyEvent]) {
    let told = state.withLock { state in
      state.watchers.values.filter { watcher in events.contains { watcher.cares(about: $0) } }
    }
    for watcher in told { watcher.tell() }
  }
}

extension DocumentWatching.Watcher {
  fileprivate func cares(about event: InotifyEvent) -> Bool {
    if event.mask.contains(.overflow) { return true }
    guard let names = names[event.watch] else { return false }
    return event.name.isEmpty || names.contains(.all) || names.contains(.only(event.name))
  }
}

extension DocumentWatching.State {
  /// Those that no watcher uses any more.
  fileprivate func unused(among watches: [Int32]) -> [Int32] {
    watches.filter { watch in !watchers.values.contains { $0.names[watch] != nil } }
  }
}

extension InotifyMask {
  /// What is told of a directory and what is in it. Modifications are told too, since a truncation
  /// by path gives nothing else.
  fileprivate static let contents: InotifyMask = [
    .created, .deleted, .modified, .closedAfterWriting, .attributes, .movedFrom, .movedTo,
    .selfDeleted, .selfMoved, .onlyDirectory, .excludeUnlinked, .addToMask,
  ]

  /// What is told of a directory above.
  fileprivate static let itself: InotifyMask = [
    .selfDeleted, .selfMoved, .onlyDirectory, .addToMask,
  ]
}
