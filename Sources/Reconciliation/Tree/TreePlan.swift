/// What becomes of a library's names: a value, made by `planTree(_:)`, carried out by the engine.
package struct TreePlan: Hashable, Sendable {
  /// All names that the library has afterwards, in order. They are agreed once every replica has
  /// carried out its operations and the documents have been planned one by one under them.
  package var names: [PlannedName]
  /// What is to be done in each replica, in this order. Each says what it expects to find; where
  /// it finds something else, the rest is left and the names are planned again.
  package var operations: [[TreeOperation]]
  /// What each replica can't have, with the reason. It is nobody's deletion.
  package var held: [[HeldName]]
  /// What was decided and why, for the event log, `explain` and the list of conflicts.
  package var findings: [TreeFinding]
}

/// A name that the library has afterwards.
package struct PlannedName: Hashable, Sendable {
  package var path: RelativePath
  package var kind: NodeKind
  /// The agreed name that it had; nil for what is new.
  package var from: RelativePath?
  /// Someone deleted it, and what another did to it counts for more. The document's own plan is
  /// to be made as if the replicas that lack it had never had it.
  package var outlivesDeletion: Bool
  /// Gone in one replica while another can't be told, or moved to the name of such a one: nothing
  /// is done about it yet, and its base stays as it is, under this name.
  package var isUndecided: Bool
}

/// One thing to do in one replica.
package enum TreeOperation: Hashable, Sendable {
  /// Make a directory where nothing is.
  case makeDirectory(RelativePath)
  /// Give what stands at `from`, with the expected content (nil: a directory), a name that nothing
  /// has. A directory takes along all that is beneath it.
  case rename(from: RelativePath, to: RelativePath, expecting: Digest?)
  /// Take a document away that everyone else left as it was, if it is still the expected content.
  case remove(RelativePath, expecting: Digest?)
  /// Take a directory away if nothing is in it, not even what is ignored; else leave it.
  case removeDirectory(RelativePath)
}

/// A name that one replica can't have for now.
package struct HeldName: Hashable, Sendable {
  /// The name on which the others agree.
  package var path: RelativePath
  /// Where this replica has it instead; nil where it hasn't got it.
  package var standing: RelativePath?
  /// One line for a person: which name, why, and what to do.
  package var reason: String
}

/// One decision about a name.
package struct TreeFinding: Hashable, Sendable {
  package var rule: TreeRule
  /// The name afterwards; for what was deleted, the one it had.
  package var path: RelativePath
  /// The other name: the one it had, the one not taken, or the document that kept the name.
  package var other: RelativePath?
}

/// Which rule decided about a name. The raw value says it to a person.
package enum TreeRule: String, Sendable, CaseIterable {
  case moved = "moved in one place"
  case movedAlike = "moved to the same name in several places"
  case movedAndRenamed = "moved to another directory in one place and renamed in another: both"
  case movedApart = "moved to different names: the first in order is taken"
  case movedIntoEachOther = "directories were moved into each other: this one stays where it was"
  case moveBeatsDeletion = "deleted in one place and moved in another: the move wins"
  case deleted = "deleted, and changed nowhere else"
  case directoryNeeded = "a deleted directory holds what another place changed: it stays"
  case directoriesJoined = "directories that came to one name are one directory"
  case nameClash = "documents that came to one name: both are kept, this one under another name"
  case kindClash = "a directory or package came to a document's name: both are kept"
  case waiting = "moved to the name of a document of which too little can be told: nothing is done"
  case unknown = "gone in one place, and not everything could be seen: nothing is done"
}
