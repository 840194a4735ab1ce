import Documents
import Reconciliation
import StateStore

/// An event that has no number yet.
struct EventDraft {
  var kind: Event.Kind
  var path: RelativePath
  var from: RelativePath?
  var digest: Digest?
  var details: [String]
}

extension Library {
  func draft(
    _ kind: Event.Kind, _ path: RelativePath, from: RelativePath? = nil, digest: Digest? = nil,
    details: [String] = []
  ) -> EventDraft {
    EventDraft(kind: kind, path: path, from: from, digest: digest, details: details)
  }

  /// Writes facts and events down, in one piece. False where the store couldn't: then nothing of
  /// it has happened, as far as the library knows.
  @discardableResult
  func record(_ records: [Record], events: [EventDraft]) -> Bool {
    var batch = records
    var number = store.lastEvent
    for draft in events {
      number += 1
      batch.append(
        .event(
          Event(
            number: number, time: now.wall, kind: draft.kind, path: draft.path, from: draft.from,
            digest: draft.digest, details: draft.details)))
    }
    guard !batch.isEmpty else { return true }
    do throws(StateDiskError) {
      try store.commit(batch)
      trouble = nil
      if syncDue == nil { syncDue = now.steady + Nanoseconds.seconds(1) }
      if !events.isEmpty { onEvents?() }
      return true
    } catch {
      trouble = error.message
      return false
    }
  }

  /// Keeps a content before anything refers to it.
  func keep(_ content: [UInt8], as digest: Digest) -> Bool {
    do throws(StateDiskError) {
      try store.keep(content, as: digest)
      return true
    } catch {
      trouble = error.message
      return false
    }
  }

  /// Whether the store has the base's content: a power cut or damage may have taken it.
  func isKept(_ base: Base) -> Bool {
    base.readability == .tooLarge || store.has(base.digest)
  }

  /// Records what was decided about a find.
  func record(_ find: Find, _ decision: Decision) {
    switch decision {
    case .held(let hold): keepHeld(find, hold)
    case .divided(let plan, let situation): unite(find, plan, situation)
    case .planned(let plan):
      if plan.rule == .created, find.replica.move(to: find) { return }
      recordTogether(step(for: find, plan).map { [$0] } ?? [])
    }
  }

  func wordsForNew(_ find: Find) -> [String] {
    if let reason = find.reason { return ["not readable: " + reason] }
    guard find.content != nil else {
      return [
        "created, \(find.version.fingerprint.size) bytes: too large for its content to be kept"
      ]
    }
    return types.type(forName: Array(find.path.name)).changes(from: nil, to: find.content ?? [])
  }

  /// What could not be written down has not happened: the document is looked at again.
  func failToRecord(_ path: RelativePath, in replica: Replica) {
    replica.fail(path, trouble ?? "the store could not be written")
  }

  func changeEvent(_ path: RelativePath, from old: Digest, to version: Version) -> EventDraft {
    guard version.readability != .unreadable || unreadableReason(path, version.digest) == nil else {
      return draft(
        .unreadable, path, digest: version.digest,
        details: [
          "taken as it is though not readable: "
            + (unreadableReason(path, version.digest) ?? "unknown reason"),
          "the last readable version is in history",
        ])
    }
    return draft(.changed, path, digest: version.digest, details: words(path, old, version.digest))
  }

  private func unreadableReason(_ path: RelativePath, _ digest: Digest) -> String? {
    guard let content = content(digest) else { return nil }
    if case .unreadable(let reason) = types.type(forName: Array(path.name)).inspect(content) {
      return reason
    }
    return nil
  }

  /// What changed between two versions, in the document type's own words.
  func words(_ path: RelativePath, _ old: Digest, _ new: Digest) -> [String] {
    guard let before = content(old), let after = content(new) else {
      return ["the content changed"]
    }
    return types.type(forName: Array(path.name)).changes(from: before, to: after)
  }

  /// A version that looks broken is kept, in case it was meant; the base stays.
  private func keepHeld(_ find: Find, _ hold: Hold) {
    let isNew = find.replica.attention[find.path]?.fingerprint != find.version.fingerprint
    if isNew {
      let entry = historyEntry(of: Base(find.version), reason: .replaced)
      guard keepContent(of: find) else { return }
      guard record([.addHistory(find.path, entry)], events: []) else {
        failToRecord(find.path, in: find.replica)
        return
      }
    }
    find.replica.hold(find.path, hold, find.version.fingerprint)
  }

  func keepContent(of find: Find) -> Bool {
    guard let content = find.content else { return true }
    guard keep(content, as: find.version.digest) else {
      find.replica.fail(find.path, trouble ?? "the store could not be written")
      return false
    }
    return true
  }

  /// Says of each document that is unreadable why: after a restart the reasons are found anew.
  func explainUnreadable() {
    for (path, base) in store.bases {
      switch base.readability {
      case .readable: break
      case .unreadable:
        unreadable[path] = unreadableReason(path, base.digest) ?? "its reader rejected it"
      case .tooLarge: largeDocuments.insert(path)
      }
    }
  }

  func historyEntry(
    of base: Base, reason: HistoryEntry.Reason, origin: String = ""
  ) -> HistoryEntry {
    HistoryEntry(
      time: now.wall, digest: base.digest, size: base.fingerprint.size,
      modified: base.fingerprint.modified, mode: base.mode, reason: reason,
      origin: origin)
  }
}
