extension Wire {
  /// One of a conflict's two versions.
  package struct Side: Codable, Hashable, Sendable {
    package var digest: String
    package var modified: Int64
    package var origin: String

    package init(digest: String, modified: Int64, origin: String) {
      self.digest = digest
      self.modified = modified
      self.origin = origin
    }
  }

  /// Two versions changed from one base that no merge could join.
  package struct Conflict: Codable, Hashable, Sendable, PathCarrying {
    package var library: String
    package var id: Int64
    package var kind: String
    package var path: String
    package var pathBase64: String?
    package var copy: String
    package var copyBase64: String?
    /// The digest that both were changed from, where there is one.
    package var base: String?
    package var ours: Side
    package var theirs: Side
    package var time: Int64
    package var reason: String
    /// A short diff from the one to the other.
    package var diff: [String]
    /// What `ResolveConflict` takes.
    package var choices: [ConflictChoice]

    package init(
      library: String, id: Int64, kind: String, path: WirePath, copy: WirePath, base: String? = nil,
      ours: Side, theirs: Side, time: Int64, reason: String, diff: [String] = [],
      choices: [ConflictChoice] = []
    ) {
      self.library = library
      self.id = id
      self.kind = kind
      self.path = path.text
      self.pathBase64 = path.base64
      self.copy = copy.text
      self.copyBase64 = copy.base64
      self.base = base
      self.ours = ours
      self.theirs = theirs
      self.time = time
      self.reason = reason
      self.diff = diff
      self.choices = choices
    }

    /// Where the version is that did not keep the name; nil where the base64 isn't.
    package var copyPath: WirePath? { WirePath(text: copy, base64: copyBase64) }
  }
}
