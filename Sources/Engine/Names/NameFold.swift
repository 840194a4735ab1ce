import Reconciliation
import StateStore

/// Makes the records of what a plan for names has come to.
struct NameFold {
  private let library: Library
  private let part: TreePart
  private let plan: TreePlan
  private let situation: TreeSituation
  private let carried: [CarriedOut]
  /// The documents that have another name in the library now.
  private(set) var renamed: [RelativePath: RelativePath] = [:]
  /// The names that something went from in some replica: the library may have another there.
  private(set) var freed: Set<RelativePath> = []
  /// The documents that some replica has otherwise than the library, and not as before.
  private(set) var behind: Set<RelativePath> = []
  /// All documents of the part that are kept, by the names that they had.
  private var names: [RelativePath: RelativePath] = [:]

  init(
    _ library: Library, _ part: TreePart, _ situation: TreeSituation, _ plan: TreePlan,
    _ carried: [CarriedOut]
  ) {
    self.library = library
    self.part = part
    self.situation = situation
    self.plan = plan
    self.carried = carried
    for name in plan.names where name.kind != .directory {
      guard let from = name.from, part.names.contains(from) else { continue }
      names[from] = name.path
      if from != name.path { renamed[from] = name.path }
    }
  }

  mutating func records() -> ([Record], [EventDraft]) {
    var drops: [Record] = []
    var places: [Record] = []
    for (old, new) in names.sorted(by: { $0.key < $1.key }) {
      addStanding(of: old, as: new, &drops, &places)
      addAttributes(of: old, as: new, &drops, &places)
    }
    addBeneathRenamed(&drops, &places)
    let records =
      drops + moves() + places + directoryRecords() + library.renameConflicts(renamed)
    return (records, events())
  }

  // MARK: Documents

  /// Where a document stands in each replica, as far as that isn't as it was.
  private mutating func addStanding(
    of old: RelativePath, as new: RelativePath, _ drops: inout [Record], _ places: inout [Record]
  ) {
    guard let before = library.store.bases[old] else { return }
    var base = before
    var helds: [Record] = []
    for number in 0..<library.numberLimit {
      guard let standing = library.standing(of: old, in: number) else {
        base.set(nil, in: number)
        continue
      }
      var version = standing.version
      let isHeld = before.fingerprint(in: number) == nil
      // One that isn't kept any more, or not now, has it where it had it.
      let one = carried.first { $0.replica.number == number }
      let place = one?.places[old] ?? standing.path
      if place != standing.path { freed.insert(standing.path) }
      if let found = one?.fingerprints[old] { version.fingerprint = found }
      if isHeld, place != standing.path || new != old {
        drops.append(.dropHeld(standing.path, replica: number))
      }
      if one?.left.contains(place) ?? false {
        base.set(nil, in: number)
        helds.append(.setHeld(place, Held(version), replica: number))
      } else if place == new, !isHeld {
        base.set(version.fingerprint, in: number)
      } else {
        base.set(nil, in: number)
        let held = Held(version, movedTo: place == new ? nil : new)
        if held != library.store.held(place, in: number) {
          helds.append(.setHeld(place, held, replica: number))
          behind.insert(new)
        }
      }
    }
    if new != old || base != before { places.append(.setBase(new, base)) }
    places += helds
  }

  /// The xattrs go with the name, the library's and each replica's.
  private func addAttributes(
    of old: RelativePath, as new: RelativePath, _ drops: inout [Record], _ places: inout [Record]
  ) {
    func move(_ from: RelativePath, _ to: RelativePath, _ replica: Int?) {
      let attributes = library.store.attributes(of: from, in: replica)
      guard from != to, !attributes.isEmpty else { return }
      drops.append(.setAttributes(from, [:], replica: replica))
      places.append(.setAttributes(to, attributes, replica: replica))
    }
    move(old, new, nil)
    for number in 0..<library.numberLimit {
      guard let standing = library.standing(of: old, in: number) else { continue }
      let one = carried.first { $0.replica.number == number }
      move(standing.path, one?.places[old] ?? standing.path, number)
    }
  }

  /// What a replica holds otherwise than the library, or has to lose, and went along with a
  /// directory that was renamed there.
  private func addBeneathRenamed(_ drops: inout [Record], _ places: inout [Record]) {
    for (replica, one) in zip(library.replicas, carried) {
      guard !one.renamedDirectories.isEmpty else { continue }
      for (path, held) in library.store.held(in: replica.number).sorted(by: { $0.key < $1.key }) {
        let name = held.movedTo ?? path
        let isOfPart =
          names[name] != nil && library.standing(of: name, in: replica.number)?.path == path
        let place = one.current(of: path)
        guard !isOfPart, place != path else { continue }
        drops.append(.dropHeld(path, replica: replica.number))
        places.append(.setHeld(place, held, replica: replica.number))
      }
    }
  }

  /// The bases and histories under their new names: where names wait for each other, one of them
  /// steps aside.
  private func moves() -> [Record] {
    var waiting = renamed
    var records: [Record] = []
    while !waiting.isEmpty {
      let free = waiting.filter { waiting[$0.value] == nil }.sorted { $0.key < $1.key }
      for (old, new) in free {
        records.append(.move(from: old, to: new))
        waiting[old] = nil
      }
      guard free.isEmpty, let first = waiting.keys.min(),
        let new = waiting.removeValue(forKey: first),
        let aside = first.parent.appending(ParkedName(for: first).bytes)
      else { continue }
      records.append(.move(from: first, to: aside))
      waiting[aside] = new
    }
    return records
  }

  // MARK: Directories

  private func directoryRecords() -> [Record] {
    var records: [Record] = []
    let agreed = situation.agreed.filter { $0.kind == .directory }.map(\.path)
    let planned = Set(plan.names.filter { $0.kind == .directory }.map(\.path))
    for path in planned.union(agreed).sorted() where names.values.contains(path) == false {
      var presence = library.presence(of: path)
      let before = presence.bits
      for index in library.replicas.indices {
        if let stands = stands(path, inReplicaAt: index) {
          presence[library.replicas[index].number] = stands
        }
      }
      presence.isLost = !planned.contains(path)
      if presence.bits != before { records.append(presence.record(path)) }
    }
    return records
  }

  /// Whether a directory stands in a replica now; nil where nothing about that has changed.
  private func stands(_ path: RelativePath, inReplicaAt index: Int) -> Bool? {
    let (replica, one) = (library.replicas[index], carried[index])
    if one.made.contains(path)
      || one.renamedDirectories.contains(where: { one.current(of: $0.from) == path })
    {
      return true
    }
    if one.removed.contains(path) { return false }
    let tree = situation.replicas[index]
    if tree.entries[path]?.kind == .directory { return one.current(of: path) == path }
    let isAbove = tree.entries.keys.contains { $0.isBeneath(path) && one.current(of: $0) == $0 }
    if isAbove { return true }
    return replica.rootState == .present && replica.isScanned ? false : nil
  }

  // MARK: Events

  private func events() -> [EventDraft] {
    var events: [EventDraft] = []
    for (old, new) in renamed.sorted(by: { $0.key < $1.key }) {
      events.append(
        library.draft(
          .moved, new, from: old, digest: library.store.bases[old]?.digest,
          details: ["moved from \(old)"] + reasons(for: new)))
    }
    return events
  }

  /// Why it has this name, where that is more than a move.
  private func reasons(for path: RelativePath) -> [String] {
    plan.findings.filter { finding in
      finding.path == path && finding.rule != .moved && finding.rule != .movedAlike
    }.map { $0.rule.rawValue }
  }
}
