/// What a replica's file system can do, for `collate doctor`.
package struct VolumeTraits: Hashable, Sendable {
  /// The name that `mount` uses.
  package var fileSystem: String
  /// Whether other machines may write to it, of which no watch tells: to be scanned on a timer.
  package var isShared: Bool
  /// Whether a version can be installed by exchange; nil while that was not tried.
  package var exchanges: Bool?
  /// Whether each write has a stamp of its own; nil while that was not measured, which counts
  /// as no.
  package var hasFineStamps: Bool?
  /// Whether files are staged in the state folder, being on the same file system.
  package var stagesInState: Bool
  /// Why some directories are not watched; nil while all are.
  package var watchProblem: String?
}
