extension Wire {
  /// One entry of the ordered, numbered log of what happened.
  package struct Event: Codable, Hashable, Sendable, PathCarrying {
    package var library: String
    package var number: Int64
    package var time: Int64
    /// The raw value of the model's kind of event.
    package var kind: String
    package var path: String
    package var pathBase64: String?
    package var from: String?
    package var fromBase64: String?
    package var digest: String?
    package var details: [String]

    package init(
      library: String, number: Int64, time: Int64, kind: String, path: WirePath,
      from: WirePath? = nil, digest: String? = nil, details: [String] = []
    ) {
      self.library = library
      self.number = number
      self.time = time
      self.kind = kind
      self.path = path.text
      self.pathBase64 = path.base64
      self.from = from?.text
      self.fromBase64 = from?.base64
      self.digest = digest
      self.details = details
    }

    /// Where a moved document came from; nil for what didn't move.
    package var fromPath: WirePath? { from.flatMap { WirePath(text: $0, base64: fromBase64) } }
  }

  /// Something that Collate did by itself and can take back.
  package struct Action: Codable, Hashable, Sendable, PathCarrying {
    package var library: String
    package var id: Int64
    package var time: Int64
    package var summary: String
    package var path: String
    package var pathBase64: String?
    package var undone: Bool

    package init(
      library: String, id: Int64, time: Int64, summary: String, path: WirePath, undone: Bool
    ) {
      self.library = library
      self.id = id
      self.time = time
      self.summary = summary
      self.path = path.text
      self.pathBase64 = path.base64
      self.undone = undone
    }
  }
}
