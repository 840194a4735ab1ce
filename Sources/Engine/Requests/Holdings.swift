package import Reconciliation
import StateStore

/// What one replica holds of a document, as far as was seen.
package struct ReplicaHolding: Sendable {
  package enum State: String, Sendable {
    /// The library's version.
    case agreed
    /// An earlier one, or one that the library no longer has.
    case behind
    /// Nothing under the name.
    case lacking
  }

  /// What the replica is called.
  package var replica: String
  package var state: State
  /// Whether the replica is there, so that this is what it holds now.
  package var isPresent: Bool
  package var digest: Digest?
  package var size: Int64?
  package var modified: Int64?
  /// Why it is left alone there for now.
  package var hold: String?
}

extension Library {
  func isDifferent(_ path: RelativePath, in replica: Replica) -> Bool {
    replica.isBehind(path) || replica.attention[path] != nil
  }

  /// What each replica holds of a document; nothing for a library of one.
  func holdings(_ path: RelativePath) -> [ReplicaHolding] {
    guard isShared else { return [] }
    return replicas.map { replica in
      let agreed = replica.agreed(path)
      return ReplicaHolding(
        replica: replica.label,
        state: agreed == nil ? .lacking : replica.isBehind(path) ? .behind : .agreed,
        isPresent: replica.rootState == .present, digest: agreed?.digest,
        size: agreed?.fingerprint.size, modified: agreed?.fingerprint.modified,
        hold: replica.attention[path]?.hold.reason)
    }
  }

  /// What a replica holds, what stands there now, and what the planner says of that.
  func standingLine(_ path: RelativePath, in replica: Replica) -> String {
    let known: String
    if let agreed = replica.agreed(path) {
      let version = agreed.digest.description.prefix(12)
      known =
        replica.isBehind(path)
        ? "has version \(version) still" : "has the agreed version"
    } else {
      known = "has it not"
    }
    return "in \(replica.label): \(known)" + seenSince(path, in: replica)
  }

  private func seenSince(_ path: RelativePath, in replica: Replica) -> String {
    guard replica.rootState == .present else { return ", as far as known: it is absent" }
    do throws(VolumeError) {
      guard let entry = try replica.volume.stamp(path) else {
        return replica.agreed(path) == nil
          ? ""
          : ", but nothing is there now: "
            + whatAbsenceMeans(path, in: replica).rawValue
      }
      guard entry.kind.isDocument else { return ", but no document is there now" }
      guard entry.fingerprint != replica.agreed(path)?.fingerprint else { return "" }
      guard let change = try plannedChange(path, in: replica) else {
        return ", written again with the same content"
      }
      let reason = change.details.first.map { " (\($0))" } ?? ""
      return ", but \(entry.fingerprint.size) bytes are there now: \(change.rule.rawValue)" + reason
    } catch {
      return ", but can't be looked at: " + error.message
    }
  }

  /// What is done next about a document, and where.
  func nextStep(_ path: RelativePath) -> String {
    if isPaused { return "nothing while the library is paused; `collate resume` goes on" }
    if replicas.contains(where: { $0.settling.isPending(path) }) {
      return "it is looked at in a moment"
    }
    let behind = replicas.filter { $0.isBehind(path) }
    guard !behind.isEmpty else { return "nothing until it changes" }
    let what = store.bases[path] == nil ? "it goes from" : "the agreed version comes to"
    return behind.map { replica in
      if replica.rootState != .present { return "\(what) \(replica.label) when that is back" }
      if replica.way == .gives { return "nothing in \(replica.label), which is only read" }
      if replica.obstacle != nil { return "\(what) \(replica.label) when that can be written to" }
      return "\(what) \(replica.label)"
    }.joined(separator: "; ")
  }
}
