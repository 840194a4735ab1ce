/// A word from a set that may grow: what a newer daemon says stays readable to an older client.
package protocol WireWord: RawRepresentable, Codable, Hashable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension WireWord {
  package init(stringLiteral word: String) { self.init(rawValue: word) }
  package var description: String { rawValue }
}

extension Wire {
  /// What a document is doing.
  package struct DocumentState: WireWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let normal: Self = "normal"
    package static let held: Self = "held"
    package static let conflicted: Self = "conflicted"
    package static let unreadable: Self = "unreadable"
    package static let tooLarge: Self = "tooLarge"
    /// Seen, not yet acted on.
    package static let changed: Self = "changed"
  }

  /// What a library is doing.
  package struct LibraryState: WireWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let starting: Self = "starting"
    package static let scanning: Self = "scanning"
    package static let watching: Self = "watching"
    package static let paused: Self = "paused"
    package static let absent: Self = "absent"
    package static let failed: Self = "failed"
  }

  /// How a person settles a conflict.
  package struct ConflictChoice: WireWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Keeps what has the name.
    package static let document: Self = "document"
    /// Puts the copy's content there.
    package static let copy: Self = "copy"
    /// Leaves both files as documents of their own.
    package static let both: Self = "both"
    /// Saves the content that comes with the choice.
    package static let merged: Self = "merged"
  }

  /// What became of a save.
  package struct SaveOutcome: WireWord {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let saved: Self = "saved"
    package static let merged: Self = "merged"
    package static let conflict: Self = "conflict"
    package static let unchanged: Self = "unchanged"
  }
}
