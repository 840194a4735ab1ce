import Reconciliation
import StateStore

/// What a look at everything has to find out of a replica that was away, or whose daemon was: that
/// it is as it was left, or that another state of it was put in its place.
///
/// In a replica as it was left, most files have the stamps that they had; in a copy, none has: all
/// of them were made anew. A copy that holds earlier versions is an earlier state of the replica, a
/// backup: what is older in it is no edit, and what it lacks was not deleted.
struct SetBack {
  enum Stage: Hashable, Sendable {
    /// No file with its stamps was seen yet: nothing is read until one is, or all are seen.
    case unproven
    case asLeft
    /// All files were made anew.
    case copied
  }

  var stage = Stage.asLeft
  /// Whether the root had lost its mark, and was known by what it holds.
  var isUnmarked = false
  /// How many documents are earlier versions.
  var earlier = 0
  /// The documents that the copy lacks.
  var missing: Set<RelativePath> = []
  var isTold = false

  /// Whether what is missing was never deleted there.
  var isEarlierState: Bool { stage == .copied && (earlier > 0 || isUnmarked) }
}

extension Replica {
  func beginProof(_ reason: EverythingReason) {
    guard library.isShared, reason == .start || reason == .rootChanged else { return }
    let isUnmarked = setBack.isUnmarked
    setBack = SetBack()
    setBack.isUnmarked = isUnmarked
    // What is taken as it is has nothing to prove, and is read while it is looked at.
    if !documents.isEmpty, !library.isNew { setBack.stage = .unproven }
  }

  func endProof(missing: Set<RelativePath>) {
    guard setBack.stage == .unproven else {
      setBack.isUnmarked = false
      return
    }
    setBack.stage = .copied
    setBack.missing = missing
  }

  /// Whether a find is a version that the document had before, in a copy of the replica.
  func isEarlier(_ find: Find) -> Bool {
    guard setBack.stage == .copied, let agreed = agreed(find.path),
      agreed.digest != find.version.digest
    else { return false }
    return store.history(of: find.path).contains { $0.digest == find.version.digest }
  }

  /// Takes out those of the vanished documents that an earlier state of the replica lacks: they come
  /// back. All wait until it is known whether it is one.
  func bringBackMissing(_ lost: [RelativePath]) -> [RelativePath] {
    guard setBack.stage == .copied, !setBack.missing.isDisjoint(with: lost) else { return lost }
    guard !isLooking, largeReads.isEmpty else {
      for path in lost { settling.vanish(path, now: now.steady) }
      return []
    }
    guard setBack.isEarlierState else { return lost }
    let back = lost.filter { setBack.missing.contains($0) }
    for path in back { library.lack(path, in: self) }
    tellSetBack()
    return lost.filter { !setBack.missing.contains($0) }
  }

  /// Says what was found, once.
  func tellSetBack() {
    guard setBack.isEarlierState, !setBack.isTold, !isLooking, largeReads.isEmpty else { return }
    setBack.isTold = true
    let state =
      setBack.isUnmarked
      ? "\(label) has lost its mark, and is known by what it holds"
      : "\(label) is an earlier state of itself, as a backup that was put back"
    library.record(
      [],
      events: [
        library.draft(
          .restored, .root,
          details: [
            state,
            "\(setBack.earlier) earlier versions in it are brought up to date, and "
              + "\(setBack.missing.count) documents that it lacks come back",
          ])
      ])
  }
}
