import Reconciliation
import StateStore

/// What it takes to write down one find: a value, so that those of one cycle are written together.
struct RecordStep {
  enum Kind {
    /// The content is as it was agreed, though its stamps may have moved.
    case refreshed
    /// A document that wasn't known.
    case adopted
    /// The document changed from this version.
    case changed(from: Digest, isTold: Bool)
  }

  var find: Find
  var kind: Kind
  var keepsContent = true
  var records: [Record] = []
  var events: [EventDraft] = []
}

extension Library {
  /// Records a cycle's finds: one write for all whose decisions don't hang on each other.
  func record(_ finds: [Find], deciding decide: (Find) -> Decision) {
    var steps: [RecordStep] = []
    var paths: Set<RelativePath> = []
    func finish() {
      recordTogether(steps)
      steps.removeAll()
      paths.removeAll()
    }
    for find in finds where !find.replica.waitsForName(find) {
      if paths.contains(find.path) { finish() }
      let decision = decide(find)
      if case .planned(let plan) = decision, plan.rule != .created || !find.replica.mayBeMove {
        if let step = step(for: find, plan) {
          steps.append(step)
          paths.insert(find.path)
        }
      } else {
        finish()
        record(find, decision)
      }
    }
    finish()
  }

  /// What is to be written down about a find; nil where nothing is.
  func step(for find: Find, _ plan: Plan) -> RecordStep? {
    switch plan.rule {
    case .unchanged: refresh(find)
    case .created: adopt(find)
    default: change(find)
    }
  }

  /// Writes down all of the steps in one piece, or each for itself where that can't be.
  func recordTogether(_ steps: [RecordStep]) {
    guard !steps.isEmpty else { return }
    if write(steps) {
      for step in steps { complete(step) }
    } else if steps.count == 1 {
      failToRecord(steps[0].find.path, in: steps[0].find.replica)
    } else {
      for step in steps { recordTogether([step]) }
    }
  }

  private func write(_ steps: [RecordStep]) -> Bool {
    var contents: [(content: [UInt8], digest: Digest)] = []
    for step in steps where step.keepsContent {
      if let content = step.find.content { contents.append((content, step.find.version.digest)) }
    }
    do throws(StateDiskError) {
      // Contents before what refers to them.
      try store.keep(contents)
    } catch {
      trouble = error.message
      return false
    }
    return record(steps.flatMap(\.records), events: steps.flatMap(\.events))
  }

  private func refresh(_ find: Find) -> RecordStep? {
    guard let base = find.replica.agreed(find.path) else { return nil }
    var step = RecordStep(find: find, kind: .refreshed, keepsContent: !isKept(base))
    if base.fingerprint != find.version.fingerprint {
      let merged = metadata(of: find)
      step.records = change(find.path) { standing in
        standing.agree(find.version.fingerprint, in: find.replica.number)
        take(merged, of: find, in: &standing)
      }
      step.records += attributeRecords(merged, of: find)
      if merged.isChange {
        step.events = [
          draft(
            .changed, find.path, digest: base.digest,
            details: wordsForMetadata(merged, of: find.path))
        ]
      }
    }
    return step
  }

  private func adopt(_ find: Find) -> RecordStep {
    var step = RecordStep(find: find, kind: .adopted)
    let merged = metadata(of: find)
    step.records = change(find.path) { standing in
      standing.take(find.version, from: find.replica.number)
      take(merged, of: find, in: &standing)
    }
    step.records += attributeRecords(merged, of: find)
    if !isAdopting {
      step.events = [
        draft(.created, find.path, digest: find.version.digest, details: wordsForNew(find))
      ]
    }
    return step
  }

  /// The version before goes to history.
  private func change(_ find: Find) -> RecordStep? {
    guard let base = store.bases[find.path] else { return nil }
    let isTold = !grouping.isGrouped(find.path, at: now.steady)
    var step = RecordStep(find: find, kind: .changed(from: base.digest, isTold: isTold))
    step.records = [.addHistory(find.path, historyEntry(of: base, reason: .replaced))]
    let merged = metadata(of: find)
    step.records += change(find.path) { standing in
      standing.take(find.version, from: find.replica.number)
      take(merged, of: find, in: &standing)
    }
    step.records += attributeRecords(merged, of: find)
    if isTold { step.events = [changeEvent(find.path, from: base.digest, to: find.version)] }
    return step
  }

  /// What follows once it is written down.
  private func complete(_ step: RecordStep) {
    let (path, replica) = (step.find.path, step.find.replica)
    noteBehind(path)
    switch step.kind {
    case .refreshed: replica.settle(path)
    case .adopted:
      noteReadability(step.find)
      replica.settle(path)
      considerCopy(path)
      considerCopies(of: path)
      // A client may have asked for it before its directory could be listed.
      replica.noteParent(of: path)
    case .changed(let old, let isTold):
      grouping.note(
        path, from: old, isTold: isTold, at: now.steady, window: settings.settleTime)
      noteReadability(step.find)
      replica.settle(path)
      settleEqualConflicts(path)
      considerCopies(of: path)
      replica.lookAtOtherNames(of: path, inode: step.find.version.fingerprint.inode)
    }
  }

  func noteReadability(_ find: Find) {
    let reason = find.version.readability == .unreadable ? find.reason : nil
    if unreadable[find.path] != reason { unreadable[find.path] = reason }
    if find.version.readability == .tooLarge {
      largeDocuments.insert(find.path)
    } else {
      largeDocuments.remove(find.path)
    }
  }
}
