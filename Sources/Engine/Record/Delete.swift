import Reconciliation
import StateStore

extension Library {
  /// The document is gone from a replica: its last content goes to history. Where another replica
  /// has changed it meanwhile, the edit wins.
  func delete(_ path: RelativePath, in replica: Replica) {
    guard let agreed = replica.agreed(path) else { return }
    if let name = store.held(path, in: replica.number)?.movedTo {
      loseMoved(path, to: name, in: replica)
      return
    }
    let library = store.bases[path]
    if replica.way == .takes {
      lose(path, in: replica, isChangedElsewhere: false)
      return
    }
    guard library?.digest == agreed.digest else {
      lose(path, in: replica, isChangedElsewhere: library != nil)
      return
    }
    let plan = Reconciliation.plan(Situation(base: agreed, replicas: [.absent])) { _, _, _ in
      .conflict(reason: "")
    }
    guard plan.rule == .deleted else { return }
    var records: [Record] = [
      .addHistory(path, historyEntry(of: library ?? agreed, reason: .deleted))
    ]
    records += change(path) { $0.forget(in: replica.number) }
    var events = [draft(.deleted, path, details: ["the last version is kept in history"])]
    settleConflicts(without: path, &records, &events)
    guard record(records, events: events) else {
      replica.settling.vanish(path, now: now.steady)
      return
    }
    forget(path)
    noteBehind(path)
    forgetIgnoreRules(path, in: replica)
  }

  /// What a replica has lost is no more in the library either, or comes back from there.
  private func lose(_ path: RelativePath, in replica: Replica, isChangedElsewhere: Bool) {
    let events =
      isChangedElsewhere
      ? [
        draft(
          .restored, path,
          details: ["deleted in \(replica.label) and changed elsewhere; the edit wins"])
      ] : []
    guard record(change(path) { $0.lack(in: replica.number) }, events: events) else {
      replica.settling.vanish(path, now: now.steady)
      return
    }
    replica.forget(path)
    noteBehind(path)
    forgetIgnoreRules(path, in: replica)
  }

  /// A replica has deleted what another moved: the move wins.
  private func loseMoved(_ path: RelativePath, to name: RelativePath, in replica: Replica) {
    let event = draft(
      .restored, name,
      details: ["deleted as \(path) in \(replica.label) and moved elsewhere; the move wins"])
    guard record([.dropHeld(path, replica: replica.number)], events: [event]) else {
      replica.settling.vanish(path, now: now.steady)
      return
    }
    replica.forget(path)
    noteBehind(path)
    noteBehind(name)
    forgetIgnoreRules(path, in: replica)
  }

  private func forgetIgnoreRules(_ path: RelativePath, in replica: Replica) {
    guard replica.isIgnoreRules(path) else { return }
    replica.ignoring.removeRules(in: path.parent)
    replica.ignoreRulesChanged()
  }

  /// Forgets what was on one's mind about a document that is no more.
  private func forget(_ path: RelativePath) {
    for replica in replicas { replica.forget(path) }
    unreadable[path] = nil
    largeDocuments.remove(path)
    copies.remove(path)
    orphans.remove(path)
    equalSince[path] = nil
    foreignSince[path] = nil
    waitingCopies[path] = nil
    grouping.forget(path)
  }
}
