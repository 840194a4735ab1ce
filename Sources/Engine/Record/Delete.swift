import Reconciliation
import StateStore

extension Library {
  /// The document is gone from a replica: its last content goes to history.
  func delete(_ path: RelativePath, in replica: Replica) {
    guard let base = replica.agreed(path) else { return }
    let plan = Reconciliation.plan(Situation(base: base, replicas: [.absent])) { _, _, _ in
      .conflict(reason: "")
    }
    guard plan.rule == .deleted else { return }
    var records: [Record] = [
      .forgetBase(path), .addHistory(path, historyEntry(of: base, reason: .deleted)),
    ]
    var events = [draft(.deleted, path, details: ["the last version is kept in history"])]
    settleConflicts(without: path, &records, &events)
    guard record(records, events: events) else {
      replica.settling.vanish(path, now: now.steady)
      return
    }
    forget(path)
    if replica.isIgnoreRules(path) {
      replica.ignoring.removeRules(in: path.parent)
      replica.ignoreRulesChanged()
    }
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
