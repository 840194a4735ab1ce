import Engine
import Reconciliation

/// A change of names by the engine that a power cut may undo as a whole.
enum UnsyncedChange {
  case created(SimulatedName, id: UInt64)
  case exchanged(installed: SimulatedName, displaced: SimulatedName)
  case removed(SimulatedName, name: [UInt8], from: SimulatedNode)
  case renamed(SimulatedName, name: [UInt8], from: SimulatedNode)
  case discarded(SimulatedName, id: UInt64)
}

extension SimulatedVolume {
  /// Kills the engine's process now. Everything that was done stays; its locks and watches go.
  ///
  /// With a power loss the other programs die too, and of the changes since the last `sync` the
  /// last few, as many as chance has it, are undone, as the journal of a file system does it:
  /// each as a whole, and none without those after it. What was staged but not flushed is torn.
  /// What another program did is taken as flushed, together with all that went before it.
  package func crash(powerLoss: Bool, using chance: inout SeededChance) {
    kill()
    guard powerLoss else { return }
    for handle in openHandles { handles[handle]?.name.node.writers = 0 }
    handles = [:]
    for holder in otherLocks.keys.sorted() { unlockAll(by: holder) }
    let kept = chance.below(unsynced.count + 1)
    while unsynced.count > kept, let change = unsynced.popLast() { undo(change) }
    unsynced = []
    tearUnflushed(using: &chance)
  }

  /// Kills the engine's process now; what was done stays.
  package func kill() {
    guard !isCrashed else { return }
    dieAtOnce()
  }

  /// Lets the engine's process start again: no watches, no hints, no locks. What was staged and
  /// never came to its place is cleared away.
  package func restart() {
    for name in aside.children.values
    where UInt64(String(decoding: name.name, as: UTF8.self)) == nil {
      removeTree(name)
    }
    isCrashed = false
    crashAtStep = nil
    pending = []
    latest = [:]
    hasOverflowed = false
  }

  func dieAtOnce() {
    isCrashed = true
    releaseLocks()
    unwatch(rootNode)
    listed = []
    pending = []
    latest = [:]
    whenKilled?()
  }

  /// Another program does something: what the engine did before it can't be undone any more.
  func programActs() {
    unsynced = []
  }

  private func undo(_ change: UnsyncedChange) {
    switch change {
    case .created(let name, let id): move(name, to: stagedName(id), in: aside)
    case .exchanged(let installed, let displaced): swap(installed, displaced)
    case .removed(let name, let oldName, let directory),
      .renamed(let name, let oldName, let directory):
      move(name, to: oldName, in: directory)
    case .discarded(let name, let id): attach(name.node, as: displacedName(id), in: aside)
    }
  }

  private func tearUnflushed(using chance: inout SeededChance) {
    for name in aside.names
    where !name.node.isFlushed {
      if chance.oneIn(2) || name.node.kind == .directory {
        removeTree(name)
      } else {
        tear(name.node, using: &chance)
      }
    }
    for (name, content) in unflushed
    where name.isAttached && name.parent !== aside && name.node.content == content {
      tear(name.node, using: &chance)
    }
    unflushed = []
  }

  private func tear(_ node: SimulatedNode, using chance: inout SeededChance) {
    node.content = Array(node.content.prefix(chance.below(node.content.count + 1)))
  }
}
