/// Something that Collate did by itself or at someone's wish, and how it is taken back.
package struct Action: Hashable, Sendable, Identifiable {
  /// Counts up within a library, never used twice.
  package var id: UInt64
  /// Nanoseconds since 1970 by the wall clock.
  package var time: Int64
  /// What was done, in words a person reads in `collate undo --list`.
  package var summary: String
  package var document: RelativePath
  /// What brings back the state before, in this order.
  package var steps: [UndoStep]
  /// Whether it has been taken back.
  package var isUndone: Bool

  package init(
    id: UInt64, time: Int64, summary: String, document: RelativePath, steps: [UndoStep],
    isUndone: Bool = false
  ) {
    self.id = id
    self.time = time
    self.summary = summary
    self.document = document
    self.steps = steps
    self.isUndone = isUndone
  }
}

/// One step of taking an action back.
package enum UndoStep: Hashable, Sendable {
  /// Put this content at the path, whatever is there now going to history.
  case putBack(path: RelativePath, digest: Digest, mode: UInt32, modified: Int64)
  /// Remove the path if its content is still this one, its content going to history.
  case remove(path: RelativePath, digest: Digest)
}
