import Reconciliation
import StateStore

/// How many lines about damage a status shows.
private let noteLimit = 100

extension Library {
  /// Makes the reports that were put together.
  func report() {
    for owed in grouping.takeDue(at: now.steady) {
      guard let base = store.bases[owed.path], base.digest != owed.from else { continue }
      let version = Version(
        digest: base.digest, fingerprint: base.fingerprint, readability: base.readability)
      let isTold = record([], events: [changeEvent(owed.path, from: owed.from, to: version)])
      grouping.note(
        owed.path, from: owed.from, isTold: true, at: now.steady, window: settings.settleTime)
      if !isTold {
        grouping.note(
          owed.path, from: owed.from, isTold: false, at: now.steady, window: settings.settleTime)
      }
    }
  }

  /// Says that the library was taken as it was found; again where that can't be written down now.
  func tellAdoption() {
    let count = store.bases.count
    isNew = !record(
      [],
      events: [
        draft(
          .adopted, .root, details: [count == 1 ? "1 document found" : "\(count) documents found"])
      ])
    adoptionIsOwed = isNew
  }

  /// What has to be done now and then: making the store durable, and thinning its history.
  func keepHouse() {
    if adoptionIsOwed, replicas.allSatisfy({ $0.attention.isEmpty }) { tellAdoption() }
    tellDamage(store.takeDamage())
    if let due = syncDue, due <= now.steady { syncStore() }
    if !store.intents.isEmpty {
      // What could not be finished, for want of room say, is taken up again.
      for replica in replicas where replica.displacedLook == .max {
        replica.displacedLook = now.steady + Nanoseconds.seconds(5)
      }
    }
    if thinDue <= now.steady && !hasWork {
      thinDue = now.steady + Nanoseconds.seconds(600)
      do throws(StateDiskError) {
        let report = try store.thin(now: retentionTime)
        if !report.isDone { thinDue = now.steady + Nanoseconds.milliseconds(50) }
        for note in report.notes where !notes.contains(note) { notes.append(note) }
      } catch {
        trouble = error.message
      }
    }
  }

  /// Has everything looked at in every replica.
  func lookAtEverything() {
    for replica in replicas {
      replica.settling.note(.everything(reason: .rescan), at: now.steady)
    }
  }

  /// Says what was found damaged, and looks at everything, so that the content which the documents
  /// have is kept again.
  func tellDamage(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    notes += lines.prefix(max(0, noteLimit - notes.count))
    record([], events: lines.prefix(noteLimit).map { draft(.damage, .root, details: [$0]) })
    lookAtEverything()
  }

  /// The time by which history is let go: it moves as steadily as time does, so that a clock
  /// that is set to another year by mistake costs no history.
  private var retentionTime: Int64 {
    startTime.wall + (now.steady - startTime.steady)
  }

  /// Has what was written down be on the disk before what hangs on it is done, where the flush
  /// policy asks for that.
  func waitForStore() -> Bool { settings.flush == .fast || syncStore() }

  @discardableResult
  func syncStore() -> Bool {
    syncDue = nil
    // What was not waited for is durable before the state that tells of it.
    if settings.flush == .fast {
      for replica in replicas where replica.rootState == .present && !replica.syncVolume() {
        syncDue = now.steady + Nanoseconds.seconds(5)
        return false
      }
    }
    do throws(StateDiskError) {
      try store.sync()
      return true
    } catch {
      trouble = error.message
      isStateGone = isStateGone || error.isGone
      syncDue = now.steady + Nanoseconds.seconds(5)
      return false
    }
  }

  /// Makes all durable before the daemon ends.
  package func stop() {
    now.steady += settings.settleTime
    report()
    guard syncStore() else { return }
    do throws(StateDiskError) {
      try store.finish()
    } catch {
      // All is durable; the next start takes longer.
      trouble = error.message
    }
  }
}
