import Reconciliation
import StateStore

extension Library {
  /// What was done by an installation, and how it is taken back; nil where a plain save needs none.
  func action(
    _ path: RelativePath, _ plan: Plan, _ situation: Situation, installed: Digest,
    _ purpose: Purpose
  ) -> Action? {
    // What a client saved from the current version is its own doing, not Collate's.
    guard plan.rule != .created, !isUndoing, plan.rule != .saved || purpose.event != nil else {
      return nil
    }
    let step: UndoStep
    if let base = situation.base {
      step = .putBack(
        path: path, digest: base.digest, mode: base.mode,
        modified: base.fingerprint.modified)
    } else {
      step = .remove(path: path, digest: installed)
    }
    return Action(
      id: store.nextIdentifier(), time: now.wall, summary: purpose.summary, document: path,
      steps: [step])
  }
}
