/// Begins to keep a directory's documents in agreement.
package enum AddLibrary: DaemonMethod {
  package static let method = "org.collate.Daemon.AddLibrary"

  package struct Parameters: Codable, Hashable, Sendable {
    package var root: String
    package var rootBase64: String?

    package init(root: WirePath) {
      self.root = root.text
      self.rootBase64 = root.base64
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var library: Wire.Library

    package init(library: Wire.Library) {
      self.library = library
    }
  }
}

/// Stops watching a library; its documents stay as they are.
package enum RemoveLibrary: DaemonMethod {
  package static let method = "org.collate.Daemon.RemoveLibrary"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String

    package init(library: String) {
      self.library = library
    }
  }

  package typealias Reply = Wire.Nothing
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

/// Accepts what was held as a mass deletion.
package enum Release: DaemonMethod {
  package static let method = "org.collate.Daemon.Release"

  package typealias Parameters = Wire.InLibrary

  package struct Reply: Codable, Hashable, Sendable {
    package var released: Int

    package init(released: Int) {
      self.released = released
    }
  }
}
