package import Reconciliation
import StateStore

/// One thing that a rescan would do.
package struct PlannedChange: Sendable {
  package var path: RelativePath
  /// Where it was found, or is to be done; nil in a library of one directory.
  package var replica: String?
  package var rule: Rule
  package var details: [String]
}

extension Library {
  /// Has everything looked at again.
  package func rescan(at now: Moment) {
    self.now = now
    lookAtEverything()
  }

  /// What a look at everything would do, by the planner that does the work; nothing is done.
  package func rescanPlan(at now: Moment) throws(RequestError) -> [PlannedChange] {
    self.now = now
    inHand.removeAll()
    var changes: [PlannedChange] = []
    for replica in replicas where replica.rootState == .present {
      do throws(VolumeError) {
        changes += try foundChanges(in: replica)
      } catch {
        throw .failed(message: error.message)
      }
      changes += waitingChanges(in: replica, besides: Set(changes.map(\.path)))
    }
    return changes.sorted { ($0.path, $0.replica ?? "") < ($1.path, $1.replica ?? "") }
  }

  private func foundChanges(in replica: Replica) throws(VolumeError) -> [PlannedChange] {
    var changes: [PlannedChange] = []
    var missing = Set(replica.documents)
    var queue: [RelativePath] = [.root]
    while let directory = queue.popLast() {
      for entry in try replica.volume.list(directory) {
        guard let path = directory.appending(entry.name) else { continue }
        if case .always? = replica.ignored(path, isDirectory: entry.kind.isDirectory) { continue }
        if entry.kind == .directory { queue.append(path) }
        guard entry.kind.isDocument else { continue }
        missing.remove(path)
        if replica.agreed(path)?.fingerprint != entry.fingerprint,
          let change = try plannedChange(path, in: replica)
        {
          changes.append(change)
        }
      }
    }
    let isHeld =
      replica.way != .takes
      && Brakes.holdsDeletion(of: missing.count, among: replica.documents.count)
    for path in missing {
      let rule = whatAbsenceMeans(path, in: replica)
      var details = rule == .deleted ? ["the last version stays in history"] : []
      if isHeld { details = ["held with \(missing.count) others until `collate release`"] }
      changes.append(
        PlannedChange(path: path, replica: label(of: replica), rule: rule, details: details))
    }
    return changes
  }

  /// What is still to be brought to a replica, or to go from it.
  private func waitingChanges(
    in replica: Replica, besides found: Set<RelativePath>
  ) -> [PlannedChange] {
    guard isShared else { return [] }
    let held = store.held(in: replica.number)
    var paths = Set(held.keys.filter { replica.isBehind($0) })
    for (path, base) in store.bases where base.fingerprint(in: replica.number) == nil {
      paths.insert(path)
    }
    return paths.subtracting(found).map { path in
      let place = replica.label
      let isGone = store.bases[path] == nil
      let what =
        replica.isWritten
        ? (isGone ? "to go from \(place)" : "the agreed version comes to \(place)")
        : "different in \(place), which is only read"
      return PlannedChange(
        path: path, replica: label(of: replica), rule: isGone ? .deleted : .edited, details: [what])
    }
  }

  /// By the planner, what it means that a document is not in a replica any more.
  func whatAbsenceMeans(_ path: RelativePath, in replica: Replica) -> Rule {
    let current: Observation = store.bases[path].map { .present(Version($0)) } ?? .absent
    let situation =
      isShared
      ? Situation(
        base: replica.agreed(path), replicas: [current, .absent], ways: [.both, replica.way])
      : Situation(base: store.bases[path], replicas: [.absent])
    return Reconciliation.plan(situation) { _, _, _ in .conflict(reason: "") }.rule
  }

  func plannedChange(
    _ path: RelativePath, in replica: Replica
  ) throws(VolumeError) -> PlannedChange? {
    let place = label(of: replica)
    func held(_ hold: Hold) -> PlannedChange {
      PlannedChange(path: path, replica: place, rule: .unknown, details: [hold.reason])
    }
    switch try replica.volume.contents(path, limit: settings.contentLimit, evenIfOpen: false) {
    case .content(let content, let fingerprint):
      return plannedChange(replica.find(path, content, fingerprint))
    case .locked(let holder): return held(.locked(by: holder))
    case .beingWritten: return held(.beingWritten)
    case .tooLarge:
      return PlannedChange(
        path: path, replica: place, rule: store.bases[path] == nil ? .created : .edited,
        details: ["too large for its content to be kept"])
    case .unsteady, .gone: return nil
    }
  }

  private func plannedChange(_ find: Find) -> PlannedChange? {
    let agreed = find.replica.agreed(find.path)
    if agreed?.digest == find.version.digest { return nil }
    let place = label(of: find.replica)
    switch plan(find) {
    case .held(let hold):
      return PlannedChange(
        path: find.path, replica: place, rule: .unchanged, details: ["held: " + hold.reason])
    case .planned(let plan), .divided(let plan, _):
      let details = agreed.map { words(find.path, $0.digest, find.version.digest) } ?? []
      let reason = plan.reason.map { [$0] } ?? []
      return PlannedChange(
        path: find.path, replica: place, rule: plan.rule, details: details + reason)
    }
  }

  private func label(of replica: Replica) -> String? { isShared ? replica.label : nil }
}
