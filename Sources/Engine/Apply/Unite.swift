import Reconciliation
import StateStore

extension Library {
  /// Brings a replica's version and the library's together, which have gone different ways since
  /// they agreed. The library moves first; the replicas catch up with it.
  func unite(_ find: Find, _ plan: Plan, _ situation: Situation) {
    finder = find.replica
    defer { finder = nil }
    if plan.rule == .extra {
      find.replica.extras[find.path] = find.version.fingerprint
      return
    }
    if situation.earlier.contains(find.version.digest) { find.replica.setBack.earlier += 1 }
    guard keepContent(of: find), isKeptBeforeItGoes(find, plan) else { return }
    guard putLosersBeside(find, plan, situation) else { return }
    guard let agreed = plan.agreed else {
      leave(find, plan)
      return
    }
    let base = store.bases[find.path]
    if agreed == base?.digest {
      agreed == find.version.digest ? agree(find) : leave(find, plan)
    } else {
      move(find, to: agreed, plan, situation)
    }
    noteBehind(find.path)
  }

  /// Puts what does not keep the name beside the document. False where that can't be now: then
  /// nothing is changed.
  private func putLosersBeside(_ find: Find, _ plan: Plan, _ situation: Situation) -> Bool {
    for case .setAside(_, var side) in plan.operations {
      side.origin = find.replica.label
      let placed = placeCopy(
        find.path, side, in: find.replica, mode: find.version.fingerprint.mode, isOfLibrary: false)
      if case .failure(let error) = placed {
        find.replica.hold(find.path, error.hold, find.version.fingerprint)
        return false
      }
    }
    var done: Set<Digest> = []
    for case .copyBeside(_, let side) in plan.operations where done.insert(side.digest).inserted {
      var side = side
      side.origin = origin(of: side.digest, find.path) ?? ""
      let mode = metadata(of: find).mode
      let place = place(forCopyOf: side.digest, find)
      if content(side.digest) == nil, existingCopy(of: find.path, side.digest) == nil,
        copyLargeBeside(find, side, mode: mode, or: place)
      {
        return false
      }
      if case .failure(let error) = putBeside(
        find.path, side, in: place, situation, plan, mode: mode)
      {
        find.replica.hold(find.path, error.hold, find.version.fingerprint)
        return false
      }
    }
    return true
  }

  /// Where a version is put beside a document: where it was found, if that can be written and
  /// counts, else in another replica. Never where the file system can't hold it.
  private func place(forCopyOf digest: Digest, _ find: Find) -> Replica {
    let able = ([find.replica] + replicas.filter { $0.rootState == .present && $0.isScanned })
      .filter { $0.isWritten && $0.way != .takes }
    guard let content = content(digest) else { return able.first ?? lead }
    return able.first { $0.obstacle(to: content, at: find.path) == nil } ?? able.first ?? lead
  }

  /// Whether a version that is to be put back is kept; else it is left alone.
  private func isKeptBeforeItGoes(_ find: Find, _ plan: Plan) -> Bool {
    let isToBeKept = plan.operations.contains {
      if case .keepVersion = $0 { true } else if case .setAside = $0 { true } else { false }
    }
    guard isToBeKept, !store.has(find.version.digest) else { return true }
    find.replica.hold(
      find.path,
      .failing(
        reason: "changed in \(find.replica.label), which only follows, and too large to be kept: "
          + "move it away, and the library's version comes back"), find.version.fingerprint)
    return false
  }

  /// The replica holds what the library holds.
  private func agree(_ find: Find) {
    let merged = metadata(of: find)
    settle(find, attributeRecords(merged, of: find)) { standing in
      standing.agree(find.version.fingerprint, in: find.replica.number)
      take(merged, of: find, in: &standing)
    }
  }

