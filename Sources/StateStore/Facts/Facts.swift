import Reconciliation

/// Everything that the journal says, in memory: a value that records are applied to.
struct Facts {
  private(set) var bases = Bases()
  /// Oldest first.
  private(set) var history: [RelativePath: [HistoryEntry]] = [:]
  private(set) var conflicts: [UInt64: Conflict] = [:]
  private(set) var intents: [UInt64: Intent] = [:]
  /// Newest last.
  private(set) var actions: [Action] = []
  /// What replicas hold otherwise than the library, by replica.
  private(set) var held: [Int: [RelativePath: Held]] = [:]
  /// Where a replica has a document that has another name in the library, by replica and that name.
  private(set) var places: [Int: [RelativePath: RelativePath]] = [:]
  /// The directories of a library with several replicas, with a bit for each that has it.
  private(set) var directories: [RelativePath: UInt64] = [:]
  /// What the replicas' roots are known by.
  private(set) var identities: [Int: [UInt8]] = [:]
  /// The user xattrs of the documents that have some, by replica; -1 for those that all are to have.
  private var attributes: [RelativePath: [Int: Attributes]] = [:]
  /// The number under which the library's own stand among those of the replicas.
  private static let library = -1
  private(set) var events: EventLog
  /// No identifier up to this one is given out again.
  private(set) var lastIdentifier: UInt64 = 0

  private let actionLimit: Int

  init(limits: StoreLimits) {
    events = EventLog(limit: limits.events, byteLimit: limits.eventBytes)
    actionLimit = limits.actions
  }

  /// Makes room for so many bases at once.
  mutating func reserve(bases count: Int) { bases.reserveCapacity(count) }

  mutating func noteIdentifiers(below number: UInt64) {
    lastIdentifier = max(lastIdentifier, number == 0 ? 0 : number - 1)
  }

  mutating func noteEvents(after number: UInt64) { events.skip(to: number) }

  /// Applies a record, and counts which contents it makes needed or needless.
  mutating func apply(_ record: Record, counting contents: inout ContentIndex) {
    switch record {
    case .setBase(let path, let base): setBase(base, at: path, &contents)
    case .forgetBase(let path): setBase(nil, at: path, &contents)
    case .move(let from, let to): move(from, to, &contents)
    case .addHistory(let path, let entry):
      contents.retain(entry.digest)
      history[path, default: []].append(entry)
    case .dropHistory(let path, let entry): dropHistory(entry, of: path, &contents)
    case .event(let event): events.append(event)
    case .setConflict(let conflict):
      note(conflict.id)
      for digest in conflict.digests { contents.retain(digest) }
      release(conflicts.updateValue(conflict, forKey: conflict.id)?.digests, &contents)
    case .dropConflict(let id):
      release(conflicts.removeValue(forKey: id)?.digests, &contents)
    case .setIntent(let intent):
      note(intent.id)
      for digest in intent.digests { contents.retain(digest) }
      release(intents.updateValue(intent, forKey: intent.id)?.digests, &contents)
    case .dropIntent(let id):
      release(intents.removeValue(forKey: id)?.digests, &contents)
    case .setAction(let action): setAction(action, &contents)
    case .setHeld(let path, let held, let replica): setHeld(held, at: path, replica, &contents)
    case .dropHeld(let path, let replica): setHeld(nil, at: path, replica, &contents)
    case .setDirectory(let path, let replicas): directories[path] = replicas
    case .forgetDirectory(let path): directories[path] = nil
    case .setReplica(let replica, let identity): identities[replica] = identity
    case .setAttributes(let path, let new, let replica):
      setAttributes(new, of: path, replica ?? Self.library)
    }
  }

  private mutating func setAttributes(_ new: Attributes, of path: RelativePath, _ owner: Int) {
    attributes[path, default: [:]][owner] = new.isEmpty ? nil : new
    if attributes[path]?.isEmpty == true { attributes[path] = nil }
  }

  private mutating func note(_ identifier: UInt64) {
    lastIdentifier = max(lastIdentifier, identifier)
  }

