/// One entry of the ordered, numbered log of what happened.
package struct Event: Hashable, Sendable {
  /// From 1, without gaps; a client resumes from any number.
  package var number: UInt64
  /// Nanoseconds since 1970 by the wall clock.
  package var time: Int64
  package var kind: Kind
  /// The document; the root for what concerns the whole library.
  package var path: RelativePath
  /// Where it came from, for a move.
  package var from: RelativePath?
  /// The content after it, where there is one.
  package var digest: Digest?
  /// What changed, in the document type's own words, or why: one line each.
  package var details: [String]

  package init(
    number: UInt64, time: Int64, kind: Kind, path: RelativePath, from: RelativePath? = nil,
    digest: Digest? = nil, details: [String] = []
  ) {
    self.number = number
    self.time = time
    self.kind = kind
    self.path = path
    self.from = from
    self.digest = digest
    self.details = details
  }

  /// What happened. The raw value is on disk and on the socket, and never changes its meaning.
  package enum Kind: String, Sendable, CaseIterable {
    /// A first scan took a library's documents as they were; the details say how many.
    case adopted
    case created
    case changed
    case deleted
    case moved
    /// Versions were joined and the result written.
    case merged
    /// Versions could not be joined, and stand side by side.
    case conflict
    /// A conflict was settled: by a merge, a choice, or because its copy went.
    case resolved
    /// A client's version was written.
    case saved
    /// An older version was written back.
    case restored
    /// Something that Collate had done was taken back.
    case undone
    /// Collate leaves a document alone for now; the details say why.
    case held
    /// What it was held for is over.
    case released
    /// A version that its reader rejects was taken as it is.
    case unreadable
    /// Something failed; the details say what and what to do.
    case problem
    /// The kernel's queue overflowed and the whole library was looked at again.
    case overflow
    /// The library's root is missing, or is back.
    case absent
    case present
    /// The store was damaged, and what that means.
    case damage
  }
}