  /// The replica has the library's version still to get, or the document to lose.
  private func leave(_ find: Find, _ plan: Plan) {
    let isLost = find.replica.agreed(find.path)?.digest != find.version.digest
    var more: [Record] = []
    if isLost {
      let entry = historyEntry(
        of: Base(find.version), reason: find.replica.way == .takes ? .replaced : .conflict,
        origin: find.replica.label)
      more = [.addHistory(find.path, entry)]
    }
    let merged = metadata(of: find)
    more += attributeRecords(merged, of: find)
    var events: [EventDraft] = []
    if find.replica.way == .takes, isLost {
      events = [
        draft(
          store.bases[find.path] == nil ? .deleted : .restored, find.path,
          digest: store.bases[find.path]?.digest,
          details: ["in \(find.replica.label): \(plan.rule.rawValue)"])
      ]
    }
    settle(find, more, events) { standing in
      standing.leave(find.version, in: find.replica.number)
      take(merged, of: find, in: &standing)
    }
  }

  /// The library takes another version: the replica's, or one that both made.
  private func move(
    _ find: Find, to agreed: Digest, _ plan: Plan, _ situation: Situation
  ) {
    let path = find.path
    let base = store.bases[path]
    let isFound = agreed == find.version.digest
    let merged = metadata(of: find)
    var version = find.version
    if !isFound {
      guard let content = content(agreed), keep(content, as: agreed) else {
        find.replica.fail(path, trouble ?? "the content to be written is not kept any more")
        return
      }
      version = Version(
        digest: agreed,
        fingerprint: Fingerprint(
          inode: 0, size: Int64(content.count), modified: now.wall, changed: 0,
          mode: merged.mode), readability: .readable)
    }
    var records: [Record] = []
    if let base {
      records.append(
        .addHistory(path, historyEntry(of: base, reason: isFound ? .replaced : .merged)))
    }
    if !isFound {
      let entry = historyEntry(
        of: Base(find.version), reason: .merged, origin: find.replica.label)
      records.append(.addHistory(path, entry))
    }
    records += attributeRecords(merged, of: find)
    let purpose = Purpose.joining("versions of \(path) from two directories")
    if let base, plan.rule == .merged {
      let step = UndoStep.putBack(
        path: path, digest: base.digest, mode: base.mode,
        modified: base.fingerprint.modified)
      records.append(
        .setAction(
          Action(
            id: store.nextIdentifier(), time: now.wall, summary: purpose.summary, document: path,
            steps: [step])))
    }
    let events = [event(of: find, plan, from: base?.digest, to: version)]
    settle(find, records, events) { standing in
      if isFound {
        standing.take(version, from: find.replica.number)
      } else {
        standing.leave(find.version, in: find.replica.number)
        standing.take(version, from: nil)
      }
      take(merged, of: find, in: &standing)
    }
  }

  private func event(
    of find: Find, _ plan: Plan, from old: Digest?, to version: Version
  ) -> EventDraft {
    switch plan.rule {
    case .editBeatsDeletion:
      draft(
        .restored, find.path, digest: version.digest,
        details: ["changed in \(find.replica.label) and deleted elsewhere; the edit wins"])
    case .merged:
      draft(
        .merged, find.path, digest: version.digest,
        details: (old.map { words(find.path, $0, version.digest) } ?? [])
          + ["from \(find.replica.label)"])
    default:
      old.map { changeEvent(find.path, from: $0, to: version) }
        ?? draft(.created, find.path, digest: version.digest, details: wordsForNew(find))
    }
  }

  /// Writes down where the document stands now.
  private func settle(
    _ find: Find, _ more: [Record] = [], _ events: [EventDraft] = [],
    _ body: (inout Standing) -> Void
  ) {
    guard record(more + change(find.path, body), events: events) else {
      failToRecord(find.path, in: find.replica)
      return
    }
    if !events.isEmpty {
      grouping.forget(find.path)
      noteReadability(find)
      considerCopy(find.path)
      settleEqualConflicts(find.path)
      considerCopies(of: find.path)
    }
    noteBehind(find.path)
    find.replica.settle(find.path)
    find.replica.noteParent(of: find.path)
  }
}
