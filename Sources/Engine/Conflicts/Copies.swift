import Documents
import Reconciliation
import StateStore

extension Library {
  /// Has another tool's conflict copy joined to its document, once that has settled.
  func considerCopy(_ path: RelativePath) {
    guard let name = ConflictCopyName.parse(Array(path.name)) else { return }
    if name.tool.mayBeSettledAutomatically || name.tool == .collate { copies.insert(path) }
  }

  /// Joins the conflict copies that wait to their documents, oldest first.
  func joinCopies() {
    guard !copies.isEmpty, !replicas.contains(where: { $0.isLooking }) else { return }
    let waiting = copies.sorted {
      (store.bases[$0]?.fingerprint.modified ?? 0, $0)
        < (store.bases[$1]?.fingerprint.modified ?? 0, $1)
    }
    copies.removeAll()
    for copy in waiting { join(copy) }
  }

  private func join(_ copy: RelativePath) {
    guard let base = store.bases[copy], let name = ConflictCopyName.parse(Array(copy.name)) else {
      endWait(copy)
      return
    }
    guard let document = document(of: copy, name.original) else {
      // The tool may be about to put the document in place.
      orphans.insert(copy)
      endWait(copy)
      return
    }
    guard !store.conflicts.values.contains(where: { $0.copy == copy }) else {
      endWait(copy)
      return
    }
    if replicas.contains(where: {
      $0.settling.isPending(document) || $0.isUncertain(document) || $0.isUncertain(copy)
    }) {
      waitForDocument(copy)
      return
    }
    if name.tool == .collate {
      adoptOwnCopy(copy, document, base)
      return
    }
    if leavesToOtherMachine(copy, name.tool, base) || waitsAsEqual(copy, document, base) { return }
    guard let replica = holder(of: [copy, document]) else {
      waitForDocument(copy)
      return
    }
    let version = Incoming(
      digest: base.digest, modified: base.fingerprint.modified,
      changedFrom: looksBroken(base, beside: document) ? nil : origin(of: base, for: document),
      origin: .copy(copy, tool: name.tool.name))
    let settlement = reconcile(
      document, [version], in: replica, purpose: .joining("the conflict copy of \(name.tool.name)"))
    if case .held(let hold) = settlement {
      waitAgain(copy, for: document, hold)
    } else {
      endWait(copy)
    }
  }

  /// The first replica that is there and holds the library's versions of these.
  private func holder(of paths: [RelativePath]) -> Replica? {
    replicas.first { replica in
      replica.rootState == .present && replica.isWritten && replica.way != .takes
        && paths.allSatisfy { store.bases[$0]?.fingerprint(in: replica.number) != nil }
    }
  }

  /// Whether the copy looks as if its tool had not finished it, or as if it were emptied: it is
  /// shown to a person then, and not joined.
  private func looksBroken(_ copy: Base, beside document: RelativePath) -> Bool {
    guard let current = store.bases[document], let ours = content(current.digest),
      let theirs = content(copy.digest)
    else { return false }
    return types.type(forName: Array(document.name)).suspicion(previous: ours, new: theirs) != nil
  }

  /// The document that a copy belongs to: the name without the outermost marker, else without
  /// all of them, where such a document is there.
  private func document(of copy: RelativePath, _ original: [UInt8]) -> RelativePath? {
    var name = original
    for _ in 0..<8 {
      if let path = copy.parent.appending(name), store.bases[path] != nil { return path }
      guard let inner = ConflictCopyName.parse(name) else { return nil }
      name = inner.original
    }
    return nil
  }

  private func waitForDocument(_ copy: RelativePath) {
    waitingCopies[copy] = now.steady + Nanoseconds.milliseconds(250)
  }

  /// Has a copy that could not be joined tried again: soon where a lock is in the way, ever later
  /// where something fails, such as a full disk.
  private func waitAgain(_ copy: RelativePath, for document: RelativePath, _ hold: Hold) {
    var entry = unjoined[copy] ?? UnjoinedCopy(since: now.steady)
    entry.reason = "not joined to \(document) yet: \(hold.reason)"
    if !entry.isTold, now.steady - entry.since >= Nanoseconds.seconds(2) {
      entry.isTold = record([], events: [draft(.held, copy, details: [entry.reason])])
    }
    var delay = Nanoseconds.milliseconds(250)
    if case .failing = hold {
      delay = min(delay << min(entry.attempts, 6), Nanoseconds.seconds(10))
    }
    entry.attempts += 1
    unjoined[copy] = entry
    waitingCopies[copy] = now.steady + delay
  }

  private func endWait(_ copy: RelativePath) {
    guard let entry = unjoined.removeValue(forKey: copy), entry.isTold else { return }
    record([], events: [draft(.released, copy, details: ["no longer held: " + entry.reason])])
  }

  /// Takes up the copies whose time has come.
  func takeWaitingCopies() {
    for (copy, due) in waitingCopies where due <= now.steady {
      waitingCopies[copy] = nil
      copies.insert(copy)
    }
  }

  /// Takes up the copies that a crash left unjoined.
  func considerAllCopies() {
    for path in store.bases.keys { considerCopy(path) }
  }

  /// A copy under our own naming that no conflict speaks of: made by Collate elsewhere, or before
  /// the state was lost. It is listed, never settled by itself.
  private func adoptOwnCopy(_ copy: RelativePath, _ document: RelativePath, _ base: Base) {
    guard let current = store.bases[document], current.digest != base.digest else { return }
    let side = Conflict.Side(
      digest: base.digest, modified: base.fingerprint.modified, origin: "")
    let situation = Situation(base: current, replicas: [])
    let plan = Plan(
      rule: .sideBySide, agreed: current.digest, reason: "a conflict copy found beside it")
    noteConflict(document, copy: copy, side, situation, plan, events: true)
  }

