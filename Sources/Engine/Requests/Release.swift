package import Reconciliation
import StateStore

/// What came of letting go of a brake.
package struct Released: Hashable, Sendable {
  /// How many deletions were taken for meant.
  package var released = 0
  /// How many documents are brought back.
  package var restored = 0
  /// The roots that were taken for the library's, whatever they hold.
  package var accepted: [String] = []
}

extension Library {
  /// Goes on where a brake holds: takes the deletions for meant, or brings back what vanished; and
  /// takes the directory that stands where a root was for it.
  package func release(restoring isRestoring: Bool, at now: Moment) -> Released {
    self.now = now
    inHand.removeAll()
    var done = Released()
    for replica in replicas {
      if replica.acceptRoot() {
        done.accepted.append(isShared ? replica.label : name)
        if isRestoring && !isShared { done.restored += restoreMissing(in: replica) }
      }
      if isRestoring {
        done.restored += replica.restoreDeletions()
      } else {
        done.released += replica.releaseDeletions()
      }
    }
    return done
  }

  /// Forgets what a replica holds, which is no longer one: its files stay.
  package func forget(place: [UInt8], at now: Moment) {
    self.now = now
    for replica in replicas where replica.place == place { disown(replica.number) }
    syncStore()
  }

  /// Brings back what a new root of a library of one directory lacks.
  private func restoreMissing(in replica: Replica) -> Int {
    replica.documents.sorted().count { path in
      do throws(VolumeError) {
        guard try replica.volume.stamp(path) == nil else { return false }
        return bringBack(path)
      } catch {
        replica.fail(path, error)
        return false
      }
    }
  }

  /// Writes a document that has vanished from the only replica anew.
  fileprivate func bringBack(_ path: RelativePath) -> Bool {
    guard let base = store.bases[path] else { return false }
    do throws(RequestError) {
      try put(
        base.digest, at: path, Purpose(summary: "brought \(path) back", event: .restored))
      return true
    } catch {
      lead.fail(path, "it could not be brought back: \(error)")
      return false
    }
  }
}

extension Replica {
  /// Takes the held deletions for meant. Returns how many there were.
  fileprivate func releaseDeletions() -> Int {
    let paths = heldDeletions.sorted()
    heldDeletions = []
    var released = 0
    var steps: [UndoStep] = []
    for path in paths where isStillGone(path) {
      guard let base = agreed(path) else { continue }
      steps.append(
        .putBack(
          path: path, digest: base.digest, mode: base.mode,
          modified: base.fingerprint.modified))
      library.delete(path, in: self)
      released += 1
    }
    if released > 0 {
      let action = Action(
        id: library.store.nextIdentifier(), time: now.wall,
        summary: "accepted that \(released) documents were deleted", document: .root, steps: steps)
      library.record([.setAction(action)], events: [])
    }
    return released
  }

  /// Brings back what vanished: from the other replicas, or from what is kept.
  fileprivate func restoreDeletions() -> Int {
    let paths = heldDeletions.sorted()
    heldDeletions = []
    unproven = []
    var restored = 0
    for path in paths where isStillGone(path) && agreed(path) != nil {
      if library.isShared {
        library.lack(path, in: self)
        restored += 1
      } else if library.bringBack(path) {
        restored += 1
      }
    }
    if restored > 0, library.isShared {
      let event = library.draft(
        .restored, .root,
        details: ["\(restored) documents that had vanished from \(label) are brought back there"])
      library.record([], events: [event])
    }
    return restored
  }

  private func isStillGone(_ path: RelativePath) -> Bool {
    do throws(VolumeError) {
      return try volume.stamp(path) == nil
    } catch {
      fail(path, error)
      return false
    }
  }
}

extension Library {
  /// The replica holds nothing under the name, which means nothing to the library: it gets the
  /// library's version.
  func lack(_ path: RelativePath, in replica: Replica) {
    guard record(change(path) { $0.lack(in: replica.number) }, events: []) else {
      replica.settling.vanish(path, now: now.steady)
      return
    }
    replica.forget(path)
    noteBehind(path)
  }
}
