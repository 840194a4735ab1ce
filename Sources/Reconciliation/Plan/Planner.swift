/// Decides what should happen to one document.
///
/// Total and pure: the same situation gives the same plan, provided that `join` gives the same
/// for the same digests. Where versions differ, the one modified last keeps the name (ties: the
/// first replica). A version that came from elsewhere never takes the name from one that others
/// see there unless it was made from it, or can be joined with it.
///
/// - Parameter join: joins two versions changed from a common one (nil: not known).
package func plan(
  _ situation: Situation, joining join: (_ base: Digest?, Digest, Digest) -> Joining
) -> Plan {
  var planning = Planning(situation)
  guard planning.isAnythingKnown else {
    return Plan(rule: .unknown, agreed: situation.base?.digest)
  }
  planning.joinReplicas(join)
  planning.takeIncoming(join)
  planning.follow()
  return planning.plan()
}

/// The plan while it is being made.
private struct Planning {
  let situation: Situation
  /// The content that has the name, so far; nil where no replica has one.
  var result: Digest?
  var rule: Rule
  var merged: [Digest] = []
  var beside: [Operation] = []
  var reason: String?

  init(_ situation: Situation) {
    self.situation = situation
    rule = .nothing
  }

  var isAnythingKnown: Bool {
    situation.replicas.contains { $0 != .unknown } || situation.replicas.isEmpty
  }

  var isEverythingKnown: Bool { !situation.replicas.contains(.unknown) }

  /// The versions that differ from the base, each once: the one modified last first.
  private var changedVersions: [(version: Version, replica: Int)] {
    var seen: Set<Digest> = []
    return situation.replicas.enumerated()
      .compactMap { index, observation -> (version: Version, replica: Int)? in
        guard case .present(let version) = observation, version.digest != situation.base?.digest,
          situation.way(index) != .takes, !situation.earlier.contains(version.digest)
        else { return nil }
        return (version, index)
      }
      .sorted {
        ($1.version.fingerprint.modified, $0.replica) < (
          $0.version.fingerprint.modified, $1.replica
        )
      }
      .filter { seen.insert($0.version.digest).inserted }
  }

  mutating func joinReplicas(_ join: (Digest?, Digest, Digest) -> Joining) {
    let changed = changedVersions
    let isDeletedSomewhere =
      situation.base != nil
      && situation.replicas.indices.contains {
        situation.replicas[$0] == .absent && situation.way($0) != .takes
      }
    guard let first = changed.first else {
      takeUnchanged(isDeletedSomewhere: isDeletedSomewhere)
      return
    }
    result = first.version.digest
    if isDeletedSomewhere && situation.replicas.count > 1 {
      rule = .editBeatsDeletion
    } else if situation.base == nil {
      rule = changed.count == 1 && countOf(first.version.digest) > 1 ? .agreed : .created
    } else {
      rule = countOf(first.version.digest) > 1 ? .agreed : .edited
    }
    for other in changed.dropFirst() {
      let version = other.version
      let side = Conflict.Side(
        digest: version.digest, modified: version.fingerprint.modified, origin: "")
      add(version.digest, from: situation.base?.digest, join) { planning in
        planning.putBeside(side)
      }
    }
  }

  /// In every replica that can be seen and written to.
  private mutating func putBeside(_ side: Conflict.Side) {
    for replica in situation.replicas.indices
    where situation.replicas[replica] != .unknown && situation.way(replica) != .gives {
      beside.append(.copyBeside(replica: replica, side: side))
    }
  }

  /// What is different in a replica that only follows does not count. It is kept before the
  /// library's version takes its place: what was changed since that was agreed in history, what
  /// was there before in sight.
  mutating func follow() {
    for (replica, observation) in situation.replicas.enumerated()
    where situation.way(replica) == .takes {
      let isPlain = rule == .unchanged || rule == .nothing || rule == .agreed || rule == .created
      guard case .present(let version) = observation else {
        if observation == .absent, situation.base != nil, result != nil, isPlain { rule = .putBack }
        continue
      }
      guard version.digest != result, version.digest != situation.base?.digest else { continue }
      if situation.base != nil {
        beside.append(.keepVersion(replica: replica, digest: version.digest))
        if isPlain || rule == .deleted { rule = .putBack }
      } else if result != nil {
        let side = Conflict.Side(
          digest: version.digest, modified: version.fingerprint.modified, origin: "")
        beside.append(.setAside(replica: replica, side: side))
        rule = .setAside
      } else {
        rule = .extra
      }
    }
  }

  private func countOf(_ digest: Digest) -> Int {
    situation.replicas.indices.count {
      situation.way($0) != .takes && situation.replicas[$0].digest == digest
    }
  }

