/// What a JSON document holds, as a structure of one's own: all that a new document type needs.
///
/// Declare the members, and `KeyedValue` of it is the snapshot: two edits of it are joined member
/// by member, lists of `Identifiable` items item by item (an `id` that is a string, a number or a
/// `UUID`). What else is in the file stays there.
public protocol KeyedContent: Codable, Equatable, Sendable {
  /// The newest version of the format that is known here, as the member `version` has it; nil where
  /// the format has none. A document of a newer version is not read, and so never rewritten. Older
  /// ones are the decoder's to understand.
  static var formatVersion: Int? { get }

  /// What is different from an earlier content, in the type's own words, one line each: "item “Milk”
  /// ticked". Nil, which is the default, for the names of the members that changed.
  func changes(since previous: Self) -> [String]?

  /// Joins two contents by a rule of the type's own; what is in the file beside them is joined by
  /// key. Swapping the sides must not change the result. Nil, which is the default, to have all of
  /// it joined by key.
  static func joining(base: Self, ours: Self, theirs: Self) -> Self?
}

extension KeyedContent {
  /// No version.
  public static var formatVersion: Int? { nil }

  /// The names of the members that changed.
  public func changes(since previous: Self) -> [String]? { nil }

  /// Nothing of its own: by key.
  public static func joining(base: Self, ours: Self, theirs: Self) -> Self? { nil }
}
