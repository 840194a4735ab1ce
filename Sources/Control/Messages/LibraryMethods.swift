/// Begins to keep a directory's documents in agreement, or those of several directories with each
/// other, or has a library take in more directories.
package enum AddLibrary: DaemonMethod {
  package static let method = "org.collate.Daemon.AddLibrary"

  package struct Parameters: Codable, Hashable, Sendable {
    package var root: String
    package var rootBase64: String?
    /// Further directories that are to hold the same documents.
    package var more: [Wire.Directory]?
    /// The library that takes the directories in; nil for a new one.
    package var library: String?
    /// The one of the directories that the others follow; nil where all count.
    package var mirror: Wire.Directory?
    /// Those of the directories that are never written to.
    package var readOnly: [Wire.Directory]?

    package init(
      root: WirePath, more: [WirePath] = [], library: String? = nil, mirror: WirePath? = nil,
      readOnly: [WirePath] = []
    ) {
      self.root = root.text
      self.rootBase64 = root.base64
      self.more = more.isEmpty ? nil : more.map { Wire.Directory($0) }
      self.library = library
      self.mirror = mirror.map { Wire.Directory($0) }
      self.readOnly = readOnly.isEmpty ? nil : readOnly.map { Wire.Directory($0) }
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var library: Wire.Library
    /// What a person should know of it.
    package var note: String?

    package init(library: Wire.Library, note: String? = nil) {
      self.library = library
      self.note = note
    }
  }
}

/// Stops watching a library, or one directory of it; the documents stay as they are.
package enum RemoveLibrary: DaemonMethod {
  package static let method = "org.collate.Daemon.RemoveLibrary"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String
    /// The directory that it is to do without; nil for all of it.
    package var root: String?
    package var rootBase64: String?

    package init(library: String, root: WirePath? = nil) {
      self.library = library
      self.root = root?.text
      self.rootBase64 = root?.base64
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    /// What is left of the library; nil where nothing is.
    package var library: Wire.Library?
    /// What a person should know of it.
    package var note: String?

    package init(library: Wire.Library? = nil, note: String? = nil) {
      self.library = library
      self.note = note
    }
  }
}

/// Leaves a library's documents alone until `Resume`.
package enum Pause: DaemonMethod {
  package static let method = "org.collate.Daemon.Pause"

  package typealias Parameters = Wire.InLibrary
  package typealias Reply = Wire.Nothing
}

/// Goes on after `Pause`.
package enum Resume: DaemonMethod {
  package static let method = "org.collate.Daemon.Resume"

  package typealias Parameters = Wire.InLibrary
  package typealias Reply = Wire.Nothing
}

/// Looks at everything again; with `dryRun` only says what would be done.
package enum Rescan: DaemonMethod {
  package static let method = "org.collate.Daemon.Rescan"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String?
    package var dryRun: Bool?

    package init(library: String? = nil, dryRun: Bool? = nil) {
      self.library = library
      self.dryRun = dryRun
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var changes: [Wire.PlannedChange]

    package init(changes: [Wire.PlannedChange]) {
      self.changes = changes
    }
  }
}

/// Accepts what was held as a mass deletion, or takes it back.
package enum Release: DaemonMethod {
  package static let method = "org.collate.Daemon.Release"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String?
    /// Brings back what vanished instead.
    package var restore: Bool?

    package init(library: String? = nil, restore: Bool? = nil) {
      self.library = library
      self.restore = restore
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    /// How many deletions were accepted.
    package var released: Int
    /// How many documents are brought back.
    package var restored: Int
    /// The directories that were taken for the library's, whatever they hold.
    package var accepted: [String]

    package init(released: Int, restored: Int = 0, accepted: [String] = []) {
      self.released = released
      self.restored = restored
      self.accepted = accepted
    }
  }
}