  private func release(_ digests: [Digest]?, _ contents: inout ContentIndex) {
    for digest in digests ?? [] { contents.release(digest) }
  }

  private mutating func setBase(
    _ base: Base?, at path: RelativePath, _ contents: inout ContentIndex
  ) {
    if let base { contents.retain(base.digest) }
    let before = base.map { bases.updateValue($0, forKey: path) } ?? bases.removeValue(forKey: path)
    if let before { contents.release(before.digest) }
    if base == nil { forgetAttributes(path) }
  }

  /// A document that neither the library nor any replica has keeps none.
  private mutating func forgetAttributes(_ path: RelativePath) {
    guard attributes[path] != nil, bases[path] == nil,
      !held.values.contains(where: { $0[path] != nil })
    else { return }
    attributes[path] = nil
  }

  /// A document's user xattrs, as `Record.setAttributes` has them.
  func attributes(of path: RelativePath, in replica: Int?) -> Attributes {
    attributes[path]?[replica ?? Self.library] ?? [:]
  }

  /// Calls for each of them, in an order that is the same every time.
  func forEachAttributes(_ body: (RelativePath, Attributes, _ replica: Int?) -> Void) {
    for (path, all) in attributes.sorted(by: { $0.key < $1.key }) {
      for (replica, some) in all.sorted(by: { $0.key < $1.key }) {
        body(path, some, replica == Self.library ? nil : replica)
      }
    }
  }

  private mutating func setHeld(
    _ new: Held?, at path: RelativePath, _ replica: Int, _ contents: inout ContentIndex
  ) {
    if let new { contents.retain(new.version.digest) }
    let before = held[replica, default: [:]][path]
    held[replica, default: [:]][path] = new
    if let name = before?.movedTo, places[replica]?[name] == path { places[replica]?[name] = nil }
    if let name = new?.movedTo { places[replica, default: [:]][name] = path }
    if let before { contents.release(before.version.digest) }
    if new == nil { forgetAttributes(path) }
  }

  private mutating func move(
    _ from: RelativePath, _ to: RelativePath, _ contents: inout ContentIndex
  ) {
    guard from != to else { return }
    // What a replica has is where it has it, which is told apart.
    setAttributes(attributes[from]?[Self.library] ?? [:], of: to, Self.library)
    setAttributes([:], of: from, Self.library)
    if let base = bases.removeValue(forKey: from) {
      if let before = bases.updateValue(base, forKey: to) { contents.release(before.digest) }
    }
    guard let moved = history.removeValue(forKey: from) else { return }
    if let there = history[to] {
      // Two documents' histories become one.
      history[to] = (there + moved).sorted { $0.time < $1.time }
    } else {
      history[to] = moved
    }
  }

  private mutating func dropHistory(
    _ entry: HistoryEntry, of path: RelativePath, _ contents: inout ContentIndex
  ) {
    guard let index = history[path]?.firstIndex(of: entry) else { return }
    history[path]?.remove(at: index)
    if history[path]?.isEmpty == true { history.removeValue(forKey: path) }
    contents.release(entry.digest)
  }

  private mutating func setAction(_ action: Action, _ contents: inout ContentIndex) {
    note(action.id)
    for digest in action.digests { contents.retain(digest) }
    if let index = actions.lastIndex(where: { $0.id == action.id }) {
      release(actions[index].digests, &contents)
      actions[index] = action
      return
    }
    actions.append(action)
    if actions.count > actionLimit { release(actions.removeFirst().digests, &contents) }
  }
}

extension Conflict {
  /// The contents it needs.
  var digests: [Digest] { [ours.digest, theirs.digest] + (base.map { [$0] } ?? []) }
}

extension Intent {
  /// The contents it needs.
  var digests: [Digest] { [expected, installed].compactMap { $0 } }
}

extension Action {
  /// The contents it needs to be taken back; none once that is done.
  var digests: [Digest] {
    isUndone
      ? []
      : steps.map {
        switch $0 {
        case .putBack(_, let digest, _, _), .remove(_, let digest): digest
        }
      }
  }
}
