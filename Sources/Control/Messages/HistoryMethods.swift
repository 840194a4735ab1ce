/// What the document was, newest first; works for a deleted one too.
package enum ListVersions: DaemonMethod {
  package static let method = "org.collate.Daemon.ListVersions"

  package typealias Parameters = Wire.OfDocument

  package struct Reply: Codable, Hashable, Sendable {
    package var versions: [Wire.DocumentVersion]

    package init(versions: [Wire.DocumentVersion]) {
      self.versions = versions
    }
  }
}

/// A version's content, in base64.
package enum GetVersion: DaemonMethod {
  package static let method = "org.collate.Daemon.GetVersion"

  package struct Parameters: Codable, Hashable, Sendable {
    package var digest: String
    package var library: String?

    package init(digest: String, library: String? = nil) {
      self.digest = digest
      self.library = library
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var content: String

    package init(content: String) {
      self.content = content
    }
  }
}

/// Writes an older version back.
package enum RestoreVersion: DaemonMethod {
  package static let method = "org.collate.Daemon.RestoreVersion"

  package struct Parameters: Codable, Hashable, Sendable, PathCarrying {
    package var path: String
    package var pathBase64: String?
    package var library: String?
    package var digest: String

    package init(path: WirePath, library: String? = nil, digest: String) {
      self.path = path.text
      self.pathBase64 = path.base64
      self.library = library
      self.digest = digest
    }
  }

  package typealias Reply = Wire.Events
}

/// What Collate did, newest first, and can take back.
package enum ListActions: DaemonMethod {
  package static let method = "org.collate.Daemon.ListActions"

  package typealias Parameters = Wire.InLibrary

  package struct Reply: Codable, Hashable, Sendable {
    package var actions: [Wire.Action]

    package init(actions: [Wire.Action]) {
      self.actions = actions
    }
  }
}

/// Takes back the last action, or the one named.
package enum Undo: DaemonMethod {
  package static let method = "org.collate.Daemon.Undo"

  package struct Parameters: Codable, Hashable, Sendable {
    package var library: String?
    package var id: Int64?

    package init(library: String? = nil, id: Int64? = nil) {
      self.library = library
      self.id = id
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var action: Wire.Action
    package var events: [Wire.Event]

    package init(action: Wire.Action, events: [Wire.Event]) {
      self.action = action
      self.events = events
    }
  }
}
