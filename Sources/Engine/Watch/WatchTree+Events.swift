import LinuxSystem
import Reconciliation

extension WatchTree {
  /// Learns from events in their order, and says what they mean.
  mutating func take(_ events: some Sequence<InotifyEvent>) -> Outcome {
    var outcome = Outcome()
    for event in events { take(event, &outcome) }
    return outcome
  }

  private mutating func take(_ event: InotifyEvent, _ outcome: inout Outcome) {
    if event.mask.contains(.overflow) {
      overflow(&outcome)
      return
    }
    guard let use = uses[event.watch] else { return }
    if event.mask.contains(.unmounted) {
      // What lies beneath a mount point now is another tree, wherever the mount point is.
      outcome.hints.append(.everything(reason: .rootChanged))
      return
    }
    if event.mask.contains(.ignored) {
      if let id = loseWatch(event.watch) { disappear(id, &outcome) }
      return
    }
    if use.isDisplacedFolder, !event.mask.isDisjoint(with: [.modified, .closedAfterWriting]) {
      outcome.hints.append(.displaced)
    }
    if use.rootNames.contains(event.name),
      !event.mask.isDisjoint(with: [.created, .deleted, .movedFrom, .movedTo])
    {
      outcome.hints.append(.everything(reason: .rootChanged))
    }
    guard let id = use.directory else { return }
    countEvent(in: id)
    if event.name.isEmpty {
      takeOfItself(event, id, &outcome)
    } else if event.mask.contains(.isDirectory) {
      takeOfDirectory(event, in: id, &outcome)
    } else {
      takeOfFile(event, in: id, &outcome)
    }
  }

  // MARK: A watched directory itself

  private mutating func takeOfItself(
    _ event: InotifyEvent, _ id: ID, _ outcome: inout Outcome
  ) {
    if event.mask.contains(.selfDeleted) {
      disappear(id, &outcome)
    } else if event.mask.contains(.selfMoved) {
      if id == Self.rootID {
        outcome.hints.append(.everything(reason: .rootChanged))
      } else if directories[id]?.hasArrived == true {
        directories[id]?.hasArrived = false
      } else {
        // This follows the pair of from and to, if there is one, at once: no arrival was seen,
        // so it has left the tree, or a directory without a watch, or arrived just before it was
        // watched.
        leave(id, &outcome)
      }
    } else if event.mask.contains(.attributes), let path = path(of: id) {
      outcome.hints.append(.attributes(path))
    }
  }

  private mutating func leave(_ id: ID, _ outcome: inout Outcome) {
    if !departed.values.contains(id), let path = path(of: id) {
      outcome.hints.append(.movedIn(path))
    }
    forget(id, &outcome)
  }

  private mutating func disappear(_ id: ID, _ outcome: inout Outcome) {
    if id == Self.rootID {
      outcome.hints.append(.everything(reason: .rootChanged))
    } else if !departed.values.contains(id), let path = path(of: id) {
      outcome.hints.append(.vanished(path))
    }
    forget(id, &outcome)
  }

  private mutating func overflow(_ outcome: inout Outcome) {
    for id in departed.values { forget(id, &outcome) }
    departed = [:]
    for id in directories.keys { directories[id]?.hasArrived = false }
    outcome.hints.append(.everything(reason: .overflow))
  }

  // MARK: A directory in a watched one

  private mutating func takeOfDirectory(
    _ event: InotifyEvent, in parent: ID, _ outcome: inout Outcome
  ) {
    let hint = hint(for: event, in: parent)
    let child = directories[parent]?.children[event.name]
    if event.mask.contains(.movedFrom), let child {
      depart(child, event.cookie, &outcome)
    } else if event.mask.contains(.movedTo) {
      arrive(event, in: parent, over: child, &outcome)
    } else if !event.mask.isDisjoint(with: [.created, .deleted]), let child {
      forget(child, &outcome)
    }
    if let hint { outcome.hints.append(hint) }
  }

  /// Keeps what departs until its arrival, or its move-self event, says where it went.
  private mutating func depart(_ child: ID, _ cookie: UInt32, _ outcome: inout Outcome) {
    guard let directory = directories[child], directory.watch != nil, !directory.hasArrived else {
      // Without a watch nothing would say that it went elsewhere. And one whose last arrival was
      // never confirmed is not where it was thought to be. Either is watched anew when listed.
      forget(child, &outcome)
      return
    }
    unlink(child)
    departed[cookie] = child
  }

  private mutating func arrive(
    _ event: InotifyEvent, in parent: ID, over other: ID?, _ outcome: inout Outcome
  ) {
    let arrived = departed.removeValue(forKey: event.cookie)
    if let other {
      // Either it was empty and is gone, or the two were exchanged; the second pair of events
      // would then be taken for the first directory's. Both are watched anew when listed.
      forget(other, &outcome)
      if let arrived { forget(arrived, &outcome) }
    } else if let arrived {
      settle(arrived, at: Spot(parent: parent, name: event.name), &outcome)
    }
  }

  private mutating func settle(_ id: ID, at spot: Spot, _ outcome: inout Outcome) {
    guard let directory = directories[id] else { return }
    if directory.cameFrom == spot {
      // Back, or exchanged with one that was not known: then it is where it was a moment ago.
      let earlier = path(of: id)
      forget(id, &outcome)
      if let earlier { outcome.hints.append(.movedIn(earlier)) }
      return
    }
    directories[id]?.cameFrom = directory.parent.map { Spot(parent: $0, name: directory.name) }
    directories[id]?.hasArrived = true
    place(id, in: spot.parent, as: spot.name, &outcome)
  }

  // MARK: A file in a watched directory

  private mutating func takeOfFile(
    _ event: InotifyEvent, in parent: ID, _ outcome: inout Outcome
  ) {
    if let hint = hint(for: event, in: parent) { outcome.hints.append(hint) }
  }

  private func hint(for event: InotifyEvent, in parent: ID) -> Hint? {
    switch OwnName(event.name, atRoot: parent == Self.rootID) {
    case .folder, .staged: return nil
    case .displaced:
      let isContent = !event.mask.isDisjoint(with: [.modified, .closedAfterWriting])
      return isContent ? .displaced : nil
    case nil: break
    }
    guard let path = path(of: parent)?.appending(event.name) else { return nil }
    if event.mask.contains(.created) { return .appeared(path) }
    if event.mask.contains(.movedTo) { return .movedIn(path) }
    if event.mask.contains(.modified) { return .writing(path) }
    if event.mask.contains(.closedAfterWriting) { return .closed(path) }
    if !event.mask.isDisjoint(with: [.deleted, .movedFrom]) { return .vanished(path) }
    if event.mask.contains(.attributes) { return .attributes(path) }
    return nil
  }
}
