import LinuxSystem
import Reconciliation
import Synchronization

/// The kernel's queue of events, the tree that says what they mean, and the hints they became.
///
/// Events are read, watches made and the tree changed under one lock: an event under a number
/// that the tree does not know yet would be lost. The calls under it do not wait.
final class WatchQueue: Sendable {
  /// Makes a watch on an open directory.
  typealias Add =
    @Sendable (borrowing Inotify, borrowing Descriptor, InotifyMask) throws(SystemError) -> Int32

  struct State {
    var tree = WatchTree()
    var hints = PendingHints()
    /// Why the last watch that was refused was refused.
    var problem: String?
    var isStopped = false
  }

  private let state: Mutex<State>
  /// Nil where the kernel gives none: then nothing is watched.
  private let inotify: Inotify?
  private let pipe: WakePipe?
  private let wake: @Sendable () -> Void
  private let add: Add

  init(wake: @escaping @Sendable () -> Void, add: @escaping Add) {
    self.wake = wake
    self.add = add
    var state = State()
    var opened: Inotify?
    var pipe: WakePipe?
    do throws(SystemError) {
      pipe = try WakePipe()
      opened = try Inotify()
    } catch {
      state.problem = sentence(for: error)
    }
    self.pipe = pipe
    inotify = opened
    self.state = Mutex(state)
  }

  // MARK: The thread

  /// Nil where there is nothing to wait for.
  func startThread() -> DedicatedThread? {
    guard let pipe, hasInotify else { return nil }
    do throws(SystemError) {
      return try DedicatedThread(name: "watch") { [self] in run(pipe) }
    } catch {
      // Without it hints are still taken on every call of the engine, which rescans slowly.
      state.withLock { $0.problem = sentence(for: error) }
      return nil
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    pipe?.wake()
  }

  private func run(_ pipe: WakePipe) {
    while true {
      var entries = [pipe.entry, queueEntry()]
      do throws(SystemError) {
        try wait(for: &entries, milliseconds: nil)
      } catch {
        state.withLock { $0.problem = sentence(for: error) }
        return
      }
      let (isStopped, isNew) = state.withLock { state in
        (state.isStopped, state.isStopped ? false : drain(&state, rounds: 1))
      }
      if isStopped { return }
      if isNew { wake() }
    }
  }

  private func queueEntry() -> PollEntry {
    switch inotify {
    case .some(let inotify): PollEntry(inotify.descriptor.raw, .readable)
    case .none: PollEntry(-1, .readable)
    }
  }

  /// Reads the queue and learns from it; true where that gave hints. At most so many reads, for
  /// a program may write faster than is read.
  private func drain(_ state: inout State, rounds: Int) -> Bool {
    let wasEmpty = state.hints.isEmpty
    for _ in 0..<rounds {
      let events = readEvents(&state)
      if events.isEmpty { break }
      let outcome = state.tree.take(events)
      for hint in outcome.hints { state.hints.append(hint) }
      give(back: outcome.dropped)
    }
    return wasEmpty && !state.hints.isEmpty
  }

  private func readEvents(_ state: inout State) -> [InotifyEvent] {
    do throws(SystemError) {
      return try withInotify { inotify throws(SystemError) in try inotify.readEvents() } ?? []
    } catch {
      // The thread would find the queue readable for ever.
      state.isStopped = true
      state.problem = sentence(for: error)
      state.hints.append(.everything(reason: .overflow))
      return []
    }
  }

  private func give(back watches: [Int32]) {
    for watch in watches {
      // Invalid, where the directory has gone and its watch with it: that is what is wanted.
      _ = Result { () throws(SystemError) in
        try withInotify { inotify throws(SystemError) in try inotify.removeWatch(watch) }
      }
    }
  }

  private var hasInotify: Bool {
    switch inotify {
    case .some: true
    case .none: false
    }
  }

  /// Nil where there is none.
  private func withInotify<Result>(
    _ body: (borrowing Inotify) throws(SystemError) -> Result
  ) throws(SystemError) -> Result? {
    switch inotify {
    case .some(let inotify): try body(inotify)
    case .none: nil
    }
  }

  // MARK: Calls from other threads

  /// More than the kernel's queue can hold at its usual length.
  private static let allRounds = 64

  func takeHints() -> [Hint] {
    state.withLock { state in
      _ = drain(&state, rounds: Self.allRounds)
      return state.hints.take()
    }
  }

  func read<Result: Sendable>(_ body: (borrowing State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  func change(_ body: (inout WatchTree) -> [Int32]) {
    state.withLock { state in give(back: body(&state.tree)) }
  }

  func watch(_ directory: borrowing Descriptor, at path: RelativePath) -> Int32? {
    let (watch, isNew) = state.withLock { state in
      // What led to this directory being at the path is in the queue: the tree must know it first.
      let isNew = drain(&state, rounds: Self.allRounds)
      let watch = add(directory, .documents, &state)
      give(back: state.tree.attach(path, watch: watch))
      return (watch, isNew)
    }
    if isNew { wake() }
    return watch
  }

  func favour(_ directory: borrowing Descriptor, at path: RelativePath) -> Int32? {
    let (watch, isNew) = state.withLock { state -> (Int32?, Bool) in
      _ = drain(&state, rounds: Self.allRounds)
      if let id = state.tree.id(at: path), let watch = state.tree.directories[id]?.watch {
        return (watch, false)
      }
      var watch = add(directory, .documents, &state)
      if watch == nil, let victim = state.tree.quietest(sparing: path) {
        give(back: state.tree.detach(victim))
        watch = add(directory, .documents, &state)
      }
      give(back: state.tree.attach(path, watch: watch))
      if watch != nil { state.hints.append(.attributes(path)) }
      return (watch, watch != nil)
    }
    if isNew { wake() }
    return watch
  }

  func watchDisplacedFolder(_ directory: borrowing Descriptor) {
    state.withLock { state in
      if let watch = add(directory, .displacedFiles, &state) {
        state.tree.attachDisplacedFolder(watch: watch)
      }
    }
  }

  func watchRootName(_ name: [UInt8], in parent: [UInt8]) {
    state.withLock { state in
      do throws(SystemError) {
        let watch = try withInotify { inotify throws(SystemError) in
          try inotify.addWatch(path: parent, .names)
        }
        if let watch { state.tree.attachRootName(name, watch: watch) }
      } catch {
        state.problem = sentence(for: error)
      }
    }
  }

  /// Nil where the kernel refuses, whatever the reason: what isn't watched is polled.
  private func add(
    _ directory: borrowing Descriptor, _ mask: InotifyMask, _ state: inout State
  ) -> Int32? {
    do throws(SystemError) {
      switch inotify {
      case .some(let inotify): return try add(inotify, directory, mask)
      case .none: return nil
      }
    } catch {
      state.problem = sentence(for: error)
      return nil
    }
  }
}

/// Why something is not watched, and what to do.
private func sentence(for error: SystemError) -> String {
  switch (error.call, error.errno) {
  case ("inotify_add_watch", .noSpace):
    "The limit of watched directories is reached; raise fs.inotify.max_user_watches."
  case ("inotify_init1", .tooManyOpen):
    "The limit of watching programs is reached; raise fs.inotify.max_user_instances."
  default: "Some directories can't be watched: \(error)."
  }
}
