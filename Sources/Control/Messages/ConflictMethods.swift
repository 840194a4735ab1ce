/// The conflicts of one library, or of all.
package enum ListConflicts: DaemonMethod {
  package static let method = "org.collate.Daemon.ListConflicts"

  package typealias Parameters = Wire.InLibrary

  package struct Reply: Codable, Hashable, Sendable {
    package var conflicts: [Wire.Conflict]

    package init(conflicts: [Wire.Conflict]) {
      self.conflicts = conflicts
    }
  }
}

/// Settles a conflict by a person's choice.
package enum ResolveConflict: DaemonMethod {
  package static let method = "org.collate.Daemon.ResolveConflict"

  package struct Parameters: Codable, Hashable, Sendable {
    package var id: Int64
    package var library: String?
    package var choice: Wire.ConflictChoice
    /// What `merged` saves, in base64.
    package var content: String?

    package init(
      id: Int64, library: String? = nil, choice: Wire.ConflictChoice, content: String? = nil
    ) {
      self.id = id
      self.library = library
      self.choice = choice
      self.content = content
    }
  }

  package typealias Reply = Wire.Events
}
