/// How much the store keeps, and for how long.
package struct StoreLimits: Hashable, Sendable {
  /// Events kept; the oldest go first.
  package var events = 50_000
  /// Bytes of events kept in memory, whichever limit is reached first.
  package var eventBytes = 8 << 20
  /// Actions that can still be listed and taken back.
  package var actions = 1_000
  /// The largest content, in bytes, that is worth keeping. The store keeps what it is given: who
  /// gives it applies this limit, since only there can be said which document goes without.
  package var contentBytes = 32 << 20
  /// What the state may take on disk, in bytes: a share of the file system that only the caller
  /// can measure.
  package var totalBytes = Int64.max

  /// Contents above this many bytes are files of their own.
  package var largeContentBytes = 1 << 20
  /// A segment of contents is closed at this size, and a new one begun.
  package var segmentBytes = 32 << 20
  /// The journal is not written anew below this size.
  package var journalBytes = 1 << 20

  package var retention = Retention()

  package init() {}
}
