import Reconciliation
import StateStore

extension Library {
  /// Brings names together: what was moved in a replica is moved in the library and in the others,
  /// by renaming; documents and directories that came to one name are both kept.
  ///
  /// The renaming comes first and is written down at the end: after a crash in between, each
  /// replica's moves are found again, and planned from what stands there then.
  func arrange() {
    guard isShared, isEverythingScanned else { return }
    let wanting = replicas.filter(\.wantsArranging)
    for replica in replicas where replica.news.isDone { replica.lookAtWaiting() }
    guard !wanting.isEmpty, wanting.allSatisfy(\.isReadyToArrange) else { return }
    for replica in wanting { replica.checkMoves() }
    // In one that is away too: another document may get such a name now.
    for replica in replicas { replica.loseNames() }
    guard wanting.contains(where: \.wantsArranging) else { return }
    var part = TreePart(self)
    part.gather()
    let situation = part.situation()
    let plan = planTree(situation)
    var carried = replicas.map { CarriedOut($0, part.names) }
    for (index, replica) in replicas.enumerated()
    where replica.rootState == .present && replica.isScanned {
      if replica.isWritten { carried[index].carryOut(plan.operations[index]) }
      if carried[index].hasChanged { replica.syncVolume() }
    }
    settle(part, situation, plan, carried)
  }

  /// Writes down what came of it.
  private func settle(
    _ part: TreePart, _ situation: TreeSituation, _ plan: TreePlan, _ carried: [CarriedOut]
  ) {
    var fold = NameFold(self, part, situation, plan, carried)
    let (records, events) = fold.records()
    guard record(records, events: events) else {
      // What was renamed is found anew, as after a crash.
      for replica in replicas {
        replica.news = NameNews()
        replica.settling.note(.everything(reason: .rescan), at: now.steady)
      }
      return
    }
    for (old, new) in fold.renamed.sorted(by: { $0.key < $1.key }) {
      nameChanged(from: old, to: new)
      for path in [old, new] {
        noteBehind(path)
        for replica in replicas { replica.endHold(path) }
      }
    }
    for name in fold.behind.union(fold.freed).sorted() { noteBehind(name) }
    for (index, replica) in replicas.enumerated()
    where replica.rootState == .present && replica.isScanned {
      replica.finishArranging(carried[index])
    }
  }
}

extension Replica {
  /// What was found between names is looked at again.
  fileprivate func lookAtWaiting() {
    for path in news.waiting { settling.look(at: path, after: 0, now: now.steady) }
    news.waiting = []
  }

  /// Lets go of what is no longer so: a document that moved on or went, and one that the library
  /// has lost meanwhile.
  fileprivate func checkMoves() {
    for (from, move) in news.moves.sorted(by: { $0.key < $1.key }) {
      do throws(VolumeError) {
        let entry = try volume.stamp(move.to)
        let isThere = entry?.kind.isDocument ?? false
        let isSame =
          agreed(from)?.digest == move.agreed?.digest
          && agreed(from)?.fingerprint.inode == move.agreed?.fingerprint.inode
        if isThere, isSame, libraryName(of: from) != nil { continue }
        news.forget(from)
        settling.vanish(from, now: now.steady)
        if let entry, isThere { sightings.append(Sighting(path: move.to, entry: entry)) }
      } catch {
        news.forget(from)
        settling.vanish(from, now: now.steady)
        fail(move.to, error)
      }
    }
    for path in news.obstacles.keys.sorted() where !isBetweenNames(path) || isGone(path) {
      news.obstacles[path] = nil
      settling.look(at: path, after: 0, now: now.steady)
    }
  }

  /// What the library has lost under its new name is lost under the one that the replica has.
  fileprivate func loseNames() {
    let lost = store.places(in: number).filter { store.bases[$0.key] == nil }
    guard !lost.isEmpty else { return }
    let records: [Record] = lost.values.sorted().compactMap { place in
      store.held(place, in: number).map { .setHeld(place, Held($0.version), replica: number) }
    }
    guard library.record(records, events: []) else { return }
    for place in lost.values { library.noteBehind(place) }
  }

  /// What follows in a replica once its names are written down.
  fileprivate func finishArranging(_ carried: CarriedOut) {
    let read = news.moves.values.filter { !$0.isUnread }.map(\.to)
    for path in news.waiting.union(news.obstacles.keys).union(read) {
      settling.look(at: path, after: 0, now: now.steady)
      settling.look(at: carried.current(of: path), after: 0, now: now.steady)
    }
    let before = news
    news = NameNews()
    for path in carried.hidden { news.parked.insert(path) }
    for directory in carried.directoriesToList {
      listed = listed.filter { $0 != directory && !$0.isBeneath(directory) }
      directories.insert(directory)
    }
    for (from, _) in carried.renamedDirectories {
      listed = listed.filter { $0 != from && !$0.isBeneath(from) }
      ignoring.removeRules(in: from)
    }
    vanished = nil
    for path in carried.toLookAt where !settling.isPending(path) {
      settling.look(at: path, after: 0, now: now.steady)
    }
    for (path, hold) in carried.holds { self.hold(path, hold, nil) }
    guard !store.places(in: number).isEmpty || !carried.hidden.isEmpty else { return }
    news.attempts = before.attempts
    news.taken = carried.taken.union(before.taken)
    news.obstacles = before.obstacles.filter {
      carried.current(of: $0.key) == $0.key && isBetweenNames($0.key)
    }
    news.tryAgain(at: now.steady)
  }
}
