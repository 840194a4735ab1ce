/// Opens a document for editing.
package enum OpenDocument: DaemonMethod {
  package static let method = "org.collate.Daemon.OpenDocument"

  package typealias Parameters = Wire.OfDocument

  package struct Reply: Codable, Hashable, Sendable {
    package var session: Int64
    /// The version that it is; nil for a document that is yet to be made.
    package var digest: String?
    /// In base64.
    package var content: String

    package init(session: Int64, digest: String? = nil, content: String) {
      self.session = session
      self.digest = digest
      self.content = content
    }
  }
}

/// Saves what was made from the version that was opened.
///
/// Where the document changed meanwhile both are merged, else the saved version goes beside it.
package enum SaveDocument: DaemonMethod {
  package static let method = "org.collate.Daemon.SaveDocument"

  package struct Parameters: Codable, Hashable, Sendable, PathCarrying {
    package var session: Int64?
    package var path: String
    package var pathBase64: String?
    package var library: String?
    /// The digest that it was made from; nil for a new document.
    package var opened: String?
    /// In base64.
    package var content: String
    /// Names a conflict copy, should there be one.
    package var client: String?

    package init(
      session: Int64? = nil, path: WirePath, library: String? = nil, opened: String? = nil,
      content: String, client: String? = nil
    ) {
      self.session = session
      self.path = path.text
      self.pathBase64 = path.base64
      self.library = library
      self.opened = opened
      self.content = content
      self.client = client
    }
  }

  package struct Reply: Codable, Hashable, Sendable {
    package var outcome: Wire.SaveOutcome
    package var digest: String
    package var copy: String?
    package var copyBase64: String?

    package init(outcome: Wire.SaveOutcome, digest: String, copy: WirePath? = nil) {
      self.outcome = outcome
      self.digest = digest
      self.copy = copy?.text
      self.copyBase64 = copy?.base64
    }
  }
}

/// Ends an editing session.
package enum CloseDocument: DaemonMethod {
  package static let method = "org.collate.Daemon.CloseDocument"

  package struct Parameters: Codable, Hashable, Sendable {
    package var session: Int64

    package init(session: Int64) {
      self.session = session
    }
  }

  package typealias Reply = Wire.Nothing
}
