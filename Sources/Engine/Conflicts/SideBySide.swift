import Reconciliation
import StateStore

extension Library {
  /// Puts a version that does not keep the name beside the document, under a conflict name.
  ///
  /// The same content is never kept twice as a conflict, so that a crash between the copy and its
  /// record makes no second one.
  func putBeside(
    _ path: RelativePath, _ side: Conflict.Side, in replica: Replica, _ situation: Situation,
    _ plan: Plan, mode: UInt32? = nil
  ) -> Result<RelativePath, HoldError> {
    takeUpUnrecordedCopies(of: path, side.digest)
    if let copy = existingCopy(of: path, side.digest) {
      noteConflict(path, copy: copy, side, situation, plan, events: true)
      return .success(copy)
    }
    let placed = placeCopy(path, side, in: replica, mode: mode ?? store.bases[path]?.mode)
    if case .success(let copy) = placed {
      noteConflict(path, copy: copy, side, situation, plan, events: true)
    }
    return placed
  }

  /// The replica that a version of a document came from, of a library that has several: one that
  /// holds it as it was agreed, else the one in which it was just found.
  func origin(of digest: Digest, _ path: RelativePath) -> String? {
    guard isShared else { return nil }
    let holder = replicas.first { $0 !== finder && $0.agreed(path)?.digest == digest }
    return (holder ?? finder)?.label
  }

  /// Makes the copy, under the first name that is free.
  func placeCopy(
    _ path: RelativePath, _ side: Conflict.Side, in replica: Replica, mode: UInt32?,
    isOfLibrary: Bool = true, staged: StagedContent? = nil
  ) -> Result<RelativePath, HoldError> {
    var content: [UInt8] = []
    if staged == nil {
      guard let kept = self.content(side.digest), keep(kept, as: side.digest) else {
        return .failure(HoldError(hold: .failing(reason: trouble ?? "its content is not kept")))
      }
      content = kept
    }
    if let obstacle = replica.obstacle(to: content, at: path) {
      return .failure(HoldError(hold: .unholdable(reason: obstacle)))
    }
    let origin = side.origin.isEmpty ? settings.host : side.origin
    for number in 1...100 {
      let name = ConflictName.make(
        for: Array(path.name), at: now.wall, utcOffsetSeconds: settings.utcOffset(now.wall),
        origin: origin,
        number: number)
      guard let copy = path.parent.appending(name) else { continue }
      switch create(
        copy, content, side, in: replica, mode: mode, isOfLibrary: isOfLibrary, staged)
      {
      case .installed: return .success(copy)
      case .superseded, .raced: continue
      case .held(let hold): return .failure(HoldError(hold: hold))
      }
    }
    return .failure(HoldError(hold: .failing(reason: "no free name for a conflict copy")))
  }

  /// A conflict copy that stands there already with this content.
  func existingCopy(of path: RelativePath, _ digest: Digest) -> RelativePath? {
    store.bases.first { other, base in base.digest == digest && isCopy(other, of: path) }?.key
  }

  /// A crash may have come between a copy and its record: its intent is still there then, and it is
  /// read before another is made.
  private func takeUpUnrecordedCopies(of path: RelativePath, _ digest: Digest) {
    for intent in store.intents.values.sorted(by: { $0.id < $1.id })
    where intent.installed == digest && isCopy(intent.path, of: path) {
      takeUpUnrecordedCopy(intent)
    }
  }

  /// Reads what a copy's intent may have put under its name, where that is not known yet.
  func takeUpUnrecordedCopy(_ intent: Intent) {
    guard intent.expected == nil, intent.installed != nil, store.bases[intent.path] == nil,
      ConflictCopyName.parse(Array(intent.path.name))?.tool == .collate,
      replicas.indices.contains(intent.replica), replicas[intent.replica].rootState == .present
    else { return }
    // Where it can't be read now, another copy is better than none.
    _ = readNow(intent.path, in: replicas[intent.replica])
  }

  private func isCopy(_ copy: RelativePath, of path: RelativePath) -> Bool {
    copy != path && copy.parent == path.parent
      && ConflictCopyName.parse(Array(copy.name)).map { $0.original == Array(path.name) } ?? false
  }

