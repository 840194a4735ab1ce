package import Engine
import Reconciliation

extension SimulatedVolume {
  package func isChangedElsewhere() -> Bool { isOnNetwork }

  /// Another directory in the root's place has none that is known.
  package func birthmark() throws(VolumeError) -> [UInt8]? {
    substitute == nil ? Array("unmarked \(name)".utf8) : nil
  }

  /// Takes what inotify would have told since the last time, in order.
  package func takeHints() -> [Hint] {
    let taken = pending
    pending = []
    latest = [:]
    hasOverflowed = false
    return taken
  }

  /// Lets the queue overflow now: what waited in it is lost.
  package func overflowQueue() {
    guard !isCrashed else { return }
    pending = [.everything(reason: .overflow)]
    latest = [:]
    hasOverflowed = true
  }

  /// Loses the hints that wait, without a word, as a watch does that was added too late.
  package func loseHints() {
    guard !hasOverflowed else { return }
    pending = []
    latest = [:]
  }

  /// Says what happened under a name, to whoever watches its directory. What was unlinked is not
  /// told about any more (`IN_EXCL_UNLINK`), but for the unlinking.
  func tell(_ hint: (RelativePath) -> Hint, _ name: SimulatedName) {
    guard name.parent.isWatched else { return }
    if !name.isAttached {
      guard case .vanished = hint(.root) else { return }
    }
    told += 1
    name.parent.lastTold = told
    if name.parent === aside {
      // The displaced folder is watched for late writes only.
      switch hint(.root) {
      case .writing, .closed: enqueue(.displaced)
      default: break
      }
    } else if let path = path(of: name) {
      enqueue(hint(path))
    }
  }

  func enqueue(_ hint: Hint) {
    guard !isCrashed, !hasOverflowed else { return }
    // As `PendingHints` does: what was last said of a path is not said again.
    if let path = hint.path {
      if latest[path] == hint { return }
      latest[path] = hint
    } else if pending.last == hint {
      return
    }
    guard pending.count < queueLimit else {
      overflowQueue()
      return
    }
    pending.append(hint)
  }

  func watch(_ directory: SimulatedNode) {
    guard !directory.isWatched, watched < watchLimit else { return }
    directory.isWatched = true
    watched += 1
  }

  /// The watched directory that has been quiet for longest.
  func quietestWatched() -> SimulatedNode? {
    everyDirectory.filter { $0.isWatched && $0 !== aside }.min { $0.lastTold < $1.lastTold }
  }

  func unwatchAlone(_ directory: SimulatedNode) {
    guard directory.isWatched else { return }
    directory.isWatched = false
    watched -= 1
  }

  /// Ends the watches in a tree that was deleted or moved out.
  func unwatch(_ directory: SimulatedNode) {
    unwatchAlone(directory)
    for child in directory.children.values where child.node.kind == .directory {
      unwatch(child.node)
    }
  }
}
