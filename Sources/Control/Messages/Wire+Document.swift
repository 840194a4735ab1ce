extension Wire {
  /// What a document is doing now.
  package struct Document: Codable, Hashable, Sendable, PathCarrying {
    package var library: String
    package var path: String
    package var pathBase64: String?
    package var state: DocumentState
    package var digest: String?
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    package var contentType: String
    /// Why it is left alone for now.
    package var hold: String?
    /// The process that holds its lock, where there is one.
    package var holder: String?
    /// What each directory holds, of a library that has several; in a listing only where that isn't
    /// the same.
    package var replicas: [ReplicaHolding]?

    package init(
      library: String, path: WirePath, state: DocumentState, digest: String? = nil, size: Int64,
      modified: Int64, contentType: String, hold: String? = nil, holder: String? = nil,
      replicas: [ReplicaHolding]? = nil
    ) {
      self.replicas = replicas
      self.library = library
      self.path = path.text
      self.pathBase64 = path.base64
      self.state = state
      self.digest = digest
      self.size = size
      self.modified = modified
      self.contentType = contentType
      self.hold = hold
      self.holder = holder
    }
  }

  /// What one directory holds of a document, as far as was seen.
  package struct ReplicaHolding: Codable, Hashable, Sendable {
    package var replica: String
    /// `agreed`, `behind` (an earlier version) or `lacking`.
    package var state: String
    /// Whether the directory is there.
    package var present: Bool
    package var digest: String?
    package var size: Int64?
    package var modified: Int64?
    /// Why it is left alone there for now.
    package var hold: String?

    package init(
      replica: String, state: String, present: Bool, digest: String? = nil, size: Int64? = nil,
      modified: Int64? = nil, hold: String? = nil
    ) {
      self.replica = replica
      self.state = state
      self.present = present
      self.digest = digest
      self.size = size
      self.modified = modified
      self.hold = hold
    }
  }

  /// What a document is or was.
  package struct DocumentVersion: Codable, Hashable, Sendable {
    package var digest: String
    /// When it stopped being the content; zero for what is the content now.
    package var time: Int64
    package var size: Int64
    package var modified: Int64
    /// `current`, or why it became history.
    package var reason: String
    /// Where it came from: a replica, a client, a host.
    package var origin: String

    package init(
      digest: String, time: Int64, size: Int64, modified: Int64, reason: String, origin: String
    ) {
      self.digest = digest
      self.time = time
      self.size = size
      self.modified = modified
      self.reason = reason
      self.origin = origin
    }
  }

  /// A document and all that is known of it, one line each.
  package struct Explanation: Codable, Hashable, Sendable {
    package var document: Document
    package var lines: [String]

    package init(document: Document, lines: [String]) {
      self.document = document
      self.lines = lines
    }
  }
}
