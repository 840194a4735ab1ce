import Reconciliation

/// A document that needs another look, and why Collate leaves it alone until then.
struct Attention {
  var hold: Hold
  /// When it was first held so; steady time.
  var since: Int64
  /// How often it was tried.
  var attempts: Int
  /// What `stat` said of it then: something else starts the time anew.
  var fingerprint: Fingerprint?
  /// Whether an event has told of it.
  var isTold: Bool

  /// How long to wait before the next look: soon for what ends soon, doubling for what fails. Nil
  /// where a look is of no use: another version is told by itself.
  var delay: Int64? {
    switch hold {
    case .locked: Nanoseconds.milliseconds(250)
    case .beingWritten:
      min(Nanoseconds.milliseconds(100) << min(attempts, 6), Nanoseconds.seconds(5))
    case .failing: min(Nanoseconds.milliseconds(500) << min(attempts, 7), Nanoseconds.seconds(60))
    case .unholdable: isTold ? nil : Nanoseconds.seconds(1)
    case .unreadable: Nanoseconds.seconds(5)
    case .massDeletion: Nanoseconds.seconds(60)
    case .otherMachine: Nanoseconds.seconds(5)
    }
  }
}

extension Hold {
  /// Whether it is the same reason, whatever the words.
  func isSameKind(as other: Hold) -> Bool {
    switch (self, other) {
    case (.locked, .locked), (.beingWritten, .beingWritten), (.unreadable, .unreadable),
      (.failing, .failing), (.unholdable, .unholdable), (.massDeletion, .massDeletion),
      (.otherMachine, .otherMachine):
      true
    default: false
    }
  }

  /// The process that holds the document's lock.
  var holder: String? {
    if case .locked(let holder) = self { holder } else { nil }
  }
}
