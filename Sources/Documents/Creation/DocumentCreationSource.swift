/// What a new document is made from: a template, a scan, whatever a program offers.
///
/// A program names its own:
///
///     extension DocumentCreationSource {
///       static let template = DocumentCreationSource(id: "template")
///     }
public struct DocumentCreationSource: Hashable, Identifiable, Sendable {
  /// Tells it from the program's other sources; what `collate new --from` takes.
  public let id: String

  /// A source with this name.
  public init(id: String) {
    self.id = id
  }
}
