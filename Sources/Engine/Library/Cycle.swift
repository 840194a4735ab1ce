package import Reconciliation

extension Library {
  /// One turn of the engine: watch → scan → read → plan → apply → record → report.
  ///
  /// Does a bounded piece of the work, so that requests are answered in between.
  ///
  /// - Parameter hints: what each replica's watch told, in their order.
  package func cycle(_ hints: [[Hint]], at now: Moment) {
    self.now = now
    inHand.removeAll(keepingCapacity: true)
    for (replica, told) in zip(replicas, hints) { replica.watch(told) }
    guard !isPaused else { return }
    takeWaitingCopies()
    var isAnyPresent = false
    for replica in replicas where replica.isRootPresent() {
      isAnyPresent = true
      replica.lookWhetherWritable()
      replica.volume.together {
        replica.scan()
        let finds = replica.read()
        record(finds) { plan($0) }
        replica.takeDisplaced()
        replica.tellSetBack()
      }
    }
    guard isAnyPresent else { return }
    takeDirectories()
    arrange()
    for replica in replicas where replica.canCatchUp {
      replica.volume.together { replica.catchUp() }
    }
    continueLargeCopies()
    joinCopies()
    report()
    keepHouse()
  }
}

extension Replica {
  /// Takes the hints, and lets through what is due.
  func watch(_ hints: [Hint]) {
    for hint in hints.lazy.map({ $0.ofDocument(self.library.packages) }) {
      if case .everything(.rootChanged) = hint { needsRootLook = true }
      if case .vanished(let path) = hint, !isKnown(path) {
        // A temporary file came and went.
        settling.forget(path)
        temporaries[path] = nil
        rest(path)
        continue
      }
      if case .vanished(let path) = hint, listed.contains(path) { leftDirectories.insert(path) }
      settling.note(hint, at: now.steady)
    }
    guard !library.isPaused else { return }
    if now.steady >= nextRescan { settling.note(.everything(reason: .rescan), at: now.steady) }
    if now.steady >= nextPoll { poll() }
    if now.steady >= displacedLook {
      displacedLook = .max
      settling.note(.displaced, at: now.steady)
    }
  }
}
