import Reconciliation

extension Replica {
  /// Leaves a document alone for now, and has it looked at again in time.
  func hold(_ path: RelativePath, _ hold: Hold, _ fingerprint: Fingerprint?) {
    var entry =
      attention[path]
      ?? Attention(
        hold: hold, since: now.steady, attempts: 0, fingerprint: fingerprint, isTold: false)
    if !entry.hold.isSameKind(as: hold) || entry.fingerprint != fingerprint {
      entry.since = now.steady
      entry.attempts = 0
    }
    entry.hold = hold
    entry.fingerprint = fingerprint
    entry.attempts += 1
    // What ends by itself within a moment, as a save in two steps does, is not worth a report.
    if !entry.isTold, now.steady - entry.since >= hold.patience {
      entry.isTold = library.record(
        [], events: [library.draft(.held, path, details: [hold.reason])])
    }
    attention[path] = entry
    if let delay = entry.delay { settling.look(at: path, after: delay, now: now.steady) }
  }

  /// A failure at one path is a hold, never the end of a cycle.
  func fail(_ path: RelativePath, _ error: VolumeError) {
    if error.message == "crashed" { return }
    // The whole of it may be read-only now.
    if error.kind == .denied { nextWriteLook = now.steady }
    // Nothing tells of a mount that is detached while another one keeps its file system alive.
    if path.isRoot && library.isShared { needsRootLook = true }
    fail(path, error.message)
  }

  func fail(_ path: RelativePath, _ reason: String) {
    hold(path, .failing(reason: reason), nil)
  }

  /// Whether a document is left alone for now, so that what it holds may change in a moment. One
  /// that the replica can't hold at all is not.
  func isUncertain(_ path: RelativePath) -> Bool {
    switch attention[path]?.hold {
    case nil, .unholdable?: false
    default: true
    }
  }

  /// The directory can be listed. A document of its name that can't be here is held all the same.
  func endHold(listing directory: RelativePath) {
    if case .unholdable? = attention[directory]?.hold { return }
    endHold(directory)
  }

  /// The document is as it should be again.
  func endHold(_ path: RelativePath) {
    guard let entry = attention.removeValue(forKey: path) else { return }
    if entry.isTold {
      library.record(
        [],
        events: [library.draft(.released, path, details: ["no longer held: " + entry.hold.reason])])
    }
  }
}

extension Hold {
  /// How long it goes on before an event tells of it; nanoseconds.
  fileprivate var patience: Int64 {
    switch self {
    // It does not end by itself, and nothing would tell of it later.
    case .unholdable: 0
    case .locked, .failing: Nanoseconds.milliseconds(500)
    case .beingWritten, .otherMachine: Nanoseconds.seconds(10)
    case .unreadable, .massDeletion: Nanoseconds.seconds(4)
    }
  }
}
