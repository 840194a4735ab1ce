import LinuxSystem
import Reconciliation

/// Which directory is watched under which number, and what an event under a number is about.
///
/// A value without effects: events go in, hints and the watches to be given back come out. Paths
/// are found by climbing from the watched directory to the root, so that they come from where a
/// directory is now, and a move of a whole subtree is one step whatever its size. Directories
/// without a watch of their own are known too, being the way to those beneath them.
struct WatchTree {
  /// A directory's place in `directories`; never used twice.
  typealias ID = UInt64

  struct Directory {
    /// Nil for the root.
    var parent: ID?
    var name: [UInt8]
    var children: [[UInt8]: ID] = [:]
    var watch: Int32?
    /// Whether it was to be watched, so that one without a watch must be polled.
    var isListed = false
    /// Which event was the last in it, counted from the start.
    var lastEvent: UInt64 = 0
    /// Whether its arrival was seen, which the kernel confirms with a move-self event.
    var hasArrived = false
    /// Where it was before its last move, until it is listed where it is.
    var cameFrom: Spot?
  }

  /// A name in a directory.
  struct Spot: Hashable {
    var parent: ID
    var name: [UInt8]
  }

  /// What a watch number stands for. The kernel has one number for an inode, whatever it is
  /// watched for, so that one can have several uses.
  struct Uses {
    var directory: ID?
    var isDisplacedFolder = false
    /// Names whose coming and going concerns the root.
    var rootNames: Set<[UInt8]> = []
  }

  /// What came of some events.
  struct Outcome {
    var hints: [Hint] = []
    /// Watches that nothing stands for any more.
    var dropped: [Int32] = []
  }

  static let rootID: ID = 0

  var directories: [ID: Directory] = [rootID: Directory(parent: nil, name: [])]
  var uses: [Int32: Uses] = [:]
  /// Directories whose departure was seen and whose arrival was not, by the move's cookie.
  var departed: [UInt32: ID] = [:]
  /// How many directories have a watch.
  private(set) var watchedCount = 0
  /// How many directories are listed; those that have a watch are.
  private var listedCount = 0
  private var nextID: ID = 1
  private(set) var eventCount: UInt64 = 0

  /// Where a directory is now.
  func path(of id: ID) -> RelativePath? {
    var names: [[UInt8]] = []
    var current = id
    while let directory = directories[current] {
      guard let parent = directory.parent else {
        return RelativePath(Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
      }
      names.append(directory.name)
      current = parent
    }
    return nil
  }

  /// The directory at a path, if it is known.
  func id(at path: RelativePath) -> ID? {
    var current = Self.rootID
    for name in path.components {
      guard let next = directories[current]?.children[Array(name)] else { return nil }
      current = next
    }
    return current
  }

  /// How many listed directories have no watch.
  var unwatchedCount: Int { listedCount - watchedCount }

  /// The listed directories that have no watch.
  func unwatched() -> [RelativePath] {
    directories.filter { $0.value.isListed && $0.value.watch == nil }
      .compactMap { path(of: $0.key) }.sorted()
  }

  /// The watched directory whose last event is the longest ago; never the root nor `spared`.
  func quietest(sparing spared: RelativePath) -> RelativePath? {
    let candidates = directories.filter {
      $0.key != Self.rootID && $0.value.watch != nil
    }
    let spared = id(at: spared)
    let quietest = candidates.filter { $0.key != spared }
      .min { ($0.value.lastEvent, $0.key) < ($1.value.lastEvent, $1.key) }
    return quietest.flatMap { path(of: $0.key) }
  }
}

// MARK: Changes by the engine

extension WatchTree {
  /// Says that the directory at `path` has this watch from now on; nil if it could get none.
  /// Gives the watches that are left over.
  mutating func attach(_ path: RelativePath, watch: Int32?) -> [Int32] {
    var outcome = Outcome()
    if let watch, let known = uses[watch]?.directory, id(at: path) != known {
      // It moved, and the events that said so were lost or are to come: it and all beneath it
      // are elsewhere than was thought.
      relocate(known, to: path, &outcome)
    }
    let id = makeDirectory(at: path)
    if directories[id]?.isListed == false {
      directories[id]?.isListed = true
      listedCount += 1
    }
    directories[id]?.lastEvent = eventCount
    directories[id]?.cameFrom = nil
    if directories[id]?.watch != watch {
      if directories[id]?.watch != nil {
        // Another directory stands there now; nothing beneath the old one is beneath this one.
        forgetChildren(of: id, &outcome)
        giveBack(of: id, &outcome)
      }
      if let watch {
        directories[id]?.watch = watch
        uses[watch, default: Uses()].directory = id
        watchedCount += 1
      }
    }
    // One that was found in an impossible place was forgotten, but is needed now.
    return outcome.dropped.filter { $0 != watch }
  }

  /// Takes the watch from a directory, which stays known as one to be polled.
  mutating func detach(_ path: RelativePath) -> [Int32] {
    var outcome = Outcome()
    if let id = id(at: path) { giveBack(of: id, &outcome) }
    return outcome.dropped
  }

