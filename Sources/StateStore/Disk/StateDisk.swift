/// The files of one library's state, in the store's own words: the seam for every effect on state.
///
/// Names are the store's own, plain ASCII with `/` between a folder and its file. What was
/// appended or replaced may be lost or torn by a power cut until `sync` has returned; a `replace`
/// is all or nothing. A killed process loses nothing that returned.
package protocol StateDisk: AnyObject {
  /// The names that exist, in no order.
  func names() throws(StateDiskError) -> [String]

  /// In bytes; nil where there is no such file.
  func size(_ name: String) throws(StateDiskError) -> Int64?

  /// The bytes in a range, cut at the file's end; nil where there is no such file.
  func read(_ name: String, from offset: Int64, count: Int) throws(StateDiskError) -> [UInt8]?

  /// Adds bytes at the end of the file, which is created where it is missing. Where it fails,
  /// a part of the bytes may be there.
  func append(_ bytes: [UInt8], to name: String) throws(StateDiskError)

  /// Cuts the file to a length, so that a torn end goes.
  func truncate(_ name: String, to size: Int64) throws(StateDiskError)

  /// Makes the file hold these bytes, in one step.
  func replace(_ name: String, with bytes: [UInt8]) throws(StateDiskError)

  /// Renames a file, so that a damaged one can be set aside.
  func rename(_ name: String, to newName: String) throws(StateDiskError)

  /// Removes a file; one that isn't there is no error.
  func remove(_ name: String) throws(StateDiskError)

  /// Makes all that was done to the file durable, its name included. After one that failed, the
  /// next writes what the kernel may have dropped again, or fails too.
  func sync(_ name: String) throws(StateDiskError)
}

/// A failure of the state's file system.
package struct StateDiskError: Error, Hashable, Sendable {
  /// Whether the file system is full, so that room helps.
  package var isFull: Bool
  /// Whether another process has the state, so that this one must leave it alone.
  package var isInUse: Bool
  /// Whether another program removed the file, so that what was written to it since is lost.
  package var isGone: Bool
  /// One sentence: which file, what the system said.
  package var message: String

  package init(isFull: Bool, isInUse: Bool = false, isGone: Bool = false, message: String) {
    self.isFull = isFull
    self.isInUse = isInUse
    self.isGone = isGone
    self.message = message
  }
}
