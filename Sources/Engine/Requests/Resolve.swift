package import Reconciliation
import StateStore

/// What a person decided about a conflict.
package enum Choice: Hashable, Sendable {
  /// What has the name stays; the copy goes to history.
  case document
  /// The copy's content takes the name; what had it goes to history.
  case copy
  /// Both files stay, as documents of their own.
  case both
  /// This content takes the name; both versions go to history.
  case merged([UInt8])
}

extension Library {
  /// The conflicts that wait for a person, oldest first.
  package var openConflicts: [Conflict] {
    store.conflicts.values.filter { !$0.isSettled }.sorted { $0.id < $1.id }
  }

  /// Settles a conflict as a person decided.
  package func resolve(_ id: UInt64, _ choice: Choice, at now: Moment) throws(RequestError) {
    self.now = now
    guard var conflict = store.conflicts[id], !conflict.isSettled else {
      throw .noSuchConflict(id)
    }
    openAction = nil
    resolving = id
    defer { resolving = nil }
    for path in [conflict.document, conflict.copy] {
      if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
    }
    switch choice {
    case .both:
      conflict.isSettled = true
      record(
        [.setConflict(conflict)],
        events: [
          draft(.resolved, conflict.document, details: ["both versions stay as documents"])
        ])
      return
    case .document:
      guard isThere(conflict) else {
        throw .noSuchDocument(
          conflict.document,
          message: "it was deleted: keep the copy, or bring it back by `collate restore` first")
      }
    case .copy:
      guard let copy = store.bases[conflict.copy] else { throw unknown(conflict.copy) }
      try put(
        copy.digest, at: conflict.document,
        Purpose(summary: "took the conflict copy for \(conflict.document)", event: .saved))
    case .merged(let content):
      try checkForm(of: content, at: conflict.document)
      let digest = self.digest(content)
      inHand[digest] = content
      try put(
        digest, at: conflict.document,
        Purpose(summary: "settled the conflict over \(conflict.document)", event: .merged))
    }
    try removeCopy(conflict)
  }

  /// Whether the document itself is still there, so that it can be kept.
  package func isThere(_ conflict: Conflict) -> Bool { store.bases[conflict.document] != nil }

  private func removeCopy(_ conflict: Conflict) throws(RequestError) {
    guard let copy = store.bases[conflict.copy] else {
      record([.dropConflict(conflict.id)], events: [])
      return
    }
    let plan = Plan(rule: .settled, agreed: store.bases[conflict.document]?.digest)
    if let hold = takeAway(
      conflict.copy, copy.digest, of: conflict.document, in: lead, plan)
    {
      throw .held(conflict.copy, reason: hold.reason)
    }
  }
}