  /// Says that a watch was made too late: its directory had moved, who knows where to.
  mutating func forget(watch: Int32) -> [Int32] {
    var outcome = Outcome()
    if let id = uses[watch]?.directory { forget(id, &outcome) }
    return outcome.dropped
  }

  /// Says that no directory is at the path.
  mutating func forget(_ path: RelativePath) -> [Int32] {
    var outcome = Outcome()
    if let id = id(at: path) { forget(id, &outcome) }
    return outcome.dropped
  }

  /// Says which directories a directory was found to hold, so that what else was thought to be
  /// in it, since events were lost, is forgotten.
  mutating func prune(_ path: RelativePath, holding names: Set<[UInt8]>) -> [Int32] {
    var outcome = Outcome()
    if let id = id(at: path), let children = directories[id]?.children {
      for (name, child) in children where !names.contains(name) { forget(child, &outcome) }
    }
    return outcome.dropped
  }

  /// Says that a watch is for the displaced folder.
  mutating func attachDisplacedFolder(watch: Int32) {
    uses[watch, default: Uses()].isDisplacedFolder = true
  }

  /// Says that a watch is for the directory that holds the root's name.
  mutating func attachRootName(_ name: [UInt8], watch: Int32) {
    uses[watch, default: Uses()].rootNames.insert(name)
  }
}

// MARK: The tree itself

extension WatchTree {
  /// The directory at a path, made known with all above it.
  private mutating func makeDirectory(at path: RelativePath) -> ID {
    var current = Self.rootID
    for component in path.components {
      let name = Array(component)
      if let next = directories[current]?.children[name] {
        current = next
      } else {
        let id = nextID
        nextID += 1
        directories[id] = Directory(parent: current, name: name)
        directories[current]?.children[name] = id
        current = id
      }
    }
    return current
  }

  /// Moves a directory and all beneath it; what stood at the new place is forgotten.
  private mutating func relocate(_ id: ID, to path: RelativePath, _ outcome: inout Outcome) {
    unlink(id)
    departed = departed.filter { $0.value != id }
    guard id != Self.rootID, !path.isRoot else {
      // A directory can't be both the root and beneath it; the tree was wrong altogether.
      forget(id, &outcome)
      return
    }
    let parent = makeDirectory(at: path.parent)
    place(id, in: parent, as: Array(path.name), &outcome)
  }

  /// Puts a directory that is nowhere under a name; what stood there is forgotten.
  mutating func place(_ id: ID, in parent: ID, as name: [UInt8], _ outcome: inout Outcome) {
    if let other = directories[parent]?.children[name], other != id { forget(other, &outcome) }
    if isBeneath(parent, id) {
      // Lost events can make a directory seem to hold itself; such a tree can't be climbed.
      forget(id, &outcome)
      return
    }
    directories[parent]?.children[name] = id
    directories[id]?.parent = parent
    directories[id]?.name = name
  }

  /// Takes a directory out of its parent's children. It can still say where it was.
  mutating func unlink(_ id: ID) {
    guard let directory = directories[id], let parent = directory.parent,
      directories[parent]?.children[directory.name] == id
    else { return }
    directories[parent]?.children[directory.name] = nil
  }

  /// Forgets a directory and all beneath it.
  mutating func forget(_ id: ID, _ outcome: inout Outcome) {
    departed = departed.filter { $0.value != id }
    forgetChildren(of: id, &outcome)
    giveBack(of: id, &outcome)
    if directories[id]?.isListed == true { listedCount -= 1 }
    if id == Self.rootID {
      directories[id]?.isListed = false
    } else {
      unlink(id)
      directories[id] = nil
    }
  }

  private mutating func forgetChildren(of id: ID, _ outcome: inout Outcome) {
    // By a list, not by recursion: trees can be deep.
    var pending = Array(directories[id]?.children.values ?? [:].values)
    while let next = pending.popLast() {
      pending.append(contentsOf: directories[next]?.children.values ?? [:].values)
      giveBack(of: next, &outcome)
      if directories[next]?.isListed == true { listedCount -= 1 }
      directories[next] = nil
    }
    directories[id]?.children = [:]
  }

  private mutating func giveBack(of id: ID, _ outcome: inout Outcome) {
    guard let watch = directories[id]?.watch else { return }
    directories[id]?.watch = nil
    watchedCount -= 1
    uses[watch]?.directory = nil
    if let rest = uses[watch], !rest.isDisplacedFolder, rest.rootNames.isEmpty {
      uses[watch] = nil
      outcome.dropped.append(watch)
    }
  }

  /// Takes out a watch that the kernel has already dropped.
  mutating func loseWatch(_ watch: Int32) -> ID? {
    guard let lost = uses.removeValue(forKey: watch) else { return nil }
    guard let id = lost.directory else { return nil }
    directories[id]?.watch = nil
    watchedCount -= 1
    return id
  }

  mutating func countEvent(in id: ID) {
    eventCount += 1
    directories[id]?.lastEvent = eventCount
  }

  private func isBeneath(_ id: ID, _ ancestor: ID) -> Bool {
    var current: ID? = id
    while let here = current {
      if here == ancestor { return true }
      current = directories[here]?.parent
    }
    return false
  }
}