  private func create(
    _ copy: RelativePath, _ content: [UInt8], _ side: Conflict.Side, in replica: Replica,
    mode: UInt32?, isOfLibrary: Bool, _ staged: StagedContent?
  ) -> Installed {
    guard store.bases[copy] == nil, replica.agreed(copy) == nil else { return .superseded }
    let intent = Intent(
      id: staged?.id ?? store.nextIdentifier(), path: copy, expected: nil, installed: side.digest,
      replica: replica.number)
    guard record([.setIntent(intent)], events: []), waitForStore() else {
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    do throws(VolumeError) {
      let outcome = try replica.volume.install(
        Installation(
          id: intent.id, path: copy, content: content, digest: side.digest, expecting: nil,
          mode: mode, modified: side.modified, stagedSize: staged?.size))
      switch outcome {
      case .installed(let fingerprint, _), .raced(let fingerprint):
        let version = Version(
          digest: side.digest, fingerprint: fingerprint,
          readability: staged == nil ? .readable : .tooLarge)
        replica.noteParent(of: copy)
        guard isOfLibrary else {
          record([.dropIntent(intent.id)], events: [])
          return .installed
        }
        let find = Find(replica: replica, path: copy, version: version)
        var merged = metadata(of: find)
        // Where the replica can't hold it, the others do.
        if let mode, isShared { merged.mode = mode & 0o777 }
        let records = change(copy) { standing in
          standing.take(version, from: replica.number)
          take(merged, of: find, in: &standing)
        }
        let all = records + attributeRecords(merged, of: find) + [.dropIntent(intent.id)]
        guard record(all, events: []) else {
          // It is found as a new file then, and known by its name.
          return .held(.failing(reason: trouble ?? "the store could not be written"))
        }
        noteBehind(copy)
        return .installed
      case .superseded:
        record([.dropIntent(intent.id)], events: [])
        return .superseded
      case .locked(let holder):
        record([.dropIntent(intent.id)], events: [])
        return .held(.locked(by: holder))
      case .beingWritten:
        record([.dropIntent(intent.id)], events: [])
        return .held(.beingWritten)
      }
    } catch {
      replica.settling.note(.displaced, at: now.steady)
      replica.fail(copy, error)
      return .held(.failing(reason: error.message))
    }
  }

  /// Writes a conflict down, once.
  func noteConflict(
    _ path: RelativePath, copy: RelativePath, _ side: Conflict.Side, _ situation: Situation,
    _ plan: Plan, events: Bool
  ) {
    guard !store.conflicts.values.contains(where: { $0.document == path && $0.copy == copy })
    else { return }
    let found = situation.replicas.lazy.compactMap { observation -> Version? in
      if case .present(let version) = observation { version } else { nil }
    }.first { $0.digest == plan.agreed }
    let ours = Conflict.Side(
      digest: plan.agreed ?? side.digest,
      modified: found?.fingerprint.modified ?? situation.base?.fingerprint.modified ?? now.wall,
      origin: plan.agreed.flatMap { origin(of: $0, path) } ?? settings.host)
    let incoming = situation.incoming.first { $0.digest == side.digest }
    let conflict = Conflict(
      id: store.nextIdentifier(), kind: kind(of: incoming, situation), document: path, copy: copy,
      base: incoming?.changedFrom, ours: ours, theirs: side, time: now.wall,
      reason: plan.reason ?? plan.rule.rawValue)
    let drafted = draft(
      .conflict, path, digest: side.digest,
      details: [conflict.reason, "the other version is \(RelativePath(Array(copy.name)) ?? copy)"])
    record([.setConflict(conflict)], events: events ? [drafted] : [])
  }

  private func kind(of incoming: Incoming?, _ situation: Situation) -> Conflict.Kind {
    guard let incoming else { return .bothEdited }
    switch incoming.origin {
    case .client: return incoming.changedFrom == nil ? .createdTwice : .staleSave
    case .copy, .displaced: return .bothEdited
    }
  }

  /// A conflict goes on under the names that its document and its copy have by now.
  func renameConflicts(_ names: [RelativePath: RelativePath]) -> [Record] {
    store.conflicts.values.sorted { $0.id < $1.id }.compactMap { conflict in
      var renamed = conflict
      renamed.document = names[conflict.document] ?? conflict.document
      renamed.copy = names[conflict.copy] ?? conflict.copy
      return renamed == conflict ? nil : .setConflict(renamed)
    }
  }

  // MARK: Conflicts that end by themselves

  /// A conflict is over when its document or its copy goes: what remains is a document.
  func settleConflicts(
    without path: RelativePath, _ records: inout [Record], _ events: inout [EventDraft]
  ) {
    for conflict in store.conflicts.values.sorted(by: { $0.id < $1.id })
    where conflict.copy == path || (conflict.isSettled && conflict.document == path) {
      records.append(.dropConflict(conflict.id))
      if conflict.isSettled { continue }
      events.append(
        draft(
          .resolved, conflict.document,
          details: ["the conflict copy \(conflict.copy) was removed"]))
    }
  }

  /// A conflict is over when both sides hold the same content.
  func settleEqualConflicts(_ path: RelativePath) {
    for conflict in store.conflicts.values.sorted(by: { $0.id < $1.id })
    where !conflict.isSettled && conflict.id != resolving
      && (conflict.document == path || conflict.copy == path)
    {
      guard let document = store.bases[conflict.document], let copy = store.bases[conflict.copy],
        document.digest == copy.digest
      else { continue }
      record(
        [.dropConflict(conflict.id)],
        events: [
          draft(
            .resolved, conflict.document,
            details: ["both versions are the same now; \(conflict.copy) is left as it is"])
        ])
      // Another tool's copy that holds nothing new any more is settled.
      considerCopy(conflict.copy)
    }
  }
}
