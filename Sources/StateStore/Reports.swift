/// A store that was opened, and what was found damaged: one line each, for a person.
package struct Opened {
  package let store: StateStore
  package let damage: [String]
}

/// What one call of `thin` did.
package struct ThinReport: Hashable, Sendable {
  /// Versions let go of.
  package var droppedHistory = 0
  /// Bytes given back to the file system.
  package var freedBytes: Int64 = 0
  /// Whether there is nothing more to do for now: otherwise call again soon.
  package var isDone = true
  /// What went beyond the retention rule, and why: one line each, for a person.
  package var notes: [String] = []

  package init() {}
}

/// What `check` found.
package struct CheckReport: Hashable, Sendable {
  /// What is damaged: one line each, for a person.
  package var damage: [String] = []
  /// Contents that are kept, whole.
  package var contents = 0
  /// Their bytes.
  package var bytes: Int64 = 0
  /// Agreed versions that should be kept and are not, so that a merge would do without a base.
  package var basesWithoutContent = 0

  package init() {}
}
