// Parameters and replies that several methods share.

extension Wire {
  /// No fields at all.
  package struct Nothing: Codable, Hashable, Sendable {
    package init() {}
  }

  /// One library, or all.
  package struct InLibrary: Codable, Hashable, Sendable {
    package var library: String?

    package init(library: String? = nil) {
      self.library = library
    }
  }

  /// One document, in one library or in the one that has it.
  package struct OfDocument: Codable, Hashable, Sendable, PathCarrying {
    package var path: String
    package var pathBase64: String?
    package var library: String?

    package init(path: WirePath, library: String? = nil) {
      self.path = path.text
      self.pathBase64 = path.base64
      self.library = library
    }
  }

  /// What a call made happen.
  package struct Events: Codable, Hashable, Sendable {
    package var events: [Event]

    package init(events: [Event]) {
      self.events = events
    }
  }
}
