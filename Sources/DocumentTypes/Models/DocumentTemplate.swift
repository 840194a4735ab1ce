/// A document that a model brings along to start from.
struct DocumentTemplate<D: AnyObject>: Sendable {
  /// What it is asked for by.
  let name: String
  /// What is in it, in a few words.
  let summary: String
  /// Fills a new document. It is no edit, so that there is nothing to undo.
  let fill: @MainActor @Sendable (D) throws -> Void
}
