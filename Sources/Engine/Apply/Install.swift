import Documents
import Reconciliation
import StateStore

/// What came of putting a content under a document's name.
enum Installed {
  case installed
  /// Something else stood there; nothing was changed.
  case superseded
  /// A program wrote in between: what it wrote came out, and is a version to be planned.
  case raced(Incoming)
  case held(Hold)
}

extension Library {
  /// Puts a content under a document's name without overwriting anything unseen, and records it.
  func install(
    _ digest: Digest, at path: RelativePath, in replica: Replica, expecting: Digest?,
    _ plan: Plan, _ situation: Situation, _ purpose: Purpose
  ) -> Installed {
    guard let content = content(digest) else {
      return .held(.failing(reason: "the content to be written is not kept any more"))
    }
    guard keep(content, as: digest) else {
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    if let obstacle = replica.obstacle(to: content, at: path) {
      return .held(.unholdable(reason: obstacle))
    }
    let intent = Intent(
      id: store.nextIdentifier(), path: path, expected: expecting, installed: digest,
      replica: replica.number)
    // What comes out may be somebody's work: the store has to know where it belongs before it can
    // come out, and to have the old content before it leaves its name.
    guard record([.setIntent(intent)], events: []), waitForStore() else {
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    return carryOut(intent, content, in: replica, plan, situation, purpose)
  }

  private func carryOut(
    _ intent: Intent, _ content: [UInt8], in replica: Replica, _ plan: Plan,
    _ situation: Situation, _ purpose: Purpose
  ) -> Installed {
    let outcome: InstallOutcome
    do throws(VolumeError) {
      outcome = try replica.volume.install(
        Installation(
          id: intent.id, path: intent.path, content: content,
          digest: intent.installed ?? digest(content), expecting: intent.expected,
          mode: modeForNew(intent.path)))
    } catch {
      // The exchange may have happened before the failure: the displaced folder tells.
      replica.settling.note(.displaced, at: now.steady)
      replica.fail(intent.path, error)
      return .held(.failing(reason: error.message))
    }
    switch outcome {
    case .installed(let fingerprint, let displaced):
      if settings.flush == .full { replica.syncVolume() }
      guard recordInstalled(intent, fingerprint, in: replica, plan, situation, purpose) else {
        return .held(.failing(reason: trouble ?? "the store could not be written"))
      }
      if displaced {
        replica.discard(intent)
      } else {
        record([.dropIntent(intent.id)], events: [])
      }
      return .installed
    case .raced(let fingerprint):
      return recordRace(intent, fingerprint, in: replica, plan, situation, purpose)
    case .superseded:
      record([.dropIntent(intent.id)], events: [])
      return .superseded
    case .locked(let holder):
      record([.dropIntent(intent.id)], events: [])
      replica.hold(intent.path, .locked(by: holder), nil)
      return .held(.locked(by: holder))
    case .beingWritten:
      record([.dropIntent(intent.id)], events: [])
      replica.hold(intent.path, .beingWritten, nil)
      return .held(.beingWritten)
    }
  }

  /// A new name takes the permissions that the document had when it was deleted.
  private func modeForNew(_ path: RelativePath) -> UInt32? {
    guard store.bases[path] == nil else { return nil }
    return store.history(of: path).first?.mode
  }

  /// False where the store could not take it: what stands there is then found as a change.
  private func recordInstalled(
    _ intent: Intent, _ fingerprint: Fingerprint, in replica: Replica, _ plan: Plan,
    _ situation: Situation, _ purpose: Purpose
  ) -> Bool {
    guard let digest = intent.installed else { return true }
    let path = intent.path
    let version = Version(
      digest: digest, fingerprint: fingerprint, readability: readability(path, digest))
    let find = Find(
      replica: replica, path: path, version: version,
      // What has a new name has none; what was replaced has passed its own on.
      attributes: intent.expected == nil ? [:] : store.attributes(of: path, in: replica.number))
    let merged = metadata(of: find)
    var records = change(path) { standing in
      standing.take(version, from: replica.number)
      take(merged, of: find, in: &standing)
    }
    records += attributeRecords(merged, of: find)
    records += historyOf(plan, situation, installed: digest).map { .addHistory(path, $0) }
    openAction = action(path, plan, situation, installed: digest, purpose)
    if let action = openAction { records.append(.setAction(action)) }
    guard record(records, events: [installEvent(path, plan, situation, digest, purpose)]) else {
      failToRecord(path, in: replica)
      replica.settling.note(.displaced, at: now.steady)
      return false
    }
    noteBehind(path)
    replica.noteParent(of: path)
    unreadable[path] = nil
    replica.vanished = nil
    replica.settle(path)
    grouping.forget(path)
    settleEqualConflicts(path)
    replica.lookAtOtherNames(of: path, inode: fingerprint.inode)
    return true
  }

  private func readability(_ path: RelativePath, _ digest: Digest) -> Readability {
    guard let content = content(digest) else { return .readable }
    if case .unreadable = types.type(forName: Array(path.name)).inspect(content) {
      return .unreadable
    }
    return .readable
  }

  private func installEvent(
    _ path: RelativePath, _ plan: Plan, _ situation: Situation, _ digest: Digest,
    _ purpose: Purpose
  ) -> EventDraft {
    var details = situation.base.map { words(path, $0.digest, digest) } ?? []
    if plan.rule == .editBeatsDeletion && purpose.event == nil {
      details.append("it had been deleted; the edit wins")
    }
    details += situation.incoming.compactMap { version in
      version.originName.isEmpty ? nil : "from \(displayed(version.originName))"
    }
    return draft(
      purpose.event ?? eventKind(plan.rule), path, digest: digest, details: details)
  }

  private func eventKind(_ rule: Rule) -> Event.Kind {
    switch rule {
    case .merged: .merged
    case .editBeatsDeletion: .restored
    case .created: .created
    default: .saved
    }
  }

  /// What is no longer the content, but can be brought back.
  private func historyOf(_ plan: Plan, _ situation: Situation, installed: Digest)
    -> [HistoryEntry]
  {
    var entries: [HistoryEntry] = []
    if let base = situation.base, base.digest != installed {
      entries.append(
        historyEntry(of: base, reason: plan.rule == .merged ? .merged : .replaced))
    }
    for version in situation.incoming where version.digest != installed {
      entries.append(
        HistoryEntry(
          time: now.wall, digest: version.digest, size: Int64(content(version.digest)?.count ?? 0),
          modified: version.modified, mode: situation.base?.mode ?? 0o600,
          reason: reason(for: version), origin: version.originName))
    }
    return entries
  }

  private func reason(for version: Incoming) -> HistoryEntry.Reason {
    switch version.origin {
    case .client: .merged
    case .copy: .settled
    case .displaced: .displaced
    }
  }

  private func recordRace(
    _ intent: Intent, _ fingerprint: Fingerprint, in replica: Replica, _ plan: Plan,
    _ situation: Situation, _ purpose: Purpose
  ) -> Installed {
    guard let file = replica.displacedFile(intent.id), !file.isOpen, file.digestOfLarge == nil
    else {
      // Half of what is being written is no version: it is one when it is closed.
      replica.settling.note(.displaced, at: now.steady)
      guard recordInstalled(intent, fingerprint, in: replica, plan, situation, purpose) else {
        return .held(.failing(reason: trouble ?? "the store could not be written"))
      }
      return .installed
    }
    let found = digest(file.content)
    inHand[found] = file.content
    guard keep(file.content, as: found) else {
      // It stays in the displaced folder, and its intent with it, until the store can be written.
      replica.settling.note(.displaced, at: now.steady)
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    replica.settling.note(.displaced, at: now.steady)
    guard recordInstalled(intent, fingerprint, in: replica, plan, situation, purpose) else {
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    let known = Intent(
      id: intent.id, path: intent.path, expected: found, installed: intent.installed,
      replica: replica.number)
    let isKnown = record(
      [
        .setIntent(known),
        .addHistory(
          intent.path,
          HistoryEntry(
            time: now.wall, digest: found, size: file.fingerprint.size,
            modified: file.fingerprint.modified, mode: file.fingerprint.mode, reason: .displaced)),
      ], events: [])
    guard isKnown else {
      return .held(.failing(reason: trouble ?? "the store could not be written"))
    }
    return .raced(
      Incoming(
        digest: found, modified: file.fingerprint.modified, changedFrom: intent.expected,
        origin: .displaced(intent.id)))
  }
}

extension Replica {
  /// A name that was given is to be there after a power cut, before anyone is told of it.
  @discardableResult
  func syncVolume() -> Bool {
    do throws(VolumeError) {
      try volume.sync()
      return true
    } catch {
      library.trouble = error.message
      return false
    }
  }

  /// A directory that holds a document and was not listed yet is listed, so that it is watched.
  func noteParent(of path: RelativePath) {
    guard !listed.contains(path.parent) else { return }
    unlisted[path.parent, default: []].insert(path)
    directories.insert(path.parent)
  }
}
