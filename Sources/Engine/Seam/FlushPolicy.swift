/// Whether what is written has to be on the disk before what depends on it is done.
package enum FlushPolicy: String, Sendable, CaseIterable {
  /// A version is on the disk before it takes its name, and the name before the state tells of it:
  /// a power cut leaves each document whole, old or new, and the state true of it.
  case full
  /// The same order, but the disk is waited for once a second and not in between: a power cut can
  /// leave what was passed on just before empty or cut off, in the directory it was passed on to.
  /// What ends the daemon alone costs nothing.
  case fast
}