  /// Only the machine whose edit lost settles a Syncthing conflict, so that two daemons never
  /// chase each other: there, the copy's content has been the document's. Elsewhere it waits.
  private func leavesToOtherMachine(_ copy: RelativePath, _ tool: Tool, _ base: Base)
    -> Bool
  {
    guard tool == .syncthing, isSharedBySyncthing,
      let document = ConflictCopyName.parse(Array(copy.name)).flatMap({
        copy.parent.appending($0.original)
      }),
      !store.history(of: document).contains(where: { $0.digest == base.digest })
    else { return false }
    let since = foreignSince[copy] ?? now.steady
    foreignSince[copy] = since
    guard now.steady - since < settings.otherMachinePatience else {
      foreignSince[copy] = nil
      return false
    }
    waitingCopies[copy] = since + settings.otherMachinePatience
    return true
  }

  /// A copy that equals its document is left for a while: Nextcloud and Dropbox make the copy first
  /// and put the other version in place then.
  private func waitsAsEqual(_ copy: RelativePath, _ document: RelativePath, _ base: Base) -> Bool {
    guard store.bases[document]?.digest == base.digest else {
      equalSince[copy] = nil
      return false
    }
    let since = equalSince[copy] ?? now.steady
    equalSince[copy] = since
    guard now.steady - since < settings.equalCopyPatience else {
      equalSince[copy] = nil
      return false
    }
    waitingCopies[copy] = since + settings.equalCopyPatience
    return true
  }

  /// A document that came takes the copies up that waited for it, and one that changed those that
  /// were equal to it.
  func considerCopies(of document: RelativePath) {
    for copy in orphans where copy.parent == document.parent {
      guard let name = ConflictCopyName.parse(Array(copy.name)),
        self.document(of: copy, name.original) == document
      else { continue }
      orphans.remove(copy)
      copies.insert(copy)
    }
    for copy in equalSince.keys where copy.parent == document.parent {
      waitingCopies[copy] = nil
      copies.insert(copy)
    }
  }

  /// Whether Syncthing keeps this library: its marker lies in the root.
  private var isSharedBySyncthing: Bool {
    guard let marker = RelativePath(".stfolder") else { return false }
    do throws(VolumeError) {
      return try lead.volume.stamp(marker) != nil
    } catch {
      return false
    }
  }

  // MARK: Taking a settled copy away

  /// Removes another tool's conflict copy whose content is in the document now and in history.
  func takeAway(
    _ copy: RelativePath, _ expected: Digest, of document: RelativePath, in replica: Replica,
    _ plan: Plan
  ) -> Hold? {
    guard let base = store.bases[copy] else { return nil }
    let intent = Intent(
      id: store.nextIdentifier(), path: copy, expected: expected, installed: nil,
      replica: replica.number)
    guard record([.setIntent(intent)], events: []), waitForStore() else {
      return .failing(reason: trouble ?? "the store could not be written")
    }
    let outcome: RemoveOutcome
    do throws(VolumeError) {
      try replica.volume.sync()
      outcome = try replica.volume.remove(copy, expecting: expected, id: intent.id)
    } catch {
      replica.settling.note(.displaced, at: now.steady)
      replica.fail(copy, error)
      return .failing(reason: error.message)
    }
    switch outcome {
    case .removed: recordSettled(copy, base, document, in: replica, plan, intent)
    case .gone, .superseded: record([.dropIntent(intent.id)], events: [])
    case .locked(let holder):
      record([.dropIntent(intent.id)], events: [])
      return .locked(by: holder)
    case .beingWritten:
      record([.dropIntent(intent.id)], events: [])
      return .beingWritten
    }
    return nil
  }

  private func recordSettled(
    _ copy: RelativePath, _ base: Base, _ document: RelativePath, in replica: Replica,
    _ plan: Plan, _ intent: Intent
  ) {
    let step = UndoStep.putBack(
      path: copy, digest: base.digest, mode: base.mode,
      modified: base.fingerprint.modified)
    var action =
      openAction
      ?? Action(
        id: store.nextIdentifier(), time: now.wall,
        summary: "settled the conflict copy \(copy)", document: document, steps: [])
    action.steps.append(step)
    openAction = action
    var records = change(copy) { $0.forget(in: replica.number) }
    records += [
      .addHistory(copy, historyEntry(of: base, reason: .settled)), .setAction(action),
    ]
    // A merge has put it into the document's history already.
    if !store.history(of: document).contains(where: { $0.digest == base.digest }) {
      records.append(.addHistory(document, historyEntry(of: base, reason: .settled)))
    }
    for conflict in store.conflicts.values where conflict.copy == copy {
      records.append(.dropConflict(conflict.id))
    }
    let event = draft(
      .resolved, document, digest: plan.agreed,
      details: [
        "the conflict copy \(copy) is settled; `collate undo` brings it back"
      ])
    guard record(records, events: [event]) else {
      // The name is found to be gone, and what was displaced is looked at again.
      replica.settling.vanish(copy, now: now.steady)
      replica.settling.note(.displaced, at: now.steady)
      return
    }
    noteBehind(copy)
    replica.settling.forget(copy)
    unreadable[copy] = nil
    replica.discard(intent)
  }
}

/// A conflict copy that could not be joined to its document so far.
struct UnjoinedCopy {
  /// When that was first tried; steady time.
  let since: Int64
  var attempts = 0
  var reason = ""
  /// Whether an event has told of it.
  var isTold = false

  init(since: Int64) {
    self.since = since
  }
}
