package import Reconciliation
import StateStore

extension Library {
  /// What Collate did and can take back, newest first.
  package var recentActions: [Action] { store.actions.reversed() }

  /// Takes back the last action that isn't taken back yet, or the one named.
  package func undo(_ id: UInt64?, at now: Moment) throws(RequestError) -> Action {
    self.now = now
    inHand.removeAll()
    var action = try find(id)
    for step in action.steps {
      let digest: Digest
      switch step {
      case .putBack(_, let content, _, _): digest = content
      case .remove(_, let content): digest = content
      }
      guard store.has(digest) else { throw .noSuchVersion(digest.description) }
    }
    for step in action.steps { try takeBack(step, of: action) }
    action.isUndone = true
    record(
      [.setAction(action)],
      events: [draft(.undone, action.document, details: [action.summary])])
    return action
  }

  private func find(_ id: UInt64?) throws(RequestError) -> Action {
    if let id {
      guard let action = store.actions.first(where: { $0.id == id }) else {
        throw .nothingToUndo(message: "there is no action \(id); `collate undo --list` shows them")
      }
      guard !action.isUndone else {
        throw .nothingToUndo(message: "action \(id) has been taken back already")
      }
      return action
    }
    guard let action = store.actions.last(where: { !$0.isUndone }) else {
      throw .nothingToUndo(message: "Collate has done nothing that could be taken back")
    }
    return action
  }

  private func takeBack(_ step: UndoStep, of action: Action) throws(RequestError) {
    switch step {
    case .putBack(let path, let digest, _, _):
      if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
      if store.bases[path]?.digest == digest { return }
      try putBackUnrecorded(digest, path, action)
      if path != action.document { listAsConflict(path, of: action.document) }
    case .remove(let path, let digest):
      try removeAgain(path, digest)
    }
  }

  /// Taking back is no action of its own, else a second `undo` would undo the first.
  private func putBackUnrecorded(_ digest: Digest, _ path: RelativePath, _ action: Action)
    throws(RequestError)
  {
    isUndoing = true
    defer { isUndoing = false }
    try put(digest, at: path, Purpose(summary: action.summary, event: .restored))
  }

  /// A conflict copy that was brought back is left to the person who wanted it.
  private func listAsConflict(_ copy: RelativePath, of document: RelativePath) {
    copies.remove(copy)
    guard ConflictCopyName.parse(Array(copy.name)) != nil, let base = store.bases[copy] else {
      return
    }
    let side = Conflict.Side(
      digest: base.digest, modified: base.fingerprint.modified, origin: "")
    let situation = Situation(base: store.bases[document], replicas: [])
    noteConflict(
      document, copy: copy, side, situation,
      Plan(
        rule: .sideBySide, agreed: store.bases[document]?.digest,
        reason: "its merge was taken back"), events: true)
  }

  private func removeAgain(_ path: RelativePath, _ digest: Digest) throws(RequestError) {
    if let hold = readNow(path, in: lead) { throw .held(path, reason: hold.reason) }
    guard let base = store.bases[path], base.digest == digest else { return }
    let intent = Intent(
      id: store.nextIdentifier(), path: path, expected: digest, installed: nil,
      replica: lead.number)
    guard record([.setIntent(intent)], events: []), waitForStore() else {
      throw .failed(message: trouble ?? "the store could not be written")
    }
    do throws(VolumeError) {
      switch try lead.volume.remove(path, expecting: digest, id: intent.id) {
      case .removed:
        var records = change(path) { $0.forget(in: lead.number) }
        records.append(.addHistory(path, historyEntry(of: base, reason: .deleted)))
        record(
          records,
          events: [draft(.deleted, path, details: ["its restoration was taken back"])])
        noteBehind(path)
        lead.discard(intent)
      case .gone, .superseded: record([.dropIntent(intent.id)], events: [])
      case .locked(let holder):
        record([.dropIntent(intent.id)], events: [])
        throw VolumeError(kind: .denied, message: Hold.locked(by: holder).reason)
      case .beingWritten:
        record([.dropIntent(intent.id)], events: [])
        throw VolumeError(kind: .denied, message: Hold.beingWritten.reason)
      }
    } catch {
      throw .held(path, reason: error.message)
    }
  }
}
