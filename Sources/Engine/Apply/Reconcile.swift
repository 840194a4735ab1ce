import Reconciliation
import StateStore

/// What came of versions that reached a document by another way than its name.
enum Settlement {
  /// Nothing needed to be written.
  case unchanged(Digest)
  /// The document's content is this now.
  case written(Digest, rule: Rule)
  /// Both are kept: the document's content, and the copy beside it.
  case beside(Digest, copy: RelativePath)
  case held(Hold)
}

/// How often a document is planned again at once when something else than expected was found.
private let attemptLimit = 12

extension Library {
  /// Brings versions together with what stands under the document's name now.
  ///
  /// Where something else than expected is found, what was found is a version like any other, and
  /// the document is planned again.
  func reconcile(
    _ path: RelativePath, _ incoming: [Incoming], in replica: Replica, purpose: Purpose
  ) -> Settlement {
    var waiting = incoming
    for _ in 0..<attemptLimit {
      if let hold = readNow(path, in: replica) { return .held(hold) }
      let situation = self.situation(path, waiting)
      let plan = Reconciliation.plan(situation, joining: join(for: path))
      switch apply(plan, to: path, in: replica, situation, purpose) {
      case .done(let settlement): return settlement
      case .again: continue
      case .raced(let version): waiting.append(version)
      case .held(let hold): return .held(hold)
      }
    }
    return .held(.beingWritten)
  }

  private func situation(_ path: RelativePath, _ incoming: [Incoming]) -> Situation {
    let base = store.bases[path]
    let observation: Observation =
      base.map {
        .present(
          Version(digest: $0.digest, fingerprint: $0.fingerprint, readability: $0.readability))
      } ?? .absent
    return Situation(
      base: base, replicas: [observation], incoming: incoming,
      policy: policy(for: path))
  }

  /// Makes sure that the base is what stands under the name at this moment. Returns the reason
  /// where that can't be told.
  func readNow(_ path: RelativePath, in replica: Replica) -> Hold? {
    for _ in 0..<attemptLimit {
      if replica.isBehind(path), let hold = replica.catchUpNow(path) { return hold }
      let found: Find
      do throws(VolumeError) {
        guard let entry = try replica.volume.stamp(path) else {
          delete(path, in: replica)
          if replica.isBehind(path) { continue }
          return nil
        }
        guard entry.kind.isDocument else {
          return .failing(
            reason: "something else than a document has the name now; move it away first")
        }
        if let base = replica.agreed(path), base.fingerprint == entry.fingerprint, isKept(base),
          !replica.isBehind(path)
        {
          return nil
        }
        guard let find = replica.read(path) else {
          return replica.attention[path]?.hold ?? .beingWritten
        }
        found = find
      } catch {
        replica.fail(path, error)
        return .failing(reason: error.message)
      }
      let decision = plan(found)
      record(found, decision)
      if case .held(let hold) = decision { return hold }
      if replica.isBehind(path) { continue }
      return replica.agreed(path)?.digest == found.version.digest
        ? nil : .failing(reason: trouble ?? "the store could not be written")
    }
    return .beingWritten
  }

  private enum Applied {
    case done(Settlement)
    case again
    case raced(Incoming)
    case held(Hold)
  }

  /// Carries a plan out; decides nothing.
  private func apply(
    _ plan: Plan, to path: RelativePath, in replica: Replica, _ situation: Situation,
    _ purpose: Purpose
  ) -> Applied {
    var copy: RelativePath?
    openAction = nil
    for operation in plan.operations {
      switch operation {
      case .copyBeside(_, let side):
        switch putBeside(path, side, in: replica, situation, plan) {
        case .success(let made): copy = made
        case .failure(let hold): return .held(hold.hold)
        }
      case .keepCopy(let kept, let side):
        noteConflict(path, copy: kept, side, situation, plan, events: true)
        copy = kept
      case .install(_, let digest, let expecting):
        let result = install(
          digest, at: path, in: replica, expecting: expecting, plan, situation, purpose)
        guard case .installed = result else { return applied(result) }
      case .removeCopy(let settled, let expecting):
        if let hold = takeAway(settled, expecting, of: path, in: replica, plan) {
          return .held(hold)
        }
      case .remove, .keepVersion, .setAside:
        // A library of one directory has nobody to pass a deletion on to, and follows nobody.
        break
      }
    }
    return .done(settlement(plan, situation, copy))
  }

  private func applied(_ result: Installed) -> Applied {
    switch result {
    case .installed, .superseded: .again
    case .raced(let version): .raced(version)
    case .held(let hold): .held(hold)
    }
  }

  private func settlement(_ plan: Plan, _ situation: Situation, _ copy: RelativePath?)
    -> Settlement
  {
    guard let agreed = plan.agreed else { return .held(.failing(reason: plan.rule.rawValue)) }
    if let copy, plan.rule == .sideBySide { return .beside(agreed, copy: copy) }
    return agreed == situation.base?.digest
      ? .unchanged(agreed) : .written(agreed, rule: plan.rule)
  }
}

/// A hold as an error, for `Result`.
struct HoldError: Error {
  var hold: Hold
}