  private mutating func takeUnchanged(isDeletedSomewhere: Bool) {
    guard let base = situation.base else { return }
    // Absence decides only where it is the whole picture: an unknown replica may hold an edit.
    if isDeletedSomewhere && isEverythingKnown {
      rule = .deleted
    } else {
      result = base.digest
      let isSetBack = situation.replicas.contains {
        $0.digest.map { situation.earlier.contains($0) } ?? false
      }
      rule = isDeletedSomewhere ? .unknown : isSetBack ? .setBack : .unchanged
    }
  }

  mutating func takeIncoming(_ join: (Digest?, Digest, Digest) -> Joining) {
    for version in situation.incoming {
      switch version.origin {
      case .copy(let path, _): takeCopy(version, at: path, join)
      case .client, .displaced: take(version, join)
      }
    }
  }

  private mutating func take(_ version: Incoming, _ join: (Digest?, Digest, Digest) -> Joining) {
    guard let current = result else {
      rule = version.changedFrom == nil ? .created : .editBeatsDeletion
      result = version.digest
      return
    }
    if current == version.digest {
      return
    } else if current == version.changedFrom {
      rule = .saved
      result = version.digest
    } else {
      let side = Conflict.Side(
        digest: version.digest, modified: version.modified, origin: version.originName)
      add(version.digest, from: version.changedFrom, join) { planning in
        planning.putBeside(side)
      }
    }
  }

  private mutating func takeCopy(
    _ version: Incoming, at path: RelativePath, _ join: (Digest?, Digest, Digest) -> Joining
  ) {
    guard let current = result else {
      rule = .orphan
      return
    }
    if current == version.digest {
      rule = .settled
      beside.append(.removeCopy(path: path, expecting: version.digest))
    } else if version.changedFrom != nil {
      let side = Conflict.Side(
        digest: version.digest, modified: version.modified, origin: version.originName)
      let before = merged.count
      add(version.digest, from: version.changedFrom, join) { planning in
        planning.beside.append(.keepCopy(path: path, side: side))
      }
      if merged.count > before {
        beside.append(.removeCopy(path: path, expecting: version.digest))
      }
    } else {
      rule = .sideBySide
      reason = "no version is known that both changed from"
      let side = Conflict.Side(
        digest: version.digest, modified: version.modified, origin: version.originName)
      beside.append(.keepCopy(path: path, side: side))
    }
  }

  /// Joins a version into the result, or calls `keepBeside`.
  private mutating func add(
    _ digest: Digest, from base: Digest?, _ join: (Digest?, Digest, Digest) -> Joining,
    keepBeside: (inout Planning) -> Void
  ) {
    guard let current = result else { return }
    let joining: Joining =
      situation.policy == .copy
      ? .conflict(reason: "this library keeps versions side by side")
      : join(base, current, digest)
    switch joining {
    case .joined(let together):
      rule = .merged
      merged += [current, digest].filter { $0 != together && !merged.contains($0) }
      if !merged.contains(digest) { merged.append(digest) }
      result = together
    case .conflict(let why):
      rule = .sideBySide
      reason = why
      keepBeside(&self)
    }
  }

  func plan() -> Plan {
    // Absence here and ignorance there prove neither a deletion nor that the document is wanted.
    if rule == .unknown { return Plan(rule: rule, agreed: result) }
    var operations: [Operation] = []
    for (replica, observation) in situation.replicas.enumerated()
    where situation.way(replica) != .gives {
      switch (observation, result) {
      case (.unknown, _), (.absent, nil): break
      case (.present, nil) where situation.base == nil:
        // Nobody else has it, and it is not the library's.
        break
      case (.absent, .some(let digest)):
        operations.append(.install(replica: replica, digest: digest, expecting: nil))
      case (.present(let version), .some(let digest)):
        if version.digest != digest {
          operations.append(
            .install(replica: replica, digest: digest, expecting: version.digest))
        }
      case (.present(let version), nil):
        operations.append(.remove(replica: replica, expecting: version.digest))
      }
    }
    // What doesn't keep the name is put beside before the name is given away, and a settled copy
    // goes only once the merge is in place: whatever happens in between, both versions exist.
    let copies = beside.filter { if case .removeCopy = $0 { false } else { true } }
    let removals = beside.filter { if case .removeCopy = $0 { true } else { false } }
    return Plan(
      rule: rule, operations: copies + operations + removals, agreed: result, merged: merged,
      reason: reason)
  }
}

extension Incoming {
  /// Where it came from, for a label.
  package var originName: String {
    switch origin {
    case .client(let name): name
    case .copy(_, let tool): tool
    case .displaced: ""
    }
  }
}
