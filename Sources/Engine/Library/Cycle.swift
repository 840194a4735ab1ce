package import Reconciliation

extension Library {
  /// One turn of the engine: watch → scan → read → plan → apply → record → report.
  ///
  /// Does a bounded piece of the work, so that requests are answered in between.
  package func cycle(_ hints: [Hint], at now: Moment) {
    self.now = now
    inHand.removeAll(keepingCapacity: true)
    watch(hints)
    guard !isPaused, isRootPresent() else { return }
    scan()
    let finds = read()
    record(finds) { plan($0) }
    takeDisplaced()
    joinCopies()
    report()
    keepHouse()
  }

  /// Takes the hints, and lets through what is due.
  private func watch(_ hints: [Hint]) {
    for hint in hints {
      if case .everything(.rootChanged) = hint { needsRootLook = true }
      if case .vanished(let path) = hint, !isKnown(path) {
        // A temporary file came and went.
        settling.forget(path)
        temporaries[path] = nil
        endHold(path)
        continue
      }
      if case .vanished(let path) = hint, listed.contains(path) { leftDirectories.insert(path) }
      settling.note(hint, at: now.steady)
    }
    guard !isPaused else { return }
    if now.steady >= nextRescan { settling.note(.everything(reason: .rescan), at: now.steady) }
    if now.steady >= nextPoll { poll() }
    takeWaitingCopies()
    if now.steady >= displacedLook {
      displacedLook = .max
      settling.note(.displaced, at: now.steady)
    }
  }
}
