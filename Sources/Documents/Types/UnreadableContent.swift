/// A content is not what its type says: what a reader throws.
///
/// The daemon shows the reason to a person, and holds a version that gave one.
public struct UnreadableContent: Error, Hashable, Sendable {
  /// What is wrong and where, in words: "line 3, column 14 (byte 57): expected `,` or `}`". Without
  /// the document's name, which whoever shows it knows.
  public let reason: String

  /// - Parameter reason: what is wrong and where.
  public init(reason: String) {
    self.reason = reason
  }

  /// What any reader threw, in words that are safe to print.
  init(_ error: any Error) {
    reason = harmless((error as? UnreadableContent)?.reason ?? "\(error)")
  }
}

extension UnreadableContent: CustomStringConvertible {
  /// The reason.
  public var description: String { reason }
}
