/// One value or key of a JSON text, by where its bytes are.
///
/// A document's nodes lie in one array in the order of the text; an object is followed by its keys
/// and values in turn, an array by its values. So a document of any depth takes no recursion.
struct JSONNode: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case object
    case array
    case string
    case number
    /// `true`, `false` or `null`.
    case literal
    /// A string before a colon.
    case key
  }

  let kind: Kind
  /// From the first byte, quotes and brackets included.
  let start: Int
  /// Behind the last byte.
  var end: Int
  /// The index of the first node that is no part of this one.
  var next: Int
}
